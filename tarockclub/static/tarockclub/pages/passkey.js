// A passkey that was cancelled, or did not come: without this the page would say nothing.

document.addEventListener("allauth.error", (event) => {
  event.preventDefault(); // it is no fault for the console
  document.getElementById("no-passkey").hidden = false;
});

// Whoever plays a game mostly wins it: as soon as it is known who plays, it counts as won until somebody says otherwise.
// The button that saves says so, beside what it pays.
"use strict";

(() => {
  const save = document.getElementById("save");
  const said = document.createElement("small");
  const field = (given) => form.querySelector(`[name="p0-result"][value="${given}"]`);

  said.className = "result-said";
  save.append(said);

  const isOpen = (name) => Array.from(form.querySelectorAll(`[data-play="0"] [data-part="${name}"]:not([hidden]) input:enabled`)).length > 0 && !value(`p0-${name}`);

  function presume() {
    const isAsked = field("won") && !field("won").disabled && !field("won").closest("[hidden]") && !value("p0-result") && !value("p0-points");
    if (!contractOf(0) || !isAsked || isOpen("declarer") || isOpen("partner") || value("renonce")) return;
    form.dataset.presumed = "";
    tapField(field("won"));
  }

  // A Renonce leaves open how the game would have ended.
  function takeBack() {
    if (!("presumed" in form.dataset) || value("p0-result") !== "won") return;
    delete form.dataset.presumed;
    field("won").checked = false;
    tellField(field("won"));
  }

  function tell() {
    const chosen = form.querySelector('[name="p0-result"]:checked:enabled');
    said.textContent = chosen ? `· ${plainText(chosen.nextElementSibling.textContent)}` : "";
  }

  form.addEventListener("change", ({ target }) => {
    if (target.name === "p0-result" && target.value !== "won") delete form.dataset.presumed;
    else if (target.name === "renonce" && target.value) takeBack();
    else if (/^p0-(?:contract|declarer|partner)$|^renonce$/.test(target.name) && !arrows) presume();
  });
  // Who taps on what is presumed says it himself.
  field("won")?.addEventListener("click", ({ isTrusted }) => { if (isTrusted) delete form.dataset.presumed; });
  form.addEventListener("offered", tell);
})();

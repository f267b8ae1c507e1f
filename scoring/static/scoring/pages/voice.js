// Says aloud what happens at the table; loaded only where somebody has switched it on.

const voice = window.speechSynthesis;
/** @type {Record<string, string>} */
const VOICES = { de: "de-AT", en: "en-GB" };

/** @param {string} text */
function say(text) {
  const said = new SpeechSynthesisUtterance(text.replace(/\s+/g, " ").trim());
  said.lang = VOICES[document.documentElement.lang];
  voice.speak(said);
}

if (voice) {
  document.addEventListener("signal", ({ detail }) => say(detail.text));
  // Some phones let a page speak by itself only after it has spoken at a tap.
  document.addEventListener("click", () => say(""), { once: true });
}

// Hands that wait on this phone, as text, for when its server cannot be reached any more: somebody else
// reads them in (docs/dev/waiting-text.md says how a line is made; scoring/table/waiting_hands/services.py reads it).

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

const dialog = find("dialog#waiting-text-dialog");

// --- the text ---

/** Letters, digits, "-" and "%": nothing that a messenger makes something else of. @param {string} text */
const plain = (text) =>
  encodeURIComponent(text).replace(/[_.!~*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** @param {string} text */
const crc32 = (text) => {
  let rest = ~0;
  for (let at = 0; at < text.length; at += 1) {
    rest ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (0xedb88320 & -(rest & 1));
  }
  return (~rest >>> 0).toString(16).padStart(8, "0");
};

/** @param {Hand} hand */
const line = ({ table, key, previous, seats, number, at, fields }) => {
  const [id = ""] = /[0-9a-f-]{36}/.exec(table) || [];
  const slug = id.replaceAll("-", "");
  const time = at.replace(/\.\d+/, "").replace(/[-:]/g, "");
  const filled = Object.entries(fields)
    .map(([name, value]) => `${plain(name)}=${plain(value)}`)
    .join(",");
  const said = ["TAROCK1", slug, plain(key), plain(previous), seats, number, time, filled].join("/");
  return `${said}/${crc32(said)}`;
};

/** @param {Hand[]} hands */
export const waitingText = (hands) => hands.map(line).join("\n");

// --- the dialog ---

/** @param {string} name */
const part = (name) => find(`[data-part="${name}"]`, dialog);
const area = () => find('textarea[data-part="text"]', dialog);

/** @param {string} sentence */
const say = (sentence) => {
  part("said").textContent = sentence;
  part("said").scrollIntoView({ block: "nearest" });
};

// Without TLS there is no clipboard but this one.
const copy = () => {
  area().focus();
  area().select();
  let copied = false;
  try {
    copied = document.execCommand("copy");
  } catch {
    // then by hand
  }
  if (copied) part("copy").focus();
  say(copied ? dialog.dataset.copied : dialog.dataset.marked);
};

const share = () => navigator.share({ text: area().value }).catch(() => {}); // who changes his mind says nothing

/** @param {Hand[]} hands */
export const showWaitingText = (hands) => {
  area().value = waitingText(hands);
  part("share").hidden = !navigator.share;
  const other = dialog.querySelector('a[data-part="other"]'); // where a stand-by laptop follows
  if (other instanceof HTMLAnchorElement) other.search = new URLSearchParams({ hands: area().value }).toString();
  say("");
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
};

part("copy").addEventListener("click", copy);
part("share").addEventListener("click", share);

export const startWaitingText = () =>
  document.addEventListener("passed-on", ({ detail: hands }) => showWaitingText(hands));

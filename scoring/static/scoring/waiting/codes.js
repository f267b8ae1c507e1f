// Hands that wait on this phone, as text and as QR codes, for when its server cannot be reached any more: somebody else
// reads them in (docs/dev/waiting-text.md says how a line is made; scoring/table/waiting_hands/text.py reads it).

import { qr } from "./qr.js";

const MOST_BYTES = 900; // of a code: what a cheap camera still makes out on a small screen
const dialog = document.getElementById("waiting-codes");

// --- as text ---

// Letters, digits, "-" and "%": nothing that a messenger makes something else of.
const plain = (text) => encodeURIComponent(text)
  .replace(/[_.!~*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const crc32 = (text) => {
  let rest = ~0;
  for (let at = 0; at < text.length; at += 1) {
    rest ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (0xedb88320 & -(rest & 1));
  }
  return (~rest >>> 0).toString(16).padStart(8, "0");
};

const line = ({ table, key, previous, seats, number, at, fields }) => {
  const slug = /[0-9a-f-]{36}/.exec(table)[0].replaceAll("-", "");
  const time = at.replace(/\.\d+/, "").replace(/[-:]/g, "");
  const filled = Object.entries(fields).map(([name, value]) => `${plain(name)}=${plain(value)}`).join(",");
  const said = ["TAROCK1", slug, plain(key), plain(previous), seats, number, time, filled].join("/");
  return `${said}/${crc32(said)}`;
};

export const waitingText = (hands) => hands.map(line).join("\n");

// --- as codes ---

// Hands that go into one code, in their order.
const inCodes = (hands) => hands.reduce((codes, hand) => {
  const last = codes.at(-1);
  if (last && waitingText([...last, hand]).length <= MOST_BYTES) last.push(hand);
  else codes.push([hand]);
  return codes;
}, []);

const element = (name, content, className = "") => Object.assign(document.createElement(name), { className, textContent: content });

const picture = (rows, label) => {
  const [svg, ground, modules] = ["svg", "rect", "path"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
  const attributes = (one, values) => Object.entries(values).forEach(([name, value]) => one.setAttribute(name, value));
  attributes(svg, { viewBox: qr.box(rows), role: "img", "aria-label": label, "shape-rendering": "crispEdges" });
  attributes(ground, { width: "100%", height: "100%", fill: "#fff" });
  attributes(modules, { d: qr.path(rows), fill: "#000" });
  svg.append(ground, modules);
  return svg;
};

const code = (hands, at, of) => {
  const made = document.createElement("section");
  const { dataset } = dialog;
  const label = dataset.code.replace("#", at + 1).replace("#", of);
  const list = element("ul", "");
  list.append(...hands.map((hand) => {
    const said = element("li", "");
    said.append(element("strong", dataset.hand.replace("#", hand.number)), ` ${hand.said}`);
    return said;
  }));
  try {
    made.append(element("h3", label), picture(qr.encode(waitingText(hands)).rows, label), list);
  } catch {
    made.append(element("h3", label), element("p", dataset.long), list); // more than a code can hold
  }
  return made;
};

// --- the dialog ---

const find = (name) => dialog.querySelector(`[data-part="${name}"]`);

const say = (sentence) => {
  find("said").textContent = sentence;
  find("said").scrollIntoView({ block: "nearest" });
};

// Without TLS there is no clipboard but this one.
const copy = () => {
  const area = find("text");
  area.focus();
  area.select();
  let copied = false;
  try {
    copied = document.execCommand("copy");
  } catch {
    // then by hand
  }
  if (copied) find("copy").focus();
  say(copied ? dialog.dataset.copied : dialog.dataset.marked);
};

const share = () => navigator.share({ text: find("text").value }).catch(() => {}); // who changes his mind says nothing

export const showWaitingCodes = (hands) => {
  const codes = inCodes(hands);
  find("codes").replaceChildren(...codes.map((some, at) => code(some, at, codes.length)));
  find("text").value = waitingText(hands);
  find("share").hidden = !navigator.share;
  say("");
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
};

dialog?.addEventListener("click", ({ target }) => {
  if (target.closest('[data-part="copy"]')) copy();
  if (target.closest('[data-part="share"]')) share();
});

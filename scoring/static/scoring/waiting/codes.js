// Hands that wait on this phone, as text and as QR codes, for when its server cannot be reached any more: somebody else
// reads them in (docs/dev/waiting-text.md says how a line is made; scoring/table/waiting_hands/text.py reads it).

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { qr } from "./qr.js";

const MOST_BYTES = 900; // of a code: what a cheap camera still makes out on a small screen
const dialog = find("dialog#waiting-codes");

// --- as text ---

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

// --- as codes ---

/** Hands that go into one code, in their order. @param {Hand[]} hands */
const inCodes = (hands) =>
  hands.reduce((/** @type {Hand[][]} */ codes, hand) => {
    const last = codes.at(-1);
    if (last && waitingText([...last, hand]).length <= MOST_BYTES) last.push(hand);
    else codes.push([hand]);
    return codes;
  }, []);

/** @param {string} name @param {string} content @param {string} className */
const element = (name, content, className = "") =>
  Object.assign(document.createElement(name), { className, textContent: content });

/** @param {number[][]} rows @param {string} label */
const picture = (rows, label) => {
  const [svg, ground, modules] = ["svg", "rect", "path"].map((name) =>
    document.createElementNS("http://www.w3.org/2000/svg", name),
  );
  /** @param {SVGElement} one @param {Record<string, string>} values */
  const attributes = (one, values) => {
    for (const [name, value] of Object.entries(values)) one.setAttribute(name, value);
  };
  attributes(svg, { viewBox: qr.box(rows), role: "img", "aria-label": label, "shape-rendering": "crispEdges" });
  attributes(ground, { width: "100%", height: "100%", fill: "#fff" });
  attributes(modules, { d: qr.path(rows), fill: "#000" });
  svg.append(ground, modules);
  return svg;
};

/** @param {Hand[]} hands @param {number} at @param {number} of */
const code = (hands, at, of) => {
  const made = document.createElement("section");
  const { dataset } = dialog;
  const label = dataset.code.replace("#", String(at + 1)).replace("#", String(of));
  const list = element("ul", "");
  list.append(
    ...hands.map((hand) => {
      const said = element("li", "");
      said.append(element("strong", dataset.hand.replace("#", String(hand.number))), ` ${hand.said}`);
      return said;
    }),
  );
  try {
    made.append(element("h3", label), picture(qr.encode(waitingText(hands)).rows, label), list);
  } catch {
    made.append(element("h3", label), element("p", dataset.long || ""), list); // more than a code can hold
  }
  return made;
};

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
export const showWaitingCodes = (hands) => {
  const codes = inCodes(hands);
  part("codes").replaceChildren(...codes.map((some, at) => code(some, at, codes.length)));
  area().value = waitingText(hands);
  part("share").hidden = !navigator.share;
  say("");
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
};

part("copy").addEventListener("click", copy);
part("share").addEventListener("click", share);

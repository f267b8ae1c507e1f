// The counting help: cards are tapped, Lagen and points add up at once. Without this script the cards are typed and
// the server counts; both do what scoring/engine/hand/counting.py says, in thirds of a point.

const LAGE = 3;

const printed = (thirds) => {
  const blatt = thirds % 3;
  return String((thirds - blatt) / 3) + (blatt ? `/${blatt}` : "");
};

const count = (root) => {
  const off = Number(root.dataset.off);
  const total = Number(root.dataset.total);
  const rounded = "rounded" in root.dataset; // an incomplete Lage loses one whole point
  const written = (thirds) => printed(rounded ? Math.floor((thirds + 1) / LAGE) * LAGE : thirds);
  const kinds = Array.from(root.querySelectorAll("[data-kind]"));
  const find = (name) => root.querySelector(`[data-${name}]`);
  let cards = []; // the kinds that were tapped, in order
  let before = []; // what was counted before "count anew"

  const worth = (some) => some.reduce((sum, kind) => sum + Number(kind.dataset.value) * 3 - off, 0);
  const left = (kind) => Number(kind.dataset.cards) - cards.filter((card) => card === kind).length;

  const lageText = (lage) => {
    const values = lage.map((kind) => kind.dataset.value).join(" + ");
    const less = off && lage.length === LAGE ? " − 2" : rounded ? " − 1" : "";
    return `${values}${less} = ${written(worth(lage))}`;
  };

  // Before half the cards are in, a pile that is too small says nothing yet.
  const showAims = (own) => {
    const early = 2 * cards.length < kinds.reduce((sum, kind) => sum + Number(kind.dataset.cards), 0);
    for (const aim of root.querySelectorAll("[data-aim]")) {
      const ofOthers = "ofOthers" in aim.dataset;
      const has = ofOthers ? total - own : own;
      aim.hidden = early && ofOthers === has >= Number(aim.dataset.aim);
      aim.querySelector("[data-yes]").hidden = has < Number(aim.dataset.aim);
      aim.querySelector("[data-no]").hidden = has >= Number(aim.dataset.aim);
    }
  };

  const showLagen = () => {
    const lagen = [];
    for (let at = 0; at < cards.length; at += LAGE) lagen.push(cards.slice(at, at + LAGE));
    find("lagen").replaceChildren(...lagen.reverse().map((lage) => {
      const line = document.createElement("li");
      line.textContent = lageText(lage);
      return line;
    }));
    const names = (lagen[0] || []).map((kind) => kind.querySelector("button span").textContent).join(", ");
    const all = kinds.every((kind) => left(kind) === 0);
    find("now").textContent = all ? root.dataset.all
      : lagen.length ? `${root.dataset.lage} ${lagen.length}: ${names} (${lageText(lagen[0])})` : root.dataset.next;
  };

  const show = () => {
    const own = worth(cards);
    root.dataset.thirds = String(own);
    find("own").textContent = written(own);
    find("others").textContent = written(total - own);
    if (rounded) {
      find("own-exact").textContent = printed(own);
      find("others-exact").textContent = printed(total - own);
    }
    for (const kind of kinds) {
      kind.querySelector("[data-left]").textContent = String(left(kind));
      kind.querySelector("button").setAttribute("aria-disabled", String(left(kind) === 0));
      kind.querySelector("input").value = String(Number(kind.dataset.cards) - left(kind));
    }
    showAims(own);
    showLagen();
  };

  const tap = (kind) => {
    if (left(kind) === 0) return;
    cards.push(kind);
    show();
  };

  for (const kind of kinds) {
    const button = kind.querySelector("button");
    kind.querySelector("label").hidden = true;
    button.hidden = false;
    button.addEventListener("click", () => tap(kind));
    const typed = Math.min(Number(kind.querySelector("input").value) || 0, Number(kind.dataset.cards));
    for (let at = 0; at < typed; at += 1) cards.push(kind);
  }
  find("undo").addEventListener("click", () => {
    if (cards.length) cards.pop();
    else cards = before;
    show();
  });
  find("again").addEventListener("click", () => {
    if (cards.length) before = cards;
    cards = [];
    show();
  });
  root.querySelector(".tools").hidden = false;
  find("typed").hidden = true;
  show();
};

export function startCounting() {
  for (const root of document.querySelectorAll("[data-counting]")) count(root);
}

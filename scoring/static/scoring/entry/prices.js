// What a plain hand pays, added up from the price list of the sheet, which the server's engine has made
// (scoring/table/entry/price_list.py). What is not in that list, or in doubt, is null: only the server computes it.

const KONTRAS = ["1", "2", "4", "8", "16"];
const SEATS = [0, 1, 2, 3];
/** What names the ending of a Trischaken, with its bit. */
const ENDING = Object.entries({ loser: 1, jungfrau: 2, mayor: 4 });
/** The fields of plain hands: with any other one a hand is none. @type {Record<string, RegExp>} */
const PLAIN = {
  positive:
    /^(?:p0-(?:contract|declarer|partner|result|points|blatt|kontra|kontra_by)|prem-.+-(?:declarer|defence)(?:-(?:lost|kontra|kontra_by))?)$/,
  negative: /^p0-(?:contract|declarer|result|kontra-[0-3])$/,
  trischaken: /^p0-(?:contract|declarer|(?:loser|jungfrau|mayor)-[0-3])$/,
};
/** An item of a hand: the game, or a premium by its name. @typedef {{ name?: string; place: number; game: string | undefined; own?: string; shares: number[] }} Priced */

/**
 * What each seat gets, in sixths; `radl`: what the deal counts.
 * @param {PriceList} list @param {Fields} given @param {number} forehand @param {number} radl
 * @returns {Paid | null}
 */
export function priceHand(list, given, forehand, radl) {
  const { phase, ...fields } = given;
  const game = list.games[fields["p0-contract"]];
  const isPlain = game && Object.keys(fields).every((name) => PLAIN[game.kind].test(name));
  const declarer = Number(fields["p0-declarer"] ?? (game?.by === "forehand" ? forehand : Number.NaN));
  if (!isPlain || phase === "double") return null;
  if (game.kind === "trischaken") return priceEnding(list, game, fields, forehand, radl);
  const items = game.kind === "negative" ? listPairs(fields, declarer) : listItems(game, fields, declarer);
  const paid = { money: [0, 0, 0, 0], written: [0, 0, 0, 0] };
  for (const { name, place, game: said, own, shares } of items) {
    const [unit, prices] = findPrice(list, game, name ?? "", place);
    const isOfPremium = name !== undefined; // its price may be the same whatever is said against the game
    const beside = isOfPremium && prices?.length === 1 ? prices[0] : prices?.[KONTRAS.indexOf(said ?? "1")];
    const amount = beside?.[KONTRAS.indexOf(own ?? "1")]?.[radl - 1];
    if (amount === undefined || amount === null) return null;
    const [money, written = money] = [amount].flat();
    for (const seat of SEATS) {
      paid.money[seat] += shares[seat] * money * unit;
      paid.written[seat] += shares[seat] * written * unit;
    }
  }
  return items.length ? paid : null;
}

/** Where the price of a side and a result stands; -1: nowhere. @param {string} side @param {string | undefined} result */
function placeOf(side, result) {
  const at = ["won", "lost", "conceded"].indexOf(result ?? "");
  return at < 0 ? -1 : 2 * at + (side === "defence" ? 1 : 0);
}

/** What is to be multiplied by what. @param {PriceList} list @param {PricedGame} game @param {string} name @param {number} place */
function findPrice(list, game, name, place) {
  const [unit, shape] = list.prices[game.items[name]?.[place] ?? -1] ?? [0, -1];
  return [unit, list.shapes[shape]];
}

/** Each of the declarer's side gets it from each opponent. @param {number} declarer @param {number} partner */
const shareOut = (declarer, partner) =>
  SEATS.map((seat) => ([declarer, partner].includes(seat) ? (partner < 0 ? 3 : 1) : -1));

/** The game and its premiums; none where in doubt. @param {PricedGame} game @param {Fields} fields @param {number} declarer */
function listItems(game, fields, declarer) {
  const { "p0-partner": named, "p0-result": result, "p0-kontra": said } = fields;
  const partner = SEATS.includes(Number(named)) ? Number(named) : -1; // "talon" and "alone" are nobody
  const own = [declarer, partner];
  const isConceded = result === "conceded";
  const isKontrad = Object.keys(fields).some((name) => name.endsWith("-kontra"));
  const isInDoubt =
    !SEATS.includes(declarer) ||
    declarer === partner ||
    Boolean(named) !== game.partner ||
    (isConceded && named !== "talon") ||
    (isKontrad && named === "talon");
  if (isInDoubt || own.includes(Number(fields["p0-kontra_by"]))) return [];
  const shares = shareOut(declarer, partner);
  /** @type {Priced[]} */
  const items = [{ place: placeOf("declarer", result), game: said, shares }];
  for (const [field, form] of Object.entries(fields)) {
    const [, id, side] = /^prem-(.+)-(declarer|defence)$/.exec(field) || [];
    if (!side) continue;
    const by = fields[`${field}-kontra_by`];
    if (by !== undefined && own.includes(Number(by)) === (side === "declarer")) return [];
    const end = isConceded ? "conceded" : fields[`${field}-lost`] ? "lost" : "won";
    items.push({
      name: `${id}-${form}`,
      place: placeOf(side, end),
      game: said,
      own: fields[`${field}-kontra`],
      shares,
    });
  }
  return items;
}

/** A negative game: with each opponent by himself. @param {Fields} fields @param {number} declarer @returns {Priced[]} */
function listPairs(fields, declarer) {
  if (!SEATS.includes(declarer) || fields[`p0-kontra-${declarer}`]) return [];
  return SEATS.filter((seat) => seat !== declarer).map((opponent) => ({
    place: placeOf("declarer", fields["p0-result"]),
    game: fields[`p0-kontra-${opponent}`],
    shares: SEATS.map((seat) => (seat === declarer ? 1 : seat === opponent ? -1 : 0)),
  }));
}

/**
 * A Trischaken whose losers are named: its endings are told from the forehand on.
 * @param {PriceList} list @param {PricedGame} game @param {Fields} fields @param {number} forehand @param {number} radl
 */
function priceEnding(list, game, fields, forehand, radl) {
  /** @param {number} seat */
  const bits = (seat) => ENDING.reduce((sum, [word, bit]) => sum + (fields[`p0-${word}-${seat}`] ? bit : 0), 0);
  const name = SEATS.map((place) => bits((forehand + place) % 4)).join("");
  const [unit, prices] = findPrice(list, game, name, 0);
  const amounts = prices?.[radl - 1];
  if (!amounts) return null;
  const paid = SEATS.map((seat) => amounts[(seat - forehand + 4) % 4] * unit);
  return { money: paid, written: paid };
}

/** What deals count when a Radl begins after one of them. @param {string} counts @param {number} at @param {string} length */
const doubleAfter = (counts, at, length) =>
  length ? counts.slice(0, at + 1) + "2".repeat(Number(length)) + counts.slice(at + 1 + Number(length)) : "";

/**
 * What hands that follow one another pay, and what the deal after them counts: 0 where only the server knows. `course`:
 * a digit for what each deal counts, as it stands, and how many a Radl doubles that begins, if one can go on by that.
 * @param {PriceList} list @param {{ fields: Fields; forehand: number }[]} hands @param {string[]} course
 */
export function priceHands(list, hands, course) {
  let [counts, length] = course;
  const paid = hands.map(({ fields, forehand }, at) => {
    const amounts = priceHand(list, fields, forehand, Number(counts[at]));
    const isEven = amounts?.money.every((amount) => amount === 0);
    const names = Object.keys(fields).filter((name) => name.endsWith("-contract"));
    const games = names.map((name) => fields[name]);
    // Whoever pays for a Renonce pays; whoever wins a negative game gets something from those who do not.
    const isNeverEven = fields.renonce || games.every((game) => list.games[game]?.kind === "negative");
    const isInDoubt = !amounts || ("p0-points" in fields && list.radl.includes("equal"));
    if ([...games, isEven ? "zero" : ""].some((what) => list.radl.includes(what)))
      counts = doubleAfter(counts || course[0], at, length);
    else if (list.radl.length && isInDoubt && !isNeverEven) counts = "";
    return amounts;
  });
  return { paid, radl: Number(counts[hands.length] || 0) };
}

const PARTS = ["", "⅙", "⅓", "½", "⅔", "⅚"];

/** As the server writes points. @param {number} sixths @param {string} [plus] the sign of a gain */
export function writeAmount(sixths, plus = "") {
  const [whole, part] = [Math.floor(Math.abs(sixths) / 6), PARTS[Math.abs(sixths) % 6]];
  return `${sixths < 0 ? "−" : sixths > 0 ? plus : ""}${whole || !part ? whole : ""}${part}`;
}

// What an evening is settled by while the server is away: the Pagatkassa as scoring/engine/settlement.py follows it, and
// amounts as whole cents.

const SIXTHS = 6;
const SEATS = [0, 1, 2, 3];
/** @type {Side[]} */
const SIDES = ["declarer", "defence"];
/** A deal: its fields, the places of its four seats, and whose seat the forehand's is. @typedef {{ fields: Fields; active: number[]; forehand: number }} Dealt */

/** @param {number[]} cents */
const sum = (cents) => cents.reduce((all, one) => all + one, 0);

/** Cents in the pot, and what each place has got from it, after these deals.
 * @param {Kassa} pot @param {Dealt[]} deals @param {number[]} order the places of everybody at the table
 */
export function followPot(pot, deals, order) {
  const moves = [...pot.moves];
  let { left } = pot;
  /** @param {number} place @param {number} cents */
  const pay = (place, cents) => {
    moves[place] -= cents;
    left += cents;
  };
  for (const { fields, active, forehand } of deals) {
    const dealer = order[(order.indexOf(active[forehand]) + order.length - 1) % order.length];
    if (!left && pot.opening) for (const place of order) pay(place, pot.opening);
    pay(dealer, pot.stake);
    const pagat = findPagat(pot.premium, fields, forehand);
    if (!pagat) continue;
    const due = pagat.isWon ? left : Math.min(left, pot.cap ?? left);
    const each = Math.floor(due / pagat.side.length);
    const odd = due - each * pagat.side.length;
    for (const seat of pagat.side) {
      const share = each + (seat === pagat.announcer ? odd : 0);
      pay(active[seat], pagat.isWon ? -share : share);
    }
  }
  return { left, moves };
}

/** The announced Pagat of a hand. @param {string} premium @param {Fields} fields @param {number} forehand */
function findPagat(premium, fields, forehand) {
  const side = SIDES.find((one) => fields[`prem-${premium}-${one}`] === "announced");
  if (!side || fields.renonce) return null;
  const field = `prem-${premium}-${side}`;
  const declarer = Number(fields["p0-declarer"] ?? forehand);
  const own = [declarer, Number(fields["p0-partner"] || Number.NaN)];
  const seats = SEATS.filter((seat) => own.includes(seat) === (side === "declarer"));
  const after = [...SEATS.slice(declarer), ...SEATS].find((seat) => seats.includes(seat));
  const announcer = Number(fields[`${field}-by`] ?? after);
  return { isWon: !fields[`${field}-lost`] && fields["p0-result"] !== "conceded", announcer, side: seats };
}

/** Amounts in sixths, at so many cents a point, as whole cents that add up to 0: what is missing goes to the largest
 * remainders. @param {number[]} sixths @param {number} rate
 */
export function roundAmounts(sixths, rate) {
  const exact = sixths.map((amount) => ({ whole: Math.floor((amount * rate) / SIXTHS), rest: amount * rate }));
  const missing = -sum(exact.map(({ whole }) => whole));
  const order = exact.map(({ whole, rest }, at) => ({ at, rest: rest - whole * SIXTHS }));
  const upwards = order.sort((one, other) => other.rest - one.rest || one.at - other.at).slice(0, missing);
  return exact.map(({ whole }, at) => whole + (upwards.some((one) => one.at === at) ? 1 : 0));
}

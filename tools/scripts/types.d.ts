// What pages and scripts have in common: elements that a selector finds, events, and the shapes of what the server says.
import type { ParseSelector } from "typed-query-selector/parser.js";

declare global {
  // --- elements and events: what a selector does not name is an element of HTML, as on all our pages

  type Found<S extends string> = ParseSelector<S, HTMLElement>;
  type Field = HTMLInputElement;
  type On<E extends Event, T> = E & { readonly target: T };

  interface WindowEventMap {
    beforeinstallprompt: Event & { prompt(): Promise<unknown> };
  }
  interface ParentNode {
    querySelector<S extends string>(selector: S): Found<S> | null;
    querySelectorAll<S extends string>(selector: S): NodeListOf<Found<S>>;
  }
  interface HTMLElement {
    readonly children: HTMLCollectionOf<HTMLElement>;
    cloneNode(subtree?: boolean): HTMLElement;
  }
  interface HTMLFormElement {
    cloneNode(subtree?: boolean): HTMLFormElement;
  }
  interface Element {
    closest<S extends string>(selector: S): Found<S> | null;
  }
  // Fields that forms of ours have; others are looked for by their names.
  interface HTMLFormControlsCollection {
    csrfmiddlewaretoken: Field;
    key: Field;
    place: HTMLSelectElement;
    previous: Field;
    reason: Field;
    renonce: HTMLSelectElement;
    seats: Field;
    what?: Field;
  }
  // Data that templates always give where a script reads it.
  interface DOMStringMap {
    above: string;
    against: string;
    agoNow: string;
    agoText: string;
    along: string;
    aim: string;
    all: string;
    announced: string;
    apply: string;
    asks: string;
    author: string;
    away: string;
    back: string;
    badge: string;
    because: string;
    begins: string;
    bird: string;
    busy: string;
    byPoints: string;
    byResult: string;
    chip: string;
    claims: string;
    clear: string;
    close: string;
    code: string;
    computed: string;
    counts: string;
    copied: string;
    dealer: string;
    declarer: string;
    defence: string;
    digits: string;
    dispute: string;
    dropped: string;
    ended: string;
    ends: string;
    erase: string;
    every: string;
    extras: string;
    fields: string;
    find: string;
    for: string;
    forehand: string;
    gone: string;
    hand: string;
    here: string;
    high: string;
    hint: string;
    ifRuns: string;
    jungfrau: string;
    kept: string;
    key: string;
    keyboard: string;
    keys: string;
    lage: string;
    kontra: string;
    last: string;
    loses: string;
    lost: string;
    lost: string;
    many: string;
    marked: string;
    mayor: string;
    moments: string;
    more: string;
    needs: string;
    newer: string;
    next: string;
    noPage: string;
    notBy: string;
    number: string;
    off: string;
    offender: string;
    offline: string;
    on: string;
    one: string;
    onlyDefence: string;
    onlyOwn: string;
    open: string;
    opened: string;
    opponents: string;
    others: string;
    own: string;
    page: string;
    partners: string;
    piece: string;
    play: string;
    plays: string;
    points: string;
    premium: string;
    premiums: string;
    preview: string;
    program: string;
    renewed: string;
    ruleMany: string;
    ruleOne: string;
    rules: string;
    said: string;
    same: string;
    save: string;
    saved: string;
    seat: string;
    seats: string;
    seconds: string;
    sending: string;
    sheet: string;
    silent: string;
    slug: string;
    stake: string;
    text: string;
    total: string;
    unknown: string;
    unsaved: string;
    url: string;
    value: string;
    version: string;
    which: string;
    whose: string;
    while: string;
    with: string;
    withoutKontra: string;
    beside: string;
    besideKontra: string;
    notLost: string;
    words: string;
    worker: string;
    writes: string;
    side: Side;
    slot: string;
  }
  interface HTMLElementEventMap {
    discard: Event;
    entered: Event;
    offered: Event;
    previewed: Event;
    reminded: Event;
    renewed: CustomEvent<Partial<Rules>>;
  }
  interface DocumentEventMap {
    "added-up": CustomEvent<AddedUp>;
    "allauth.error": Event;
    call: Event;
    gong: CustomEvent<{ ends: number; late: number }>;
    later: Event;
    news: Event;
    page: CustomEvent<string>;
    outbox: CustomEvent<OutboxNews>;
    "passed-on": CustomEvent<Hand[]>;
    pieces: Event;
    "server-time": CustomEvent<{ now: number | null }>;
    signal: CustomEvent<{ kind: string; text: string }>;
    unkept: Event;
  }
  // What is tapped on is an element, what is typed into a field of the form.
  type Tap = "click" | "contextmenu" | "pointerdown";
  interface Document {
    addEventListener<K extends Tap | "keydown">(
      type: K,
      listener: (event: On<DocumentEventMap[K], HTMLElement>) => void,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(type: "submit", listener: (event: On<SubmitEvent, HTMLFormElement>) => void): void;
  }
  interface HTMLElement {
    addEventListener<K extends Tap>(
      type: K,
      listener: (event: On<HTMLElementEventMap[K], HTMLElement>) => void,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener<K extends "change" | "focusin" | "focusout" | "input" | "keydown">(
      type: K,
      listener: (event: On<HTMLElementEventMap[K], Field>) => void,
    ): void;
  }
  interface HTMLFormElement {
    addEventListener<K extends Tap>(
      type: K,
      listener: (event: On<HTMLElementEventMap[K], HTMLElement>) => void,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener<K extends "change" | "focusin" | "focusout" | "input" | "keydown">(
      type: K,
      listener: (event: On<HTMLElementEventMap[K], Field>) => void,
    ): void;
  }

  // --- what the server says of a sheet: scoring/table/entry/script_data.py

  type Side = "declarer" | "defence";
  type Seat = string; // "0" to "3", of the deal
  interface Item {
    kontra: number;
    king_lies: boolean;
    lost: boolean;
    decides: boolean;
  }
  interface Contract {
    kind: "positive" | "negative" | "trischaken";
    group: string;
    worth: string;
    plain: string;
    by: "all" | "forehand" | "others";
    partner: string | null;
    alone: boolean;
    concede: boolean;
    blank: boolean;
    kontra: number;
    king_lies: boolean;
    win: number;
    win_kontra: number;
    needs: string[];
    must_kontra: string[];
    never_kontra: string[];
    left: string[];
    forms: Record<string, Item>;
    bei: string[];
  }
  interface Premium {
    points: number | null;
    won_from: number;
    wins: boolean;
    takes_kontra: boolean;
    missed_denies: string[];
  }
  // A premium that is recorded, and what stands against one: its code as in the engine's problems, and a premium in its way.
  interface Claim {
    id: string;
    side: Side;
    kind: string;
    won: boolean;
  }
  interface Obstacle {
    code: string;
    claim?: Claim;
  }
  interface Reminder {
    text: string;
    ref: string;
    in: string[] | null;
    items: string[] | null;
    when: string[];
    unless: string[];
  }
  interface Rules {
    forehand: number;
    equal: boolean;
    total: number;
    whole: boolean;
    mayor: number | null;
    jungfrau: boolean;
    endings: string[];
    frequent: string[];
    contracts: Record<string, Contract>;
    premiums: Record<string, Premium>;
    obstacles: Record<string, Record<string, string>>;
    reminders: Reminder[];
  }
  interface Deal {
    seats: string;
    names: string[];
    forehand: number;
    dealer: number | null;
  }

  interface PricedGame {
    kind: "positive" | "negative" | "trischaken";
    by: string | null;
    partner: boolean;
    items: Record<string, (number | null)[]>; // where the price of each stands, by side and result
  }
  interface Paid {
    money: number[]; // of each seat, in sixths
    written: number[]; // the same in the written score
  }
  // What an evening is settled by; cents and sixths by place (scoring/table/settlement/services.py).
  interface Kassa {
    left: number;
    moves: number[];
    opening: number;
    stake: number;
    cap: number | null;
    premium: string;
  }
  interface Accounts {
    rate: number;
    due: number[];
    pot: Kassa | null;
  }
  interface AddedUp {
    hands: Hand[];
    paid: (Paid | null)[];
  }
  interface PriceList {
    games: Record<string, PricedGame>;
    prices: [number, number][]; // a unit, and where the shape stands that it multiplies
    // by the kontra on the game, that on the item, and the Radl; of a Trischaken by the Radl and the seat
    // biome-ignore lint/suspicious/noExplicitAny: two shapes
    shapes: any[];
    radl: string[]; // what begins one
    digest: string;
  }

  // --- hands that a phone keeps, and what the server answers

  type Fields = Record<string, string>;
  interface Entered {
    key: string;
    table: string; // its path
    number: number;
    previous: string;
    seats: string;
    fields: Fields;
    said: string;
    at: string;
    instead: string; // the key of the hand that it changes
  }
  type Draft = Entered;
  interface Hand extends Omit<Entered, "instead"> {
    instead?: string;
    state: string;
    answer: Answer | null;
    tried: number;
    order: number;
  }
  interface Answer {
    key: string;
    saved: boolean;
    code: string;
    held: boolean;
    message?: string;
    errors?: { message: string }[];
    sequence: number;
    deal: number;
  }
  interface OutboxNews {
    kind: "kept" | "marked" | "removed" | "refused" | "saved" | "same" | "dropped" | "unanswered";
    table: string;
    hand: Hand;
    answer: Answer | null;
    elsewhere: boolean;
  }
  type EntryKept = typeof import("../../scoring/static/scoring/entry/kept.js").entryKept;
  interface OpenedTable {
    path: string;
    names: string;
    at: string;
  }

  // --- what browsers know and TypeScript does not, or not yet

  class BarcodeDetector {
    constructor(options: { formats: string[] });
    detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
  }
  interface Window {
    webkitAudioContext?: typeof AudioContext;
  }
}

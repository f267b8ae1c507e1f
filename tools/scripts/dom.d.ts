// What a selector finds, by its tag; what it does not name is an element of HTML, as on all pages of ours.
import type { ParseSelector } from "typed-query-selector/parser.js";

declare global {
  interface ParentNode {
    querySelector<S extends string>(selector: S): ParseSelector<S, HTMLElement> | null;
    querySelectorAll<S extends string>(selector: S): NodeListOf<ParseSelector<S, HTMLElement>>;
  }
  interface Element {
    closest<S extends string>(selector: S): ParseSelector<S, HTMLElement> | null;
  }
}

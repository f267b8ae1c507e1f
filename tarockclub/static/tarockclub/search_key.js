// The key / leads to the search, unless somebody is typing.

export function startSearchKey() {
  /** @param {HTMLElement} element */
  const isTyping = (element) =>
    element.isContentEditable ||
    element.matches("textarea, select, input:not([type=radio], [type=checkbox], [type=button], [type=submit])");

  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.defaultPrevented || isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const fields = Array.from(document.querySelectorAll("input[data-search-key]"));
    const field = fields.find((found) => found.checkVisibility?.() ?? true);
    const link = document.querySelector("a[data-search-link]");
    if (!field && !link) return;
    event.preventDefault();
    if (field) field.select();
    else if (link) location.assign(link.href);
  });
}

// The counting help over the entry form: nothing of the entry is lost, and what was counted goes into its fields.
// Without it the link opens the page of its own beside this one.

export function startCountingDialog() {
  const dialog = document.getElementById("counting");
  if (!dialog) return;
  const counting = dialog.querySelector("[data-counting]");

  const told = (field) => {
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  };

  // Points into a field, with its Blätter beside it where the sheet knows them.
  const enter = (field, thirds) => {
    const blatt = thirds % 3;
    const choice = field.closest(".points").querySelector(`.blatt input[value="${blatt}"]`);
    field.value = String((thirds - blatt) / 3) + (blatt && !choice ? `/${blatt}` : "");
    told(field);
    if (choice) {
      choice.checked = true;
      told(choice);
    }
    dialog.close();
    field.focus();
  };

  const button = (text, field, thirds) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", () => enter(field, thirds()));
    return made;
  };

  const own = () => Number(counting.dataset.thirds);
  const others = () => Number(counting.dataset.total) - own();
  const named = (field) => field.labels[0].firstChild.textContent.trim();

  // Where the points may go: to the declarer's side, or in Trischaken to one of the four.
  const offer = (fields) => {
    const four = fields.length > 1;
    const buttons = four ? fields.map((field) => button(`${dialog.dataset.for} ${named(field)}`, field, own))
      : [button(dialog.dataset.own, fields[0], own), button(dialog.dataset.others, fields[0], others)];
    counting.classList.toggle("of-four", four);
    counting.querySelector("[data-take]").replaceChildren(...buttons);
  };

  // On the document: the form may get other fields while the page is open.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-count]");
    if (!link || !dialog.showModal) return;
    const fields = Array.from(link.closest("[data-part]").querySelectorAll("input[inputmode]:enabled"));
    if (!fields.length) return;
    event.preventDefault();
    offer(fields);
    dialog.showModal();
  });
}

"use strict";
// Search, filters and sorting. Without this script, the page has the same content.
{
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const bar = document.querySelector(".bar");
  const field = bar.querySelector("input[type=search]");
  const status = bar.querySelector("[role=status]");
  const filters = all("input[type=checkbox]", bar);
  const bodies = all("tbody");

  const details = (row) => (row.matches(".row") ? [row.nextElementSibling] : []);
  const items = (selector) =>
    all(selector).map((element) => ({ element, parts: [element, ...details(element)], text: null }));
  const kinds = [
    ["operations", items(".row")],
    ["fragments", items(".fragment")],
    ["types", items(".type, .unused li")],
    ["changes", items(".changes > li")],
  ];

  const matches = (item, words, tags) => {
    if (words.length) item.text ??= item.parts.map((part) => part.textContent).join(" ").toLowerCase();
    const own = item.element.dataset.tags;
    return (
      words.every((word) => item.text.includes(word)) &&
      (own === undefined || tags.every((tag) => own.includes(tag)))
    );
  };

  // Shows the items that have all words and tags.
  const search = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const tags = filters.filter((filter) => filter.checked).map((filter) => filter.value);
    const isNarrowed = words.length + tags.length > 0;
    const counts = [];
    for (const [name, list] of kinds) {
      if (list.length === 0) continue;
      let count = 0;
      for (const item of list) {
        const isShown = matches(item, words, tags);
        if (isShown) count += 1;
        for (const part of item.parts) part.hidden = !isShown;
      }
      counts.push(isNarrowed ? `${count} of ${list.length} ${name}` : `${count} ${name}`);
    }
    for (const body of bodies) {
      const row = body.querySelector("tr:not(.module):not([hidden])");
      body.hidden = row === null;
    }
    status.textContent = counts.join(", ");
  };

  const key = (row, column, isNumber) => {
    const text = row.cells[column].textContent.trim();
    return isNumber ? parseFloat(text) : text;
  };

  // Sorts the rows of each module; numbers from the largest first.
  const sort = (head) => {
    const isNumber = head.matches(".n");
    const first = isNumber ? "descending" : "ascending";
    const second = isNumber ? "ascending" : "descending";
    const order = head.ariaSort === first ? second : first;
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    for (const body of head.closest("table").tBodies) {
      const rows = all(".row, .fragment", body).map((row) => [key(row, head.cellIndex, isNumber), row]);
      rows.sort(([a], [b]) => sign * (isNumber ? a - b : a < b ? -1 : a > b ? 1 : 0));
      body.append(...rows.flatMap(([, row]) => [row, ...details(row)]));
    }
  };

  // Opens what a link leads to.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target === null) return;
    const row = target.closest("tr");
    if (target.closest("[hidden]")) {
      field.value = "";
      for (const filter of filters) filter.checked = false;
      search();
    }
    for (const part of [target, ...(row ? details(row) : [])]) {
      const found = part.matches("details") ? part : part.querySelector(":scope > td > details");
      if (found) found.open = true;
    }
    target.scrollIntoView();
  };

  for (const head of all("thead th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.addEventListener("click", () => sort(head));
    head.replaceChildren(button);
  }
  const toggle = bar.querySelector("button");
  toggle.addEventListener("click", () => {
    const opens = toggle.textContent === "Open all";
    for (const element of all("details")) element.open = opens;
    toggle.textContent = opens ? "Close all" : "Open all";
  });
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = all("details:not([open])");
    for (const element of closed) element.open = true;
  });
  addEventListener("afterprint", () => {
    for (const element of closed) element.open = false;
  });
  addEventListener("hashchange", reveal);
  for (const input of [field, ...filters]) input.addEventListener("input", search);
  bar.hidden = false;
  search();
  reveal();
}

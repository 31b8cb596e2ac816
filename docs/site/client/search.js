// Search without a server: the index is a separate script, loaded when a reader begins to search.

const field = document.querySelector("#search");
const list = document.querySelector(".found");
const root = field.dataset.root;
let index;

function load() {
  if (index !== undefined) return;
  index = null;
  const script = document.createElement("script");
  script.src = `${root}search-index.js`;
  script.onload = () => {
    const { options, data } = window.searchIndex;
    index = MiniSearch.loadJS(data, options);
    find();
  };
  document.head.append(script);
}

function find() {
  if (!index) return;
  const asked = field.value.trim();
  const hits = asked.length < 2 ? [] : index.search(asked, { prefix: true, fuzzy: 0.25, boost: { title: 4 }, boostDocument: (_id, _term, { weight }) => weight }).slice(0, 12);
  list.replaceChildren(
    ...hits.map((hit) => {
      const link = Object.assign(document.createElement("a"), { href: root + hit.id, textContent: hit.title });
      link.append(Object.assign(document.createElement("small"), { textContent: hit.page }));
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
  if (asked.length >= 2 && hits.length === 0) list.append(Object.assign(document.createElement("li"), { textContent: "Nothing was found." }));
}

// "/" moves the focus to the search field from anywhere on the page.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.matches("input, textarea, select")) return;
  event.preventDefault();
  field.focus();
});

field.addEventListener("focus", load);
field.addEventListener("input", find);
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
field.form.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    field.value = "";
    list.replaceChildren();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [field, ...list.querySelectorAll("a")];
  stops[Math.min(Math.max(stops.indexOf(document.activeElement) + step, 0), stops.length - 1)].focus();
  event.preventDefault();
});

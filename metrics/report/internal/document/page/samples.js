const body = table.tBodies[0];
const page = 100;
const pairs = table.dataset.kind === "pairs";
const firstScore = 3;
// names are the metrics of the columns of scores.
const names = [...table.tHead.rows[0].cells].slice(firstScore).filter((h) => h.classList.contains("score")).map((h) => h.textContent.trim());

const samples = [...body.rows].map((row, index) => {
  const cells = [...row.cells].map((c) => c.textContent.trim());
  const button = el("button", { type: "button", class: "open", "aria-expanded": "false" }, cells[0] || "(no id)");
  row.cells[0].replaceChildren(button);
  row.id = `s${index}`;
  const s = { row, index, button, cells, words: cells.join("\n").toLowerCase(), open: null };
  button.addEventListener("click", () => toggle(s));
  return s;
});

// fill puts the details of a sample into its cell.
async function fill(s, cell) {
  try {
    const d = await details(s.index);
    cell.replaceChildren(pairs ? gradesOfPair(d, s.cells[1]) : gradesOf(d, s.cells[1]));
  } catch (err) {
    cell.replaceChildren(`The details cannot be unpacked (${err.message}). The JSON and the CSV of the report have them.`);
  }
}

async function toggle(s) {
  if (s.open) {
    s.open.remove();
    s.open = null;
    s.button.setAttribute("aria-expanded", "false");
    s.button.removeAttribute("aria-controls");
    return;
  }
  const cell = el("td", { colspan: String(s.row.cells.length) }, "Unpacking …");
  const id = `d${s.index}`;
  s.open = el("tr", { class: "detail", id }, cell);
  s.row.after(s.open);
  s.button.setAttribute("aria-expanded", "true");
  s.button.setAttribute("aria-controls", id);
  await fill(s, cell);
}

const value = (id) => (field(id) ? field(id).value : "");
const lastColumn = samples.length ? samples[0].cells.length - 1 : 0;
const cellNumber = (s, column) => {
  const text = s.cells[column].replace("−", "-");
  return text === "" || Number.isNaN(Number(text)) ? null : Number(text);
};

let shown = page;
let order = samples;
let run = 0;
let deep = null;

function matches(s, query) {
  if (query && !s.words.includes(query) && !(deep && deep.has(s.index))) return false;
  if (value("f-subset") && s.cells[1] !== value("f-subset").trim()) return false;
  const status = value("f-status");
  if (status === "last" ? !s.cells[lastColumn] : status && s.cells[2] !== status.trim()) return false;
  const lo = value("f-min"), hi = value("f-max");
  if (lo === "" && hi === "") return true;
  const x = cellNumber(s, firstScore + Number(value("f-score")));
  return x !== null && (lo === "" || x >= Number(lo)) && (hi === "" || x <= Number(hi));
}

// show lays out the rows that match, the first of them up to the limit.
function show(note) {
  const query = value("f-text").trim().toLowerCase();
  const found = order.filter((s) => matches(s, query));
  const list = [];
  for (const s of found.slice(0, shown)) {
    list.push(s.row);
    if (s.open) list.push(s.open);
  }
  body.replaceChildren(...list);
  const n = (x) => x.toLocaleString("en");
  const part = found.length > shown ? `, the first ${n(shown)} shown` : "";
  field("found").textContent = (found.length === samples.length ? `${n(samples.length)} samples` : `${n(found.length)} of ${n(samples.length)} samples`)
    + part + (note ? ` ${note}` : "");
  field("more").hidden = found.length <= shown;
  field("more-some").textContent = `Show ${page} more`;
  field("more-all").textContent = `Show all ${n(found.length)}`;
}

// textOf is what of a sample is searched, in lower case: all texts that it holds.
function textOf(x, found = new Set()) {
  if (typeof x === "string") found.add(x);
  else if (x && typeof x === "object") for (const y of Object.values(x)) textOf(y, found);
  return found;
}
const texts = new Map();

// search looks through the packed texts too.
async function search() {
  const query = value("f-text").trim().toLowerCase();
  const own = ++run;
  deep = null;
  shown = page;
  if (query.length < 2) {
    show();
    return;
  }
  show("– looking through their texts …");
  const hits = new Set();
  try {
    for (const s of samples) {
      if (!texts.has(s.index)) {
        const d = await details(s.index);
        if (own !== run) return;
        texts.set(s.index, [...textOf(d)].join("\n").toLowerCase());
      }
      if (texts.get(s.index).includes(query)) hits.add(s.index);
    }
  } catch (err) {
    show(`– their texts cannot be searched (${err.message})`);
    return;
  }
  deep = hits;
  show();
}

function sortBy(column, head) {
  const up = head.getAttribute("aria-sort") !== "ascending";
  for (const h of table.tHead.rows[0].cells) h.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const collator = new Intl.Collator("en", { numeric: true });
  const compare = column < firstScore
    ? (a, b) => collator.compare(a.cells[column], b.cells[column])
    : (a, b) => cellNumber(a, column) - cellNumber(b, column);
  const empty = (s) => column >= firstScore && cellNumber(s, column) === null;
  // Samples without the number come last, whichever way.
  order = [...samples].sort((a, b) => empty(a) - empty(b) || (empty(a) ? 0 : compare(a, b) * (up ? 1 : -1)) || a.index - b.index);
  show();
}

[...table.tHead.rows[0].cells].forEach((head, column) => {
  const button = el("button", { type: "button", class: "sort" }, ...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => sortBy(column, head));
});

const form = field("filters");
let timer = 0;
form.addEventListener("submit", (e) => e.preventDefault());
form.addEventListener("reset", () => setTimeout(search));
form.addEventListener("input", (e) => {
  if (e.target.id !== "f-text") {
    shown = page;
    show();
    return;
  }
  clearTimeout(timer);
  timer = setTimeout(search, 150);
});
field("more-some").addEventListener("click", () => { shown += page; show(); });
field("more-all").addEventListener("click", () => { shown = Infinity; show(); });
form.hidden = samples.length === 0;
if (field("shortened")) (field("whole") || form).before(field("shortened"));
if (typeof DecompressionStream === "undefined" && samples.length) {
  (field("whole") || form).before(el("p", { class: "note", id: "unpackable" }, el("strong", {}, "This browser cannot unpack the details of the samples."),
    " It lacks DecompressionStream, which browsers have since 2023. ", pairs ? "The reports' own files have them." : "Open the report's JSON below to read them here, or use its CSV."));
}
show();

// The report's JSON, when a reader opens it, has everything whole.
if (field("whole") && samples.length) {
  field("whole").hidden = !field("shortened") && typeof DecompressionStream !== "undefined";
  field("whole-file").addEventListener("change", async (e) => {
    const say = (text) => { field("whole-said").textContent = text; };
    const file = e.target.files[0];
    if (!file) return;
    say("Reading …");
    try {
      open(JSON.parse(await file.text()));
    } catch (err) {
      say(`${visible(file.name)} cannot be used: ${visible(err.message)}.`);
      return;
    }
    texts.clear();
    await Promise.all(samples.filter((s) => s.open).map((s) => fill(s, s.open.firstChild)));
    say(`Everything is shown whole, from ${visible(file.name)}.`);
    search();
  });
}

// Printed pages show what is folded.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open], .raw, .same)")];
  for (const d of folded) d.open = true;
});
addEventListener("afterprint", () => {
  for (const d of folded) d.open = false;
});

// A link to a sample, such as #s12, opens it.
function follow() {
  const m = /^#s(\d+)$/.exec(location.hash);
  const s = m && samples[Number(m[1])];
  if (!s) return;
  if (!s.row.isConnected) {
    for (const e of form.querySelectorAll("input")) e.value = "";
    for (const e of form.querySelectorAll("select")) e.selectedIndex = 0;
    run++;
    shown = Infinity;
    show();
  }
  if (!s.open) toggle(s);
  s.row.scrollIntoView();
}
addEventListener("hashchange", follow);
follow();

(() => {
  "use strict";
  const table = document.getElementById("sample-table");
  const body = table.tBodies[0];
  const lines = document.getElementById("chunks").textContent.trim().split("\n");
  const chunkSize = Number(table.dataset.chunk);
  const page = 100;

  // el makes an element. Text is only ever set as text.
  function el(name, props, ...children) {
    const e = document.createElement(name);
    for (const [k, v] of Object.entries(props || {})) {
      if (v !== undefined && v !== null && v !== "") e.setAttribute(k, v);
    }
    e.append(...children.filter((c) => c !== undefined && c !== null && c !== ""));
    return e;
  }

  // lang is the language of text that is not English, for fonts, line breaks and voices. A letter of
  // Chinese, Japanese or Korean counts as much as four others.
  const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
  function lang(s) {
    const n = (s.match(cjk) || []).length;
    if (!n || 4 * n < (s.match(/[\u0000-\u10ff]/g) || []).filter((c) => /\p{L}/u.test(c)).length) return "";
    if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(s)) return "ja";
    return /\p{Script=Hangul}/u.test(s) ? "ko" : "zh";
  }

  // prose makes an element of text from outside, with a mark where it was cut.
  function prose(name, className, text) {
    const [kept, cut] = text.split("\u001f");
    const e = el(name, { class: className, lang: lang(kept), dir: "auto" }, kept);
    if (cut) e.append(el("span", { class: "cut", lang: "en", dir: "ltr" }, ` … +${cut} characters`));
    return e;
  }

  const number = (x) => (x === null ? "–" : x.toFixed(4).replace("-", "−"));
  const points = (x) => (x === null ? "–" : String(Math.round(x * 1e4) / 1e4).replace("-", "−"));

  // Details are unpacked chunk by chunk, when one of a chunk's samples is opened or searched.
  const chunks = new Map();
  function chunk(i) {
    if (!chunks.has(i)) chunks.set(i, unpack(lines[i]));
    return chunks.get(i);
  }
  async function unpack(line) {
    const bytes = Uint8Array.from(atob(line), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  // verdict says in a word what a grade means for its criterion.
  function verdict(weight, got, reason) {
    if (got === null) return ["missing", reason];
    if (weight === 0) return ["graded", ""];
    if (got === 0) return ["not met", ""];
    return [got === weight ? "met" : "partly met", ""];
  }

  // votes lists the votes of a panel on one criterion.
  function votes(list, weight, word) {
    return el("ul", { class: "votes", "aria-label": "Votes" }, ...list.map((v) => {
      const [name, reason] = verdict(weight, v.points, word(v.reason));
      const repeat = list.some((o) => o.member === v.member && o.repeat !== v.repeat) ? `, repeat ${v.repeat + 1}` : "";
      const said = reason ? `${name} (${reason})` : `${name}, ${points(v.points)}`;
      return el("li", {}, prose("strong", "", word(v.member)), `${repeat}: `, prose("span", "", said), v.why ? " – " : "", v.why ? prose("span", "", v.why) : "");
    }));
  }

  function detail(c, s, subset) {
    const word = (i) => c.words[i];
    const out = document.createDocumentFragment();
    if (s.note) out.append(prose("p", "", s.note));
    const facts = el("dl", { class: "facts" });
    const fact = (name, value) => facts.append(el("div", {}, prose("dt", "", name), prose("dd", "", value)));
    if (subset) fact("subset", subset);
    for (const [dimension, value] of s.labels || []) fact(word(dimension), word(value));
    for (const v of s.values || []) {
      const text = v.worst === null && v.best === null ? number(v.value)
        : `${number(v.value)}; missing verdicts allow ${number(v.worst)} to ${number(v.best)}`;
      fact(word(v.name), text);
    }
    if (facts.childElementCount) out.append(facts);
    const ids = s.ids || [];
    if (!ids.length) {
      out.append(el("p", {}, "There was no answer to grade."));
      return out;
    }
    const rows = ids.map((id, i) => {
      const [name, reason] = verdict(s.weights[i], s.points[i], word(s.reasons[i]));
      const what = el("td", { class: "what" }, prose("span", "text", s.texts[i]));
      what.append(el("span", { class: "meta" }, ...[word(s.category[i]), id].filter(Boolean).map((t) => prose("span", "meta", t))));
      const why = el("td", { class: "why" }, prose("span", "text", s.why[i]));
      for (const flag of s.flags[i]) why.append(prose("span", "meta flag", word(flag)));
      if (s.votes && s.votes[i].length) why.append(votes(s.votes[i], s.weights[i], word));
      if (word(s.how[i])) why.append(prose("span", "meta", `read: ${word(s.how[i])}`));
      return el("tr", {},
        el("th", { scope: "row", class: "num" }, String(i + 1)), what,
        el("td", { class: `verdict ${name}` }, name, reason ? prose("span", "meta", reason) : ""),
        el("td", { class: "num points" }, `${points(s.points[i])} of ${points(s.weights[i])}`), why);
    });
    const head = ["Criterion", "Verdict", "Points", "Explanation"].map((h, i) => el("th", { scope: "col", class: i === 2 ? "num" : "" }, h));
    out.append(el("table", { class: "grades" },
      el("caption", { class: "sr" }, "Grades of the criteria"),
      el("thead", {}, el("tr", {}, el("th", { scope: "col", class: "num" }, "#"), ...head)),
      el("tbody", {}, ...rows)));
    return out;
  }

  const samples = [...body.rows].map((row, index) => {
    const cells = [...row.cells].map((c) => c.textContent.trim());
    const button = el("button", { type: "button", class: "open", "aria-expanded": "false" }, cells[0] || "(no id)");
    row.cells[0].replaceChildren(button);
    row.id = `s${index}`;
    const s = { row, index, button, cells, words: cells.join("\n").toLowerCase(), open: null };
    button.addEventListener("click", () => toggle(s));
    return s;
  });

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
    try {
      const c = await chunk(Math.floor(s.index / chunkSize));
      cell.replaceChildren(detail(c, c.samples[s.index % chunkSize], s.cells[1]));
    } catch (err) {
      cell.replaceChildren(`The details cannot be unpacked (${err.message}). The JSON and the CSV of the report have them.`);
    }
  }

  const field = (id) => document.getElementById(id);
  const value = (id) => (field(id) ? field(id).value : "");
  const firstScore = 3;
  const missingColumn = samples.length ? samples[0].cells.length - 1 : 0;
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
    if (status === "missing" ? !s.cells[missingColumn] : status && s.cells[2] !== status) return false;
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

  // search looks through the packed texts too, chunk by chunk.
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
      for (let i = 0; i * chunkSize < samples.length; i++) {
        const c = await chunk(i);
        if (own !== run) return;
        c.found ||= c.samples.map((s) => text(c, s));
        c.found.forEach((t, k) => { if (t.includes(query)) hits.add(i * chunkSize + k); });
      }
    } catch (err) {
      show(`– their texts cannot be searched (${err.message})`);
      return;
    }
    deep = hits;
    show();
  }

  // text is what of a sample is searched, in lower case.
  function text(c, s) {
    const words = [...(s.labels || []).flat(), ...(s.category || []), ...(s.reasons || []), ...(s.how || []), ...(s.flags || []).flat()];
    const cast = (s.votes || []).flat();
    words.push(...cast.flatMap((v) => [v.member, v.reason]));
    return [s.note || "", ...cast.map((v) => v.why || ""), ...(s.ids || []), ...(s.texts || []), ...(s.why || []), ...new Set(words.map((i) => c.words[i]))].join("\n").toLowerCase();
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
  if (field("shortened")) form.before(field("shortened"));
  show();

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
})();

// runs are the names of the two runs of a comparison.
const runs = [table.dataset.a, table.dataset.b];

// side makes the cell of one run's verdict, with its replies about this criterion alone.
function side(v, weight, name, replies) {
  const [word, reason] = verdict(weight, v.points, v.reason);
  const e = el("td", { class: "why side", "data-run": name },
    el("strong", { class: `verdict ${word}` }, word), ` ${v.points === null ? "" : `${points(v.points)} of ${points(weight)}`}`, reason ? prose("span", "meta", reason) : "");
  if (v.why) e.append(prose("span", "text", v.why));
  for (const flag of v.flags) e.append(prose("span", "meta flag", flag));
  const plain = replies.find((r) => !r.member);
  e.append(read(v.how, plain), ...replies.filter((r) => r !== plain).map((r) => raw(r, `Raw reply${whose(r)}`)));
  return e;
}

// agree says whether both runs have the same verdict on a criterion.
const agree = (g) => g.a.points === g.b.points && g.weight === g.weightB;

// pairTable makes a table of criteria, numbered by their places, with the replies of both runs.
function pairTable(grades, replies, caption) {
  const own = (run, i) => replies[run].filter((r) => r.of.length === 1 && r.of[0] === i);
  const rows = grades.map(([g, i]) => el("tr", {}, el("th", { scope: "row", class: "num" }, String(i + 1)), criterion(g),
    side(g.a, g.weight, runs[0], own(0, i)), side(g.b, g.weightB, runs[1], own(1, i))));
  return el("table", { class: "grades pairs" }, el("caption", { class: "sr" }, caption),
    heads(["#", "Criterion", ...runs], ["#"]), el("tbody", {}, ...rows));
}

// gradesOfPair shows a sample of a comparison: first the criteria on which the verdicts differ.
function gradesOfPair(p, subset) {
  const out = document.createDocumentFragment();
  p.notes.forEach((note, i) => { if (note) out.append(el("p", {}, `${runs[i]}: `, prose("span", "", note))); });
  const values = p.values.map((v) => [v.name, `${number(v.a)} − ${number(v.b)} = ${signed(v.a === null || v.b === null ? null : v.a - v.b)}`]);
  const known = [...(subset ? [["subset", subset]] : []), ...p.labels, ...values];
  if (known.length) out.append(facts(known));
  const all = p.grades.map((g, i) => [g, i]);
  const differ = all.filter(([g]) => !agree(g)), same = all.filter(([g]) => agree(g));
  if (differ.length) out.append(pairTable(differ, p.replies, "Criteria on which the verdicts differ"));
  else out.append(el("p", {}, all.length ? "The verdicts are the same on all criteria." : "Neither run has an answer to grade."));
  if (same.length) {
    out.append(el("details", { class: "same" }, el("summary", {}, `${same.length === 1 ? "1 criterion" : `${same.length} criteria`} with the same verdict`),
      pairTable(same, p.replies, "Criteria with the same verdict")));
  }
  runs.forEach((name, run) => out.append(...shared(p.replies[run], all.length, name)));
  out.append(missing(p.left, "the reports' JSON has"));
  return out;
}

// verdict says in a word what a grade means for its criterion.
function verdict(weight, got, reason) {
  if (got === null) return ["missing", reason];
  if (weight === 0) return ["graded", ""];
  if (got === 0) return ["not met", ""];
  return [got === weight ? "met" : "partly met", ""];
}

// raw makes a reply that is shown when it is asked for, with how it was read.
function raw(reply, title) {
  const how = reply.reason ? `, not read: ${reply.reason}` : reply.how ? `, read: ${reply.how}` : "";
  return el("details", { class: "raw" }, el("summary", { dir: "auto" }, title + how), prose("pre", "", reply.text));
}

// read says how a verdict was read, with the reply where there is one.
function read(how, reply) {
  if (reply) return raw({ ...reply, how: reply.how || how }, "Raw reply");
  return how ? prose("span", "meta", `read: ${how}`) : "";
}

// votes lists the votes of a panel on one criterion, with the replies that are about it alone.
function votes(list, weight, replies) {
  return el("ul", { class: "votes", "aria-label": "Votes" }, ...list.map((v) => {
    const [name, reason] = verdict(weight, v.points, v.reason);
    const repeat = list.some((o) => o.member === v.member && o.repeat !== v.repeat) ? `, repeat ${v.repeat + 1}` : "";
    const said = reason ? `${name} (${reason})` : `${name}, ${points(v.points)}`;
    const reply = replies.find((r) => r.member === v.member && r.repeat === v.repeat);
    return el("li", {}, prose("strong", "", v.member), `${repeat}: `, prose("span", "", said), v.why ? " – " : "", v.why ? prose("span", "", v.why) : "",
      read(v.how, reply));
  }));
}

// whose names the member of a panel that wrote a reply.
const whose = (r) => (r.member ? ` of ${r.member}${r.repeat ? `, repeat ${r.repeat + 1}` : ""}` : "");

// shared makes the replies that are about several of so many criteria, or about none; run names their run.
function shared(replies, criteria, run) {
  return replies.filter((r) => r.of.length !== 1).map((r) => raw(r,
    `Raw reply${run ? ` in ${run}` : ""}${whose(r)} on ${r.of.length === criteria ? "all criteria" : `criteria ${r.of.map((i) => i + 1).join(", ")}`}`));
}

// missing says how many replies are left out, and which files have them; "" for none.
function missing(left, files) {
  if (!left) return "";
  return el("p", { class: "note" }, `${left === 1 ? "One raw reply is" : `${left} raw replies are`} left out to keep this page small; ${files} ${left === 1 ? "it" : "them"}.`);
}

// facts makes a list of names with values.
function facts(pairs) {
  return el("dl", { class: "facts" }, ...pairs.map(([name, value]) => el("div", {}, prose("dt", "", name), prose("dd", "", value))));
}

// heads makes the head of a table; the columns of that name are numbers.
function heads(names, numbers) {
  return el("thead", {}, el("tr", {}, ...names.map((n) => el("th", { scope: "col", class: numbers.includes(n) ? "num" : "" }, n))));
}

// criterion makes the cell of what was asked.
function criterion(g) {
  const e = el("td", { class: "what" }, prose("span", "text", g.text));
  e.append(el("span", { class: "meta" }, ...[g.category, g.id].filter(Boolean).map((t) => prose("span", "meta", t))));
  return e;
}

// gradesOf shows a sample of a report.
function gradesOf(s, subset, index) {
  const out = document.createDocumentFragment();
  if (s.note) out.append(prose("p", "", s.note));
  const values = s.values.map((v) => [v.name, v.worst === null && v.best === null ? number(v.value)
    : `${number(v.value)}; missing verdicts allow ${number(v.worst)} to ${number(v.best)}`]);
  const known = [...(subset ? [["subset", subset]] : []), ...s.labels, ...values];
  if (known.length) out.append(facts(known));
  if (!s.grades.length) {
    out.append(el("p", {}, "There was no answer to grade."));
    return out;
  }
  const rows = s.grades.map((g, i) => {
    const [name, reason] = verdict(g.weight, g.points, g.reason);
    const own = s.replies.filter((r) => r.of.length === 1 && r.of[0] === i);
    const why = el("td", { class: "why" }, prose("span", "text", g.why));
    for (const flag of g.flags) why.append(prose("span", "meta flag", flag));
    if (g.votes.length) why.append(votes(g.votes, g.weight, own));
    const rest = own.filter((r) => !g.votes.some((v) => v.member === r.member && v.repeat === r.repeat));
    why.append(read(g.how, rest[0]), ...rest.slice(1).map((r) => raw(r, "Raw reply")));
    return el("tr", {},
      el("th", { scope: "row", class: "num" }, String(i + 1)), criterion(g),
      el("td", { class: `verdict ${name}` }, name, reason ? prose("span", "meta", reason) : ""),
      el("td", { class: "num points" }, `${points(g.points)} of ${points(g.weight)}`), why);
  });
  out.append(el("table", { class: "grades" }, el("caption", { class: "sr" }, "Grades of the criteria"),
    heads(["#", "Criterion", "Verdict", "Points", "Explanation"], ["#", "Points"]), el("tbody", {}, ...rows)));
  // Replies about several criteria stand below them.
  out.append(...shared(s.replies, s.grades.length, ""), missing(s.left, "the report's JSON has"));
  return out;
}

const table = field("sample-table");
const lines = field("chunks").textContent.trim().split("\n");
const chunkSize = Number(table.dataset.chunk);

// Details are unpacked chunk by chunk, when one of a chunk's samples is opened or searched.
const chunks = new Map();
function chunk(i) {
  if (!chunks.has(i)) chunks.set(i, unpack(lines[i]));
  return chunks.get(i);
}
async function unpack(line) {
  const bytes = Uint8Array.from(atob(line), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const c = JSON.parse(await new Response(stream).text());
  const word = (i) => c.words[i];
  return c.pairs ? c.pairs.map((p) => pairOf(p, word)) : c.samples.map((s) => sampleOf(s, word));
}

// opened are the samples of the report's JSON, once a reader has opened it.
let opened = null;

// details returns the details of a sample.
async function details(index) {
  if (opened) return sampleOfReport(opened[index]);
  return (await chunk(Math.floor(index / chunkSize)))[index % chunkSize];
}

// criteriaOf puts the columns of criteria into rows.
const criteriaOf = (s, word) => (s.ids || []).map((id, i) => ({
  id, text: s.texts[i], category: word(s.category[i]), weight: s.weights[i],
}));

// verdictsOf puts the columns of verdicts into rows.
const verdictsOf = (s, word) => (s.points || []).map((got, i) => ({
  points: got, reason: word(s.reasons[i]), why: s.why[i], how: word(s.how[i]), flags: s.flags[i].map(word),
}));

// repliesOf makes a list of the packed replies about verdicts.
function repliesOf(s, word, verdicts) {
  const replies = (s.replies || []).map((r) => ({ of: r.of, member: word(r.member), repeat: r.repeat, how: word(r.how), reason: word(r.reason), text: r.text }));
  (s.raw || []).forEach((text, i) => { if (text) replies.push({ of: [i], member: "", repeat: 0, how: verdicts[i].how, reason: verdicts[i].reason, text }); });
  return replies;
}

// sampleOf makes a sample of its packed form.
function sampleOf(s, word) {
  const verdicts = verdictsOf(s, word);
  return {
    note: s.note || "", labels: (s.labels || []).map((l) => l.map(word)), replies: repliesOf(s, word, verdicts), left: s.left || 0,
    values: (s.values || []).map((v) => ({ ...v, name: word(v.name) })),
    grades: criteriaOf(s, word).map((c, i) => ({
      ...c, ...verdicts[i],
      votes: (s.votes ? s.votes[i] : []).map((v) => ({ ...v, member: word(v.member), reason: word(v.reason), how: word(v.how), why: v.why || "" })),
    })),
  };
}

// pairOf makes a pair of its packed form.
function pairOf(p, word) {
  const a = verdictsOf(p.a, word), b = verdictsOf(p.b, word);
  const repliesA = p.repliesA || {}, repliesB = p.repliesB || {};
  return {
    replies: [repliesOf(repliesA, word, a), repliesOf(repliesB, word, b)], left: (repliesA.left || 0) + (repliesB.left || 0),
    notes: [p.noteA || "", p.noteB || ""], labels: (p.labels || []).map((l) => l.map(word)),
    values: (p.values || []).map((v) => ({ ...v, name: word(v.name) })),
    grades: criteriaOf(p, word).map((c, i) => ({ ...c, weightB: p.weightsB ? p.weightsB[i] : c.weight, a: a[i], b: b[i] })),
  };
}

// sampleOfReport makes a sample of that of a report's JSON.
function sampleOfReport(s) {
  const grades = s.grades || [];
  const place = new Map(grades.map((g, i) => [g.criterion, i]));
  const got = (g) => (g.status === "graded" ? g.points ?? 0 : null);
  const names = [...new Set([s.scores, s.worst, s.best].flatMap((m) => Object.keys(m || {})))].sort();
  return {
    note: visible(s.note), left: 0,
    labels: Object.keys(s.labels || {}).sort().map((k) => [visible(k), visible(s.labels[k])]),
    values: names.map((k) => ({ name: visible(k), value: s.scores?.[k] ?? null, worst: s.worst?.[k] ?? null, best: s.best?.[k] ?? null })),
    replies: (s.replies || []).map((r) => ({
      of: (r.criteria || []).map((id) => place.get(id)).filter((i) => i !== undefined),
      member: visible(r.member), repeat: r.repeat || 0, how: visible(r.how), reason: visible(r.reason), text: visible(r.text),
    })),
    grades: grades.map((g) => ({
      id: visible(g.criterion), text: visible(g.text), category: visible(g.category), weight: g.weight ?? null,
      points: got(g), reason: visible(g.reason), why: visible(g.explanation), how: visible(g.how),
      flags: [...(g.flags || []).map(visible), ...(g.max && g.max !== g.weight ? [`the judge stated a maximum of ${g.max}`] : [])],
      votes: (g.votes || []).map((v) => ({ member: visible(v.member), repeat: v.repeat, points: got(v), reason: visible(v.reason), how: visible(v.how), why: visible(v.explanation) })),
    })),
  };
}

// near says whether a number is the one that a cell shows with four decimals.
const near = (shown, x) => (shown === null || x === null ? shown === x : Math.abs(shown - x) < 0.0001);

// scoreOf is the value of a sample in a column of scores.
const scoreOf = (s, k) => Object.entries(s.scores || {}).find(([name]) => visible(name).trim() === names[k])?.[1] ?? null;

// open takes the samples of a report's JSON in place of the packed ones. It throws where the file is not
// that of this page.
function open(report) {
  const list = report.samples;
  if (!Array.isArray(list)) throw new Error("it is not the JSON of a report");
  if (list.length !== samples.length) throw new Error(`it has ${list.length} samples and this page ${samples.length}`);
  list.forEach((s, i) => {
    const cells = samples[i].cells;
    const same = visible(s.id).trim() === (cells[0] === "(no id)" ? "" : cells[0]) && visible(s.subset).trim() === cells[1] && visible(s.status).trim() === cells[2]
      && names.every((_, k) => near(cellNumber(samples[i], firstScore + k), scoreOf(s, k)));
    if (!same) throw new Error(`its sample ${i + 1} is not that of this page`);
  });
  opened = list;
}

// el makes an element. Text is only ever set as text.
function el(name, props, ...children) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(props || {})) {
    if (v !== undefined && v !== null && v !== "") e.setAttribute(k, v);
  }
  e.append(...children.filter((c) => c !== undefined && c !== null && c !== ""));
  return e;
}

const field = (id) => document.getElementById(id);

// lang is the language of text that is not English, for fonts, line breaks and voices. A letter of
// Chinese, Japanese or Korean counts as much as four others.
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
function lang(s) {
  const n = (s.match(cjk) || []).length;
  if (!n || 4 * n < (s.match(/[\u0000-\u10ff]/g) || []).filter((c) => /\p{L}/u.test(c)).length) return "";
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(s)) return "ja";
  return /\p{Script=Hangul}/u.test(s) ? "ko" : "zh";
}

// visible names the characters of a text that have no shape of their own or change the order of those
// around them. Texts in the page have theirs named already; those of a file that is opened have not.
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;
const kept = /[\n\t\u200c\u200d\u00ad\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;
function visible(s) {
  s = String(s ?? "").replace(/\r\n?/g, "\n");
  if (s.toWellFormed) s = s.toWellFormed();
  return s.replace(hidden, (c) => kept.test(c) ? c : `⟦U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟧`);
}

// prose makes an element of text from outside, with a mark where it was cut.
function prose(name, className, text) {
  const [whole, cut] = text.split("\u001f");
  const e = el(name, { class: className, lang: lang(whole), dir: "auto" }, whole);
  if (cut) e.append(el("span", { class: "cut", lang: "en", dir: "ltr" }, `${whole ? " … " : ""}+${Number(cut).toLocaleString("en")} characters`));
  return e;
}

const minus = (s) => s.replace("-", "−");
const number = (x) => (x === null ? "–" : Math.abs(x) < 0.00005 ? "0.0000" : minus(Math.abs(x) < 1e9 ? x.toFixed(4) : x.toPrecision(6)));
const points = (x) => (x === null ? "–" : minus(String(Math.round(x * 1e4) / 1e4)));
const signed = (x) => (x === null ? "–" : (x >= 0.00005 ? "+" : "") + number(x));

import { readFileSync } from '../repository/files/disk.js';
import { editDistance } from '../model/nearest-name.js';
import { documentationFile } from './rule-pages.js';
import type { KnownRule } from './rules-as.js';

/** A section of docs/symptoms.md. */
export interface Symptom {
  /** What the user sees. */
  readonly title: string;
  /** Causes and where to read on, as Markdown. */
  readonly causes: readonly string[];
}

/** What some words are about, the best match first. */
export interface About {
  readonly symptoms: readonly Symptom[];
  readonly rules: readonly KnownRule[];
}

/** More are not read. */
const mostShown = { words: 20, symptoms: 4, rules: 5 };

/** The part of the words, by their weight, that a symptom or rule has to have. */
const leastShare = 0.55;

/** Looks for the words of a user among the symptoms of the documentation, and among rules. */
export function symptomsFor(words: string, rules: readonly KnownRule[]): About {
  const symptoms = symptomsIn(readFileSync(documentationFile('symptoms.md'), 'utf8'));
  return {
    symptoms: ranked(words, symptoms, ({ title, causes }) => [title, causes.join(' ')]).slice(
      0,
      mostShown.symptoms,
    ),
    rules: ranked(words, rules, ({ name, description }) => [`${name} ${description}`, '']).slice(
      0,
      mostShown.rules,
    ),
  };
}

/** The sections of third level of a page, with the items of their lists. */
export function symptomsIn(page: string): readonly Symptom[] {
  return page
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split(/^#/m)[0]!.trim().split('\n');
      const items = lines.join('\n').split(/^- /m).slice(1);
      return { title, causes: items.map((item) => item.replaceAll(/\s+/g, ' ').trim()) };
    });
}

/**
 * Sorts by how well the texts match, the first text counting three times; what matches alike stays in the order of the
 * page. Leaves out what matches too little.
 */
function ranked<T>(words: string, all: readonly T[], textsOf: (one: T) => readonly string[]): readonly T[] {
  const asked = [...new Set(searchWords(words).filter((word) => !fillers.has(word) && !isShare(word)))].slice(
    0,
    mostShown.words,
  );
  const texts = all.map((one) => textsOf(one).map((text) => [...new Set(searchWords(text))]));
  const weights = asked.map((word) => {
    const having = texts.filter((parts) => parts.some((part) => closeness(word, part) > 0)).length;
    return having === 0 ? 0 : Math.log(1 + all.length / having);
  });
  // A word that nothing has says nothing about the others, unless most words are such.
  const whole = weights.reduce((sum, weight) => sum + (weight || 1), 0);
  const scored = all.map((one, index) => {
    const [title = [], text = []] = texts[index] ?? [];
    let [share, score] = [0, 0];
    asked.forEach((word, at) => {
      const [inTitle, inText] = [closeness(word, title), closeness(word, text)];
      share += weights[at]! * Math.max(inTitle, inText);
      score += weights[at]! * (3 * inTitle + inText);
    });
    return { one, share, score };
  });
  return scored
    .filter(({ share }) => asked.length > 0 && share / whole >= leastShare)
    .sort((left, right) => right.score - left.score)
    .map(({ one }) => one);
}

/** From 0 to 1: whether a list has a word, one of the same beginning, or one with a typing error. */
function closeness(word: string, list: readonly string[]): number {
  if (list.includes(word)) return 1;
  if (word.length < 4) return 0;
  const begins = (other: string): boolean =>
    other.length >= 4 && (other.startsWith(word) || word.startsWith(other));
  if (list.some(begins)) return 0.8;
  return word.length >= 5 && list.some((other) => editDistance(word, other, 2) < 2) ? 0.6 : 0;
}

/** Words that are in every question, without their endings. */
const fillers = new Set(
  'a an the is are was be it its i my we our not no does do did to of in on at and or with by from for why how when what after has have gets get doesnt working work works but noth happen although'.split(
    ' ',
  ),
);

/** A percentage or a weight, which differs from user to user; not the status of a response. */
function isShare(word: string): boolean {
  return /^\d{1,2}$|^100$/.test(word);
}

/** Words in lower case without their endings; punctuation other than inside of names separates them. */
function searchWords(text: string): readonly string[] {
  return (
    text
      .slice(0, 10_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word));
}

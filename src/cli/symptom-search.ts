import { editDistance } from '../model/nearest-name.js';
import { symptomWords, wordReader } from './symptom-words.js';

/** A section of docs/symptoms.md. */
export interface Symptom {
  /** What the user sees. */
  readonly title: string;
  /** Causes and where to read on, as Markdown. */
  readonly causes: readonly string[];
}

/** Words beyond these are not read. */
const mostWords = 20;

/** The part of the words, by their weight, that a symptom or rule has to have. */
const leastShare = 0.45;

/** How much more the status of a response says than another word that is as rare. */
const statusWeight = 3;

const formsIn = wordReader(symptomWords);

const fillers = new Set(formsIn(symptomWords.fillers));

/** The symptoms that words of a user are about, the best match first; the search of the site asks it, too. */
export function symptomsAmong(words: string, symptoms: readonly Symptom[]): readonly Symptom[] {
  return ranked(words, symptoms, ({ title, causes }) => [title, causes.join(' ')]);
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
 * Sorts by how well the texts match, the first text counting six times, and more if the words are all of it; what matches alike
 * stays in the order of the page. Leaves out what matches too little.
 */
export function ranked<T>(
  words: string,
  all: readonly T[],
  textsOf: (one: T) => readonly string[],
): readonly T[] {
  const asked = [...new Set(formsIn(words).filter((word) => !fillers.has(word) && !isShare(word)))].slice(
    0,
    mostWords,
  );
  const texts = all.map((one) => textsOf(one).map((text) => [...new Set(formsIn(text))]));
  const weights = asked.map((word) => {
    const having = texts.filter((parts) => parts.some((part) => closeness(word, part) > 0)).length;
    return having === 0 ? 0 : Math.log(1 + all.length / having) * (/^\d{3}$/.test(word) ? statusWeight : 1);
  });
  // A word that nothing has says nothing about the others, unless most words are such.
  const whole = weights.reduce((sum, weight) => sum + (weight || 1), 0);
  const scored = all.map((one, index) => {
    const [title = [], text = []] = texts[index] ?? [];
    let [share, score] = [0, 0];
    asked.forEach((word, at) => {
      const [inTitle, inText] = [closeness(word, title), closeness(word, text)];
      share += weights[at]! * Math.max(inTitle, inText);
      score += weights[at]! * (3 * inTitle + inText / 2);
    });
    const told = title.filter((word) => !fillers.has(word));
    const covered = told.filter((word) => asked.includes(word)).length / (told.length || 1);
    return { one, share, score: score * (1 + covered / 2) };
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

/** A percentage or a weight, which differs from user to user; not the status of a response. */
function isShare(word: string): boolean {
  return /^\d{1,2}$|^100$/.test(word);
}

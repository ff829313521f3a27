import { readFileSync } from '../repository/files/disk.js';
import { documentationFile } from './rule-pages.js';
import type { KnownRule } from './rules-as.js';
import { ranked, type Symptom, symptomsAmong, symptomsIn } from './symptom-search.js';

/** What some words are about, the best match first. */
export interface About {
  readonly symptoms: readonly Symptom[];
  readonly rules: readonly KnownRule[];
}

/** More are not shown. */
const mostShown = { symptoms: 4, rules: 5 };

/** Looks for the words of a user among the symptoms of the documentation, and among rules. */
export function symptomsFor(words: string, rules: readonly KnownRule[]): About {
  const symptoms = symptomsIn(readFileSync(documentationFile('symptoms.md'), 'utf8'));
  return {
    symptoms: symptomsAmong(words, symptoms).slice(0, mostShown.symptoms),
    rules: ranked(words, rules, ({ name, description }) => [`${name} ${description}`, '']).slice(
      0,
      mostShown.rules,
    ),
  };
}

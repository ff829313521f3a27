// The human judgements of findings in the field corpus, and how a run compares with them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {'error' | 'warning' | 'info'} Severity */
/** @typedef {'true' | 'false' | 'noise'} Verdict */
/**
 * One cause in one repository.
 * @typedef {object} Judgement
 * @property {string} rule
 * @property {Severity} severity
 * @property {Verdict} verdict
 * @property {string} reason
 * @property {string[]} places file:line of each finding
 * @property {true} [rendered] Only what kustomize or helm render shows it.
 */
/** @typedef {{ what: string, places: string[], rule?: string }} Missed A defect that no rule finds. */
/** @typedef {{ repository: string, judgements: Judgement[], missed?: Missed[] }} Judged */
/**
 * @typedef {object} Finding
 * @property {string} repository
 * @property {string} rule
 * @property {Severity} severity
 * @property {string} message
 * @property {string} place
 * @property {string[]} places the place and those that the finding names besides
 */

/**
 * A judgement applies to a rule at a place, whatever the current message.
 * @param {string} repository @param {string} rule @param {string} place
 */
const key = (repository, rule, place) => `${repository} ${rule} ${place}`;

/** @param {string} folder @returns {Judged[]} */
export const readJudgements = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));

/**
 * @param {readonly Judged[]} judged
 * @param {readonly Finding[]} findings
 * @param {boolean} rendering Whether kustomizations and charts were rendered, which hides some findings and shows others.
 */
export function compare(judged, findings, rendering) {
  /** @type {Map<string, Judgement>} */
  const verdicts = new Map();
  for (const { repository, judgements } of judged)
    for (const judgement of judgements)
      for (const place of judgement.places) verdicts.set(key(repository, judgement.rule, place), judgement);

  /** @type {Map<Judgement, Finding[]>} */
  const found = new Map();
  const unjudged = [];
  const seen = new Set();
  for (const finding of findings) {
    const { repository, rule } = finding;
    for (const place of finding.places) seen.add(key(repository, rule, place));
    const judgement = verdicts.get(key(repository, rule, finding.place));
    if (judgement) found.set(judgement, [...(found.get(judgement) ?? []), finding]);
    else unjudged.push(finding);
  }
  const lost = judged.flatMap(({ repository, judgements }) =>
    judgements
      .filter(({ rendered = false }) => rendered === rendering)
      .map((judgement) => ({
        repository,
        ...judgement,
        places: judgement.places.filter((place) => !seen.has(key(repository, judgement.rule, place))),
      }))
      .filter(({ places }) => places.length > 0),
  );
  return { found, unjudged, lost };
}

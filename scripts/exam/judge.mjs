// Compares expected messages with findings, one by one.
import { foundIn } from './linted.mjs';

/**
 * @typedef {{ code: string, object: string, said?: string }} Expected one message: its code, its object unless any is allowed, and its text if the code is ambiguous
 */
/**
 * @typedef {object} Case
 * @property {string} exam
 * @property {string} name
 * @property {readonly import('./linted.mjs').KubeObject[]} objects
 * @property {readonly Expected[]} expected
 * @property {readonly string[]} codes all that may be said in the case: what is not expected is too much
 */
/** @typedef {{ exam: string, case: string, code?: string, object?: string, rule?: string, reason: string }} Declined what is not to be found, or is besides */
/**
 * @typedef {object} Judged
 * @property {Case} case
 * @property {readonly Expected[]} found
 * @property {readonly (Expected & { reason: string })[]} declined
 * @property {readonly Expected[]} missed
 * @property {readonly import('./linted.mjs').Found[]} extra
 */

/**
 * @param {Case} given
 * @param {readonly Declined[]} declinations
 * @returns {Judged}
 */
export function judge(given, declinations) {
  /** @type {{ found: Expected[], declined: (Expected & { reason: string })[], missed: Expected[] }} */
  const judged = { found: [], declined: [], missed: [] };
  const findings = foundIn(given.objects).filter(({ names }) =>
    names.some((name) => given.codes.includes(name)),
  );
  /** Each finding matches one message about an object. @type {Map<import('./linted.mjs').Found, Set<string>>} */
  const answered = new Map();
  for (const [index, message] of given.expected.entries()) {
    const times = given.expected.slice(0, index).filter((other) => isSame(other, message)).length;
    const answers = findings.filter(
      ({ names, objects }) =>
        names.includes(message.code) &&
        objects.some((object) => ['', object, object.split(' ', 1)[0]].includes(message.object)),
    );
    const reason = declinations.find(
      (other) => other.exam === given.exam && given.name.includes(other.case) && isSame(other, message),
    )?.reason;
    if (answers[times]) {
      judged.found.push(message);
      for (const answer of answers)
        answered.set(answer, (answered.get(answer) ?? new Set()).add(message.object));
    } else if (reason !== undefined) judged.declined.push({ ...message, reason });
    else judged.missed.push(message);
  }
  /** The reason why an unexpected finding is correct. @param {import('./linted.mjs').Found} finding */
  const isRight = ({ rule }) =>
    declinations.some(
      (other) =>
        other.exam === given.exam && given.name.includes(other.case) && rule.startsWith(`${other.rule} `),
    );
  const extra = findings.filter((finding) => !answered.has(finding) && !isRight(finding));
  return { case: given, ...judged, extra };
}

/** @param {Partial<Expected>} left @param {Expected} right */
function isSame(left, right) {
  return left.code === right.code && left.object === right.object;
}

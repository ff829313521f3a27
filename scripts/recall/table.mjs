// The figures of the recall exam: which defects are said, and by what.

/** @typedef {import('./run.mjs').Said} Said */
/** @typedef {import('./run.mjs').Run} Run */
/**
 * @typedef {object} Defect
 * @property {string} id
 * @property {string} file
 * @property {number} line
 * @property {string} what
 * @property {string} kind
 * @property {'certain' | 'likely'} confidence
 * @property {'none' | 'render' | 'drift' | 'outside'} needs `outside`: its cause lies in no manifest
 */
/**
 * What says a defect: a rule, and a place (file:line or file) or, without a rule, a part of the message.
 * @typedef {{ rule: string, at: string }} Sign
 */
/** @typedef {'true' | 'false' | 'noise'} Verdict */
/**
 * Findings that the list does not have: `true` is a defect that the reader missed.
 * @typedef {{ repository: string, rule: string, at: string, verdict: Verdict, reason: string }} Other
 */
/** @typedef {{ defects: Record<string, Sign[]>, others: Other[] }} Outcome */
/** @typedef {Map<string, Set<Run>>} Found */

/** @param {string} place @param {string} at a place, or a file */
const isAt = (place, at) => place === at || place.startsWith(`${at}:`);

/** Failures and sentences of drift have no line of their own, so a part of the message tells them from each other. */
const isSign = (/** @type {Sign} */ { rule, at }, /** @type {Said} */ said) =>
  said.rule === rule &&
  (said.places.some((place) => isAt(place, at)) || (rule.startsWith('(') && said.message.includes(at)));

/**
 * @param {readonly (Defect & { repository: string })[]} defects
 * @param {Record<string, Sign[]>} signs
 * @param {readonly Said[]} said
 */
export function saidBy(defects, signs, said) {
  /** @type {Found} */
  const found = new Map();
  const lost = [];
  /** @type {Set<Said>} */
  const used = new Set();
  for (const { id, repository } of defects) {
    const here = said.filter((one) => one.repository === repository);
    for (const sign of signs[id] ?? []) {
      const matching = here.filter((one) => isSign(sign, one));
      if (matching.length === 0) lost.push({ id, ...sign });
      for (const one of matching) used.add(one);
      found.set(id, new Set([...(found.get(id) ?? []), ...matching.map(({ run }) => run)]));
    }
  }
  const rest = said.filter((one) => !used.has(one));
  return {
    ...{ found, lost },
    /** @param {readonly Other[]} others */
    others: (others) => countOthers(others, rest),
    /** Errors and warnings of lint that nothing judges; drift repeats lint's findings. @param {readonly Other[]} others */
    unjudged: (others) =>
      rest.filter(
        (one) => !others.some((other) => isOther(other, one)) && ['error', 'warning'].includes(one.severity),
      ),
  };
}

/** @param {Other} other @param {Said} said */
const isOther = (other, said) => other.repository === said.repository && isSign(other, said);

/** @param {readonly Other[]} others @param {readonly Said[]} said */
function countOthers(others, said) {
  /** @type {Record<Verdict, { causes: number, findings: number }>} */
  const counts = {
    true: { causes: 0, findings: 0 },
    false: { causes: 0, findings: 0 },
    noise: { causes: 0, findings: 0 },
  };
  for (const other of others) {
    const places = new Set(said.filter((one) => isOther(other, one)).map(({ place }) => place));
    if (places.size === 0) continue;
    counts[other.verdict].causes += 1;
    counts[other.verdict].findings += places.size;
  }
  return counts;
}

/** @type {[string, Run[]][]} */
const columns = [
  ['lint', ['lint']],
  ['and --render', ['lint', 'render']],
  ['and drift', ['lint', 'render', 'drift']],
];

/** @param {readonly Defect[]} defects @param {Found} found @param {Run[]} runs */
function share(defects, found, runs) {
  const said = defects.filter(({ id }) => runs.some((run) => found.get(id)?.has(run))).length;
  return `${said} of ${defects.length} ${defects.length === 0 ? '' : `(${Math.round((100 * said) / defects.length)} %)`}`;
}

/** @param {readonly Defect[]} defects @param {Found} found */
export function recallTable(defects, found) {
  const kinds = [...new Set(defects.map(({ kind }) => kind))].sort();
  /** @type {[string, readonly Defect[]][]} */
  const rows = [
    ['all', defects],
    ['certain', defects.filter(({ confidence }) => confidence === 'certain')],
    ['likely', defects.filter(({ confidence }) => confidence === 'likely')],
    ...outside(defects),
    ['visible without a render', defects.filter(({ needs }) => needs === 'none')],
    ...kinds.map(
      (kind) => /** @type {[string, Defect[]]} */ ([kind, defects.filter((one) => one.kind === kind)]),
    ),
  ];
  const lines = rows.map(
    ([name, some]) =>
      name.padEnd(26) + columns.map(([, runs]) => share(some, found, runs).padEnd(18)).join(''),
  );
  return ['defects'.padEnd(26) + columns.map(([name]) => name.padEnd(18)).join(''), ...lines].join('\n');
}

/**
 * The third list says which defects have their cause in programs, images, workflows or scripts.
 * @param {readonly Defect[]} defects @returns {[string, readonly Defect[]][]}
 */
function outside(defects) {
  const within = defects.filter(({ needs }) => needs !== 'outside');
  return within.length === defects.length ? [] : [['cause in manifests', within]];
}

/** @param {readonly Defect[]} defects @param {Found} found */
export const missesByKind = (defects, found) =>
  defects
    .filter(({ id }) => (found.get(id)?.size ?? 0) === 0)
    .sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0))
    .map(({ id, kind, confidence, what }) => `  ${kind.padEnd(22)} ${confidence.padEnd(8)} ${id}: ${what}`)
    .join('\n');

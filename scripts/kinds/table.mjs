// Counts of edits by their kind, for scripts/kinds.mjs.

/**
 * An edit and what became of it.
 * @typedef {{
 *   seed: number, systems: 'own' | 'field', kind: string, place: string, worse: readonly string[], changed: readonly string[],
 *   said: number, alarms: readonly string[]
 * }} Logged
 */
/** @typedef {{ edits: number, worse: number, missed: number, idle: number, calm: number, alarms: number }} Row */

/** @returns {Row} */
const empty = () => ({ edits: 0, worse: 0, missed: 0, idle: 0, calm: 0, alarms: 0 });

export class Sums {
  total = empty();
  /** @type {Map<string, Row>} */
  rows = new Map();

  /** @param {Logged} logged */
  add({ kind, worse, changed, said, alarms }) {
    const row = this.rows.get(kind) ?? empty();
    this.rows.set(kind, row);
    const isWorse = worse.length > 0;
    // A part without effect may be said to be so, and need not be.
    const isIdle = !isWorse && changed.includes('idle');
    const isCalm = !isWorse && !isIdle;
    const isMissed = isWorse && said === 0;
    const isAlarm = isCalm && alarms.length > 0;
    for (const counts of [row, this.total]) {
      counts.edits += 1;
      counts.worse += Number(isWorse);
      counts.missed += Number(isMissed);
      counts.idle += Number(isIdle);
      counts.calm += Number(isCalm);
      counts.alarms += Number(isAlarm);
    }
    return { isMissed, isAlarm };
  }
}

/** Edits that were missed, or that have a finding without harm. @param {readonly Logged[]} all @returns {readonly Logged[]} */
export function wrongIn(all) {
  const sums = new Sums();
  return all.filter((logged) => {
    const { isMissed, isAlarm } = sums.add(logged);
    return isMissed || isAlarm;
  });
}

/** @param {number} part @param {number} whole */
const percent = (part, whole) => (whole === 0 ? '' : ` (${((part * 100) / whole).toFixed(1)} %)`);

/** @param {Row} row @returns {readonly string[]} */
const cells = ({ edits, worse, missed, idle, calm, alarms }) => [
  String(edits),
  `${worse - missed} of ${worse}${percent(worse - missed, worse)}`,
  `${calm - alarms} of ${calm}${percent(calm - alarms, calm)}`,
  String(idle),
];

/** Lines for a terminal. @param {Sums} sums @returns {readonly string[]} */
export function summed({ rows, total }) {
  return [...[...rows].sort(([a], [b]) => (a < b ? -1 : 1)), /** @type {const} */ (['all', total])].map(
    ([kind, row]) => {
      const [edits, said, silent, idle] = cells(row);
      return `${kind.padEnd(22)} ${edits} edits; worse and said ${said}; not worse and silent ${silent}; without effect ${idle}`;
    },
  );
}

/** The first word of a predicate's result. @param {Logged} logged */
const predicate = ({ worse }) => worse[0]?.split(' ')[0] ?? '';

/** The page of the documentation. @param {readonly Logged[]} all @returns {string} */
export function page(all) {
  const sums = new Sums();
  /** @type {Map<string, { of: number, missed: number }>} */
  const predicates = new Map();
  for (const logged of all) {
    const { isMissed } = sums.add(logged);
    if (logged.worse.length === 0) continue;
    const counts = predicates.get(predicate(logged)) ?? { of: 0, missed: 0 };
    predicates.set(predicate(logged), counts);
    counts.of += 1;
    counts.missed += Number(isMissed);
  }
  const seeds = [...new Set(all.map(({ seed, systems }) => `${seed} (${systems})`))];
  const rows = [...sums.rows].sort(([a], [b]) => (a < b ? -1 : 1));
  /** @param {readonly string[]} texts */
  const line = (texts) => `| ${texts.join(' | ')} |`;
  return `${[
    '# Edits by chance',
    '',
    intro,
    '',
    line(['Edit', 'edits', 'worse and said', 'not worse and silent', 'without effect']),
    line(['---', '---', '---', '---', '---']),
    ...rows.map(([kind, row]) => line([kind, ...cells(row)])),
    line(['**all**', ...cells(sums.total)]),
    '',
    `Seeds: ${seeds.join(', ')}.`,
    '',
    'The first predicate that shows an edit to be worse:',
    '',
    line(['Predicate', 'edits', 'not said']),
    line(['---', '---', '---']),
    ...[...predicates]
      .sort(([, a], [, b]) => b.of - a.of)
      .map(([name, { of, missed }]) => line([`\`${name}\``, String(of), String(missed)])),
    '',
    shared,
  ].join('\n')}\n`;
}

const intro = `\`npm run kinds\` makes single edits by chance in healthy systems: the corrected examples, canaries of the constructs, services of
\`new\` in all styles, and checkouts of public repositories. Predicates of [src/play/outcome](../src/play/outcome) judge the system
before and after, by the frames of its update and by its deployed objects, and call no rule. An edit is worse if one of them
newly holds. Then lint, simulate, drift or impact must say something new. Information does not count. An edit that is not worse
must not be followed by a finding; only impact may tell that the update or the requests change if they do. An edit that adds a part
or misspells a key and changes neither counts apart: it is without effect, and a finding is as right as silence. So does the
removal of an object from Git where no Application prunes, because the object stays in the cluster.`;

// Written by hand; what a predicate imports is in its file.
const shared = `## What the predicates share with the rules

No predicate calls a rule, but most read and judge objects by functions that rules call, too. A fault of such a function makes the
predicate and the rule wrong in the same way, and no edit shows it. What else judges these functions:

| Predicate | Functions that rules call, too | Judged by upstream's code |
| --- | --- | --- |
| \`refused\`, \`restless\`, \`unfinished\`, \`weight-stays\`, \`less-capacity\`, \`at-once\`, \`left-behind\` | a pass of the controller and its validation (\`src/rollouts\`), which rules ask for violations | each write of each pass in [conformance](../conformance), a running control plane in [conformance/live](../conformance/live), and 500 mutants in [conformance/validation](../conformance/validation) |
| \`object-refused\`, \`field-dropped\` of kinds with a schema | structure, defaults and CEL (\`src/kubernetes/schemas\`, \`src/kubernetes/cel\`) | [conformance/cel](../conformance/cel): the API server's code on random objects |
| \`object-refused\` of Istio | \`src/kubernetes/validation/istio\` | [conformance/istio](../conformance/istio): the validation of istiod on random objects |
| \`object-refused\` by names, labels, Services, Ingresses, budgets, autoscalers | \`src/kubernetes/validation/kubernetes\` | nothing that is recorded; written from the validation of Kubernetes, with the file beside each function |
| \`out-of-sync\` | the comparison and the sync of Argo CD (\`src/argocd\`), which the rules of \`argocd/\` ask | [conformance/argocd](../conformance/argocd), and \`npm run live -- --argocd\` |
| \`unbuildable\` | \`graph.unbuildable\` | \`npm run law:render\` with the real kustomize; nothing that is recorded |
| \`unmeasured\` | \`providerProblems\` (\`src/rollouts/analysis\`) | conditions and PromQL in [conformance](../conformance); the rest is written from upstream's code |
| \`not-found\`, \`selects-nothing\`, \`not-admitted\` | the graph, and readers of kinds (\`src/kubernetes/kinds\`) | nothing: which objects belong together is [our definition](resolution.md) |
| \`unanswered\`, \`no-way\`, \`astray\` | none of rules; \`impact\` tells requests by the same \`lanes\` and \`traffic\` | nothing that is recorded: no data plane runs beside the control plane |
| \`unguarded\` | none of rules; \`protect\` and \`impact\` tell what stops a bad version by the same update (\`src/play/protect\`) | the same as \`refused\`: each pass of the controller |
| \`claimed-twice\`, \`unreached\`, \`ports-differ\` | none: they compare claims, routes and ports themselves | nothing that is recorded |
| \`unread\` | the decoding of a Rollout, which \`rollout/template-readable\` asks | the errors of the controller for the stored object in [conformance/validation](../conformance/validation) |`;

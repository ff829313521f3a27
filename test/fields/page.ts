import { listedKinds } from './listed.js';
import { type Cell, definitionOf, questions, reasons, type Row } from './table.js';

/** docs/fields.md, before it is formatted. */
export function pageOf(rows: readonly Row[], check: string): string {
  const cells = rows.flatMap(({ field, cells }) =>
    questions.map((question) => ({ field, question, cell: cells[question] })),
  );
  const lines = listedKinds.map(({ kind }) => {
    const own = cells.filter(({ field }) => field.kind.kind === kind).map(({ cell }) => cell);
    const count = (test: (cell: Cell) => boolean): number => own.filter(test).length;
    return [
      kind,
      own.length / questions.length,
      count(({ shown }) => shown.length > 0),
      count(({ shown, named }) => shown.length === 0 && named.length > 0),
      count(({ reason }) => reason !== undefined && reason !== 'hole'),
      count(({ reason }) => reason === 'hole'),
    ].join(' | ');
  });
  const holes = holesOf(cells.filter(({ cell }) => cell.reason === 'hole'));
  const codes = Object.entries(reasons).map(([code, words]) => `| \`${code}\` | ${words} |`);
  return [
    '# What is said of each field',
    intro,
    '| Kind | Fields | Rule, shown | Rule, named | Reason | Hole |',
    '| - | -: | -: | -: | -: | -: |',
    ...lines.map((line) => `| ${line} |`),
    '\n## Reasons\n',
    '| Code | No rule says anything, because |',
    '| - | - |',
    ...codes,
    '\n## Holes\n',
    'No rule says it, and no reason fits. Fields that upstream defines once are listed once:\n',
    ...(holes.length > 0 ? holes : ['None.']),
    `\n${check}`,
  ].join('\n');
}

/** A line for each definition of a field, with the questions that no rule answers. */
function holesOf(
  cells: readonly { readonly field: Row['field']; readonly question: string }[],
): readonly string[] {
  const questionsOf = new Map<string, Set<string>>();
  for (const { field, question } of cells) {
    const definition = definitionOf(field.name).replace('spec.sourceHydrator.drySource', 'spec.source');
    const name = `${field.kind.kind} ${definition}`;
    questionsOf.set(name, (questionsOf.get(name) ?? new Set()).add(question));
  }
  return [...questionsOf].map(([name, asked]) => `- \`${name}\`: ${[...asked].join(', ')}`);
}

const intro = `
For each field of these kinds, \`test/fields/table.json\` answers five questions: what says it when the field is **absent**, of
another **type**, **wrong** (a value that upstream does not know, or the name of something that does not exist), **idle** (set, and
without effect), or when it **fights** another field or writer? A ClusterAnalysisTemplate has the fields of an
AnalysisTemplate, and the fields of an Ingress are the annotations that the AWS Load Balancer Controller and ingress-nginx read. Status,
metadata, the specs of pods, and the \`operation\` of an Application, which Argo CD removes when it begins, are left out. \`npm run fields\` writes the table and this page, and
\`npm run test:slow\` fails if they differ from what the rules do.

A cell is one of three things:

- A rule that is shown to say it: a generated object that is right, and of which nothing is said, is changed in this field, and the
  rule reports the field; or the rule reports the field in one of its own fixtures. All cells of types are of this kind. Fields of
  Istio and annotations get values that hardly any field can use, too.
- A rule that is named, with \`~\`: a fixture shows it at another field of the same definition, or
  \`test/fields/cells.json\` names it. That file is written by hand.
- The code of a reason, or \`hole\`. For the most part these are what a field of its shape has, unless \`cells.json\` says
  otherwise; the check at the end of this page is of such cells, too.
`;

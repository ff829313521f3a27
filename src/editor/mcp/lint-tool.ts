import { counted } from '../../model/wording.js';
import { findingsJson } from '../../report/json.js';
import { countOf } from '../../report/report.js';
import { givenSchemas, readGiven } from './given.js';
import type { Arguments, Host, LintAnswer } from './host.js';
import { listSchema, objectSchema, string, integer, gravestFirst } from './schema.js';
import { type ToolAnswer, answerOf, besides, firstOf, nextOf, type Tool } from './tool.js';

const byDefault = 50;
const mostFindings = 200;
/** More text than this is not sent; the edits of findings say the same. */
const mostFixed = 300_000;

const placeFields = {
  file: string(),
  line: integer,
  column: integer,
  endLine: integer,
  endColumn: integer,
} as const;

const edit = objectSchema(
  { ...placeFields, text: string('What takes the place of that range.') },
  ...Object.keys(placeFields),
  'text',
);

const changeSchema = {
  title: string(),
  edits: listSchema(
    edit,
    'Lines and columns count from 1, and the end is exclusive. Make all edits of a fix together.',
  ),
  unfit: string('Why the edit cannot be made.'),
};

const fix = objectSchema(
  {
    ...changeSchema,
    safety: {
      type: 'string',
      enum: ['safe', 'unsafe'],
      description: 'Unsafe: look at the change before you make it.',
    },
  },
  'title',
  'safety',
);

const choiceSchema = objectSchema(changeSchema, 'title');

const finding = objectSchema(
  {
    rule: string('Pass it to explain.'),
    severity: { type: 'string', enum: ['error', 'warning', 'info'] },
    message: string(),
    consequence: string('What happens in the cluster.'),
    why: string(),
    ...placeFields,
    resource: string('Kind, namespace and name.'),
    path: string('The field.'),
    related: listSchema(objectSchema({ ...placeFields, message: string() }, 'file', 'message')),
    fix,
    choices: listSchema(
      choiceSchema,
      'Other edits, each of which resolves it. Decide which is meant, and make only that.',
    ),
  },
  ...['rule', 'severity', 'message', 'file', 'line', 'column'],
);

/** Lints texts or a folder. */
export const lintTool: Tool = {
  name: 'lint',
  title: 'Find mistakes in manifests',
  description:
    'Finds mistakes in Kubernetes manifests with Argo Rollouts, their traffic routers (Istio, Gateway API, ALB, nginx) and Argo CD, also those between files. Reports for each what is wrong, what happens in the cluster, and, where known, the edit. Pass all manifests of a system together, or changed texts with "folder".',
  input: objectSchema({
    ...givenSchemas,
    only: {
      ...listSchema(string(), 'Only these rules or areas, such as ["istio", "rollout/services-exist"].'),
      maxItems: 100,
    },
    severity: {
      type: 'string',
      enum: ['error', 'warning', 'info'],
      description: 'The lowest severity to report (default: info).',
    },
    fix: {
      type: 'string',
      enum: ['safe', 'all'],
      description: 'Also return the texts after fixes: only safe ones, or all. No file is written.',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: mostFindings,
      description: `Findings in the answer (default: ${byDefault}).`,
    },
    offset: { type: 'integer', minimum: 0, maximum: 1_000_000, description: 'Leave out the first findings.' },
  }),
  output: answerOf({
    summary: objectSchema(
      {
        errors: integer,
        warnings: integer,
        infos: integer,
        fixable: integer,
        objects: integer,
        rollouts: integer,
      },
      ...['errors', 'warnings', 'infos', 'fixable', 'objects', 'rollouts'],
    ),
    findings: listSchema(finding, 'Most severe first.'),
    rest: { type: 'integer', description: 'Findings that are not in this answer.' },
    fixed: {
      ...objectSchema(
        { files: { type: 'object', additionalProperties: string() }, count: integer },
        ...['files', 'count'],
      ),
      description: 'Optional: the whole texts of the files that fixes change, to be written unchanged.',
    },
  }),
  run: answerLint,
};

function answerLint(args: Arguments, host: Host): ToolAnswer {
  const { report, fixed } = host.lint(readGiven(args, host.root), args);
  const least = gravestFirst.indexOf((args['severity'] ?? 'info') as 'info');
  const rank = ({ severity }: { readonly severity: (typeof gravestFirst)[number] }): number =>
    gravestFirst.indexOf(severity);
  const wanted = report.findings
    .filter((one) => rank(one) <= least)
    .toSorted((left, right) => rank(left) - rank(right));
  const from = (args['offset'] as number | undefined) ?? 0;
  const { shown, rest } = firstOf(wanted, (args['limit'] as number | undefined) ?? byDefault, from);
  const fixable = wanted.filter((one) => one.fix?.edits).length;
  return {
    summary: {
      errors: countOf(report, 'error'),
      warnings: countOf(report, 'warning'),
      infos: countOf(report, 'info'),
      fixable,
      objects: report.resources,
      rollouts: report.rollouts,
    },
    findings: findingsJson(shown).map(shortFinding),
    rest,
    ...fixedTexts(fixed),
    ...besides(report),
    next: nextOf(
      rest > 0 && `Ask for the other ${counted(rest, 'finding')} with offset ${from + shown.length}.`,
      fixable > 0 &&
        fixed === undefined &&
        `Make the edits of safe fixes, or call lint with fix "safe", and write the texts of its answer; then lint again.`,
      shown.some((one) => one.choices?.some(({ edits }) => edits)) &&
        'Where a finding has choices, decide which is meant, and make the edits of that one.',
      shown.some((one) => !one.fix && !one.choices) &&
        'Where a finding has no fix, call explain with its rule, and edit.',
      report.findings.length === 0 &&
        report.rollouts > 0 &&
        'Call simulate for the course of an update, protect for what stops a bad version, and impact for what your change does.',
      report.resources === 0 && 'No Kubernetes object was read; pass manifests, or name their folder.',
    ),
  };
}

function shortFinding({
  resource,
  path,
  fix: its,
  choices,
  related,
  ...one
}: ReturnType<typeof findingsJson>[number]) {
  const { rule, severity, message, consequence, why, file, line, column, endLine, endColumn } = one;
  return {
    ...{ rule, severity, message, consequence, why, file, line, column, endLine, endColumn },
    resource:
      resource &&
      [resource.kind, resource.namespace, resource.name].filter((part) => part !== undefined).join(' '),
    path: path?.join('.'),
    related: related
      .slice(0, 5)
      .map(({ file: its, message: text, ...at }) => ({ file: its, message: text, ...at })),
    fix: its && { title: its.title, safety: its.safety, edits: its.edits, unfit: its.unfit },
    choices,
  };
}

function fixedTexts(fixed: LintAnswer['fixed']): object {
  if (!fixed) return {};
  const characters = [...fixed.files.values()].reduce((all, { length }) => all + length, 0);
  const files = characters > mostFixed ? {} : Object.fromEntries(fixed.files);
  return { fixed: { files, count: characters > mostFixed ? 0 : fixed.count } };
}

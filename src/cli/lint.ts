import type { Severity } from '../model/finding.js';
import { lint } from '../lint/lint.js';
import json from '../report/json.js';
import type { LintReport, Note } from '../report/report.js';
import { colored, plain } from '../report/style.js';
import text from '../report/text.js';
import { rules } from '../rules/index.js';
import { exitCodes, UsageError } from './exit.js';
import { discover, reason } from '../files/discover.js';
import { list, oneOf, parse, wantsColor } from './options.js';
import { selectRules, type Selection } from '../lint/select-rules.js';
import { templateNotes } from './templates.js';

const severities: readonly Severity[] = ['info', 'warning', 'error'];
const formats = ['text', 'json'] as const;
const thresholds = [...severities, 'never'] as const;

export function lintCommand(args: string[]): number {
  const started = performance.now();
  const options = readOptions(args);
  const chosen = selectRules(rules, options);
  const { sources, notes, failures } = discover(options.paths, process.cwd());
  const result = lint(sources, chosen.rules, { parsesAll: chosen.rules.length === 0 });
  const findings = result.findings
    .map((finding) => chosen.adjust(finding))
    .filter((finding) => finding !== undefined);
  const failing = findings.filter(({ severity }) => isAtLeast(severity, options.failOn));
  const errors = findings.filter(({ severity }) => severity === 'error');

  const unread = [
    ...failures,
    ...result.unreadable.map(({ source, error }): Note => ({ message: `${source.name}: ${reason(error)}` })),
  ];
  const isEmpty = result.resources + result.templates.length + result.findings.length + unread.length === 0;
  const report: LintReport = {
    findings: !options.isQuiet ? findings : options.failOn === 'never' ? errors : failing,
    notes: options.isQuiet
      ? []
      : [
          ...notes,
          ...templateNotes(result.templates, 'lint'),
          ...(isEmpty ? [emptyNote(sources.length)] : []),
        ],
    failures: unread,
    resources: result.resources,
    rollouts: result.rollouts,
    rules: chosen.count,
    milliseconds: performance.now() - started,
  };
  print(report, options);

  if (report.failures.length > 0) return exitCodes.unread;
  return failing.length > 0 ? exitCodes.findings : exitCodes.clean;
}

function print(report: LintReport, { format, isQuiet, isColored }: Options): void {
  const isSilent = isQuiet && report.findings.length === 0 && report.failures.length === 0;
  const { isTTY, columns } = process.stdout;
  if (format === 'json') process.stdout.write(json(report));
  else if (!isSilent)
    process.stdout.write(text(report, isColored ? colored : plain, isTTY ? columns : undefined));
}

interface Options {
  readonly paths: readonly string[];
  readonly format: (typeof formats)[number];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly severities: Selection['severities'];
  readonly failOn: (typeof thresholds)[number];
  readonly isQuiet: boolean;
  readonly isColored: boolean;
}

function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args, optionTypes);
  return {
    paths: positionals.length > 0 ? positionals : ['.'],
    format: oneOf('--format', values.format ?? 'text', formats),
    only: list(values.only),
    skip: list(values.skip),
    severities: list(values.rule).map(readSeverity),
    failOn: oneOf('--fail-on', values['fail-on'] ?? 'error', thresholds),
    isQuiet: values.quiet === true,
    isColored: wantsColor(values['no-color']),
  };
}

const optionTypes = {
  format: { type: 'string' },
  only: { type: 'string', multiple: true },
  skip: { type: 'string', multiple: true },
  rule: { type: 'string', multiple: true },
  'fail-on': { type: 'string' },
  quiet: { type: 'boolean' },
  'no-color': { type: 'boolean' },
} as const;

function readSeverity(entry: string): Selection['severities'][number] {
  const [, rule, severity] = /^([^=]+)=([^=]*)$/.exec(entry) ?? [];
  if (rule === undefined || severity === undefined)
    throw new UsageError(`--rule takes a rule and its severity, such as "${entry}=warning".`);
  return [rule, oneOf(`The severity of "${rule}"`, severity, ['off', ...severities])];
}

function isAtLeast(severity: Severity, threshold: Severity | 'never'): boolean {
  return threshold !== 'never' && severities.indexOf(severity) >= severities.indexOf(threshold);
}

/** Nothing to lint is no error, but rarely what was meant. */
function emptyNote(files: number): Note {
  const nothing =
    files === 0 ? '.yaml, .yml or .json file was found' : 'Kubernetes resource was found in the files given';
  return { message: `No ${nothing}.` };
}

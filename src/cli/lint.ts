import { parseArgs } from 'node:util';
import type { Severity } from '../model/finding.js';
import { lint } from '../lint/lint.js';

import json from '../report/json.js';
import type { LintReport, Note } from '../report/report.js';
import { colored, plain } from '../report/style.js';
import text from '../report/text.js';
import { problemRules } from '../parse/problems.js';
import { rules } from '../rules/index.js';
import { exitCodes, UsageError } from './exit.js';
import { discover, reason } from './files.js';
import { selectRules, type Selection } from './select-rules.js';
import { templateNotes } from './templates.js';

const severities: readonly Severity[] = ['info', 'warning', 'error'];
const formats = ['text', 'json'] as const;
const thresholds = [...severities, 'never'] as const;

export function lintCommand(args: string[]): number {
  const started = performance.now();
  const options = readOptions(args);
  const chosen = selectRules(rules, options);
  const { sources, notes, failures } = discover(options.paths, process.cwd());
  const result = lint(sources, chosen.rules);
  const findings = result.findings
    .map((finding) => chosen.adjust(finding))
    .filter((finding) => finding !== undefined)
    .filter(({ severity }) => !options.isQuiet || severity === 'error');

  const report: LintReport = {
    findings,
    notes: [...notes, ...templateNotes(result.templates), ...emptyNote(result.resources, sources.length)],
    failures: [
      ...failures,
      ...result.unreadable.map(({ source, error }): Note => ({ message: `${source.name}: ${reason(error)}` })),
    ],
    resources: result.resources,
    rollouts: result.rollouts,
    rules: chosen.rules.length + problemRules.length,
    milliseconds: performance.now() - started,
  };
  const isSilent = options.isQuiet && findings.length === 0 && report.failures.length === 0;
  if (options.format === 'json') process.stdout.write(json(report));
  else if (!isSilent) process.stdout.write(text(report, options.isColored ? colored : plain));

  if (report.failures.length > 0) return exitCodes.unread;
  const fails = findings.some(({ severity }) => isAtLeast(severity, options.failOn));
  return fails ? exitCodes.findings : exitCodes.clean;
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
  const { values, positionals } = parse(args);
  const color = values['no-color'] !== true && process.env['NO_COLOR'] === undefined && process.stdout.isTTY;
  return {
    paths: positionals.length > 0 ? positionals : ['.'],
    format: oneOf('--format', values.format ?? 'text', formats),
    only: list(values.only),
    skip: list(values.skip),
    severities: list(values.rule).map((entry) => {
      const [rule = '', severity = ''] = entry.split('=');
      return [rule, oneOf(`--rule ${rule}=`, severity, ['off', ...severities] as const)] as const;
    }),
    failOn: oneOf('--fail-on', values['fail-on'] ?? 'error', thresholds),
    isQuiet: values.quiet === true,
    isColored: color,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        only: { type: 'string', multiple: true },
        skip: { type: 'string', multiple: true },
        rule: { type: 'string', multiple: true },
        'fail-on': { type: 'string' },
        quiet: { type: 'boolean' },
        'no-color': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function list(values: readonly string[] | undefined): readonly string[] {
  return (values ?? []).flatMap((value) => value.split(',')).filter((value) => value !== '');
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new UsageError(`${option} is "${value}"; it can be ${allowed.join(', ')}.`);
  return found;
}

function isAtLeast(severity: Severity, threshold: Severity | 'never'): boolean {
  return threshold !== 'never' && severities.indexOf(severity) >= severities.indexOf(threshold);
}

function emptyNote(resources: number, files: number): Note[] {
  if (resources > 0) return [];
  return [
    { message: files === 0 ? 'No .yaml, .yml or .json file was found.' : 'No Kubernetes resource was found in the files given.' },
  ];
}

import path from 'node:path';
import { version } from '../../package.json';
import { withSlashes } from '../files/ignore-files.js';
import { readFileSync, statSync } from 'node:fs';
import { reason } from '../files/read-text.js';
import type { Note } from '../report/report.js';
import { join, type ReportText } from '../shards/join.js';
import { causedOf } from './caused.js';
import { UnreadError, UsageError } from './exit.js';
import { type Outcome, tellOutcome } from './lint-report.js';
import { parse } from './options.js';
import { readOutputs } from './outputs.js';
import { wantsColor } from './output.js';
import { allRules } from './own-rules.js';
import type { Surroundings } from './surroundings.js';
import { withoutKnown } from './with-baseline.js';
import { baselineOf } from '../project/baseline.js';

/** No text of Node is longer, and no report comes near it. */
const maxBytes = 2 ** 29 - 2 ** 10;

/** Joins the reports of all shards of a run, and reports what that run would have. */
export function mergeCommand(args: string[], around: Surroundings): number {
  const { values, positionals } = parse('merge', args);
  if (positionals.length === 0)
    throw new UsageError('No report is given: rolloutkit merge REPORT.json…, one of each shard.');
  const reports = positionals.map((given): ReportText => ({ name: given, text: readReport(given, around) }));
  const joined = join(reports, version, (folder, file) => withSlashes(path.resolve(folder, file)));
  const { change, baseline: its, ...heard } = joined;
  const baseline = its && baselineOf(its.text, its.path, its.name);
  const toNotes = (messages: readonly string[]): readonly Note[] => messages.map((message) => ({ message }));
  const outcome: Outcome = {
    ...heard,
    findings: change
      ? causedOf(joined.findings, {
          isChanged: (source) => change.changed.has(source),
          before: change.before && (() => change.before?.findings ?? []),
          fileOf: (source) => source.path,
          isUnknown: () => false,
        })
      : joined.findings,
    notes: toNotes(joined.notes),
    failures: toNotes(joined.failures),
    nothing: () => (joined.nothing === undefined ? undefined : { message: joined.nothing }),
  };
  return tellOutcome(
    baseline ? withoutKnown(outcome, baseline, () => its.could) : outcome,
    {
      outputs: readOutputs(values.format),
      failOn: values['fail-on'] ?? 'error',
      isQuiet: values.quiet === true,
      isColored: wantsColor(around, values['no-color']),
      rules: allRules(values.plugin, around).rules,
    },
    around,
  );
}

function readReport(given: string, { folder }: Surroundings): string {
  const file = path.resolve(folder, given);
  try {
    if (statSync(file).size > maxBytes) throw new Error(`it is larger than ${maxBytes >> 20} MB.`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UnreadError(`${given}: ${reason(error)}`);
  }
}

import { countOf, type BaselineEntry, entryKey } from '../lint/baseline/entry.js';
import { baselineText } from '../lint/baseline/text.js';
import { isUnwritten, writeWhole } from '../repository/files/write.js';
import { severities } from '../model/finding.js';
import { isPluginError } from '../model/plugin-error.js';
import { baselineFile } from '../lint/project/baseline-file.js';
import { baselineActions as actions } from './commands.js';
import { exitCodes, exitCodeOf, UnreadError, UsageError } from './exit.js';
import { readSettings } from './inputs.js';
import { hidesFindings } from './known-findings.js';
import { lintAs } from './lint.js';
import { optionsOfLint } from './lint-options.js';
import { oneOf, parse } from './options.js';
import { print, tell } from './output.js';
import { uncheckedText } from '../report/report.js';
import type { Surroundings } from './surroundings.js';
import { comparedWith, readBaselineFile } from '../lint/project/baseline.js';

/** Writes the current findings into the baseline file, removes outdated ones, or lists them. */
export function baselineCommand(args: string[], around: Surroundings): number {
  const { values, positionals } = parse('baseline', args);
  const [action, ...paths] = positionals;
  if (action === undefined)
    throw new UsageError(`No action is given: rolloutkit baseline ${actions.join('|')}.`);
  const does = oneOf('The action', action, actions);
  if (does === 'show')
    return show(baselineFile(values.file, paths, readSettings(values, paths, around)), around);
  const { file: given, ...others } = values;
  const options = {
    ...optionsOfLint({ ...others, 'no-baseline': true }, paths, around),
    command: `baseline ${does}`,
  };
  const at = baselineFile(given, paths, options.settings);
  if (does === 'prune' && !at.isThere) throw new UnreadError(`${at.name} is not found. ${writeIt}`);
  const before = at.isThere ? readBaselineFile(at).entries : [];
  return lintAs(
    options,
    around,
    ({ findings, failures, faults, notes, unchecked, nothing, hasFindings }, isOf) => {
      const isLookedAt = hasFindings || failures.length + faults.length + unchecked.length > 0;
      const why = isLookedAt ? undefined : nothing();
      tell(
        around,
        [...notes, ...(why ? [why] : [])].map(({ message }) => message),
      );
      if (failures.length + faults.length > 0) {
        tell(around, [
          ...failures.map(({ message }) => message),
          ...faults.map(
            ({ tasks, error }) =>
              `${isPluginError(error) ? 'A rule of a plugin' : 'rolloutkit'} failed in ${tasks.join(', ')}: ${String(error)}`,
          ),
          `${at.name} was not written, because not everything was checked.`,
        ]);
        return exitCodeOf({ failures, faults }, false);
      }
      const { entries, freshEntries } = comparedWith(findings, { file: at.file, entries: before });
      const met = new Set(entries.map(entryKey));
      const unmet = before.filter((entry) => !met.has(entryKey(entry)));
      // What is rendered may still have them.
      const hidden = hidesFindings({ unchecked }, options.settings) ? countOf(unmet.filter(isOf)) : 0;
      const kept = unmet.filter((entry) => hidden > 0 || !isOf(entry));
      const all = [...kept, ...entries, ...(does === 'write' ? freshEntries : [])];
      const text = baselineText(all);
      try {
        writeWhole(at.boundary, at.file, text);
      } catch (error) {
        if (!isUnwritten(error)) throw error;
        throw new UnreadError(`${at.name} cannot be written: ${error.message}`);
      }
      const gone = countOf(before) - countOf(kept) - countOf(entries);
      const added = countOf(freshEntries);
      print(around, [
        `${at.name}: ${countText(all)}; ${added} ${does === 'write' ? 'added' : 'not in it'}, ${gone} removed${hiddenText(hidden)}${uncheckedText(unchecked)}`,
      ]);
      return exitCodes.clean;
    },
  );
}

function hiddenText(hidden: number): string {
  return hidden === 0 ? '' : `; ${hidden} kept that may occur in what is rendered: use --render`;
}

const writeIt = 'Write it with: rolloutkit baseline write';

/** Prints one line for each entry of a baseline, sorted by file and rule. */
function show(at: ReturnType<typeof baselineFile>, around: Surroundings): number {
  if (!at.isThere) throw new UnreadError(`${at.name} is not found. ${writeIt}`);
  const { entries } = readBaselineFile(at);
  print(around, [...entries.map(entryAsLine), `${at.name}: ${countText(entries)}`]);
  return exitCodes.clean;
}

function entryAsLine({
  file,
  severity,
  rule,
  resource,
  path,
  messageId,
  data,
  count,
  more,
}: BaselineEntry): string {
  const object = resource && [resource.kind, resource.namespace, resource.name].filter(Boolean).join('/');
  const said = Object.entries(data).map(([key, value]) => `${key}=${[value].flat().join(',')}`);
  const times = count + more === 1 ? [] : [`(${count + more} times)`];
  return [
    `${file}: ${severity} ${rule}:`,
    ...(object === undefined ? [] : [object]),
    ...(path.length === 0 ? [] : [path.join('.')]),
    messageId,
    ...said,
    ...times,
  ].join(' ');
}

function countText(entries: readonly BaselineEntry[]): string {
  const counts = severities.toReversed().flatMap((severity) => {
    const count = countOf(entries.filter((entry) => entry.severity === severity));
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  const sum = countOf(entries);
  return `${sum} finding${sum === 1 ? '' : 's'}${counts.length === 0 ? '' : ` (${counts.join(', ')})`}`;
}

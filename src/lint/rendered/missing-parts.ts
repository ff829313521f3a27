import path from 'node:path';
import { isBelow } from '../../model/paths.js';
import { append } from '../../model/multimap.js';
import { withSlashes } from '../../repository/files/ignore-files.js';
import type { HelmUnit } from '../../repository/render/plan.js';
import type { Rendering } from '../../repository/render/inputs.js';
import type { Failure, Note } from '../../report/report.js';
import { allOf } from '../../rules/facts/words.js';
import { shellWord } from '../project/shell-word.js';
import { some } from '../project/some.js';
import { hasPlaceholders, isOfTest } from './tried-values.js';
import { failureOf } from './switched-charts.js';
import { type EvaluatedRendering, switchedValues, type TriedRelease } from './switched-units.js';

/** Whether all that a release makes is known, with the values that it has itself. */
export function isFullyKnown({ unit, rendering, instead }: TriedRelease): boolean {
  if (typeof rendering === 'string' || instead !== undefined || rendering.isPartial === true) return false;
  return (
    !isOfTest(unit) && !hasPlaceholders(unit) && switchedValues(unit).length + rendering.refused.length === 0
  );
}

/** What of charts is not known, in notes. A chart of which nothing is known is told as unrendered. */
export function unreadParts(
  tried: readonly TriedRelease[],
  known: readonly Rendering[],
  workingFolder: string,
): readonly Note[] {
  return [
    ...tried.flatMap((one) => unknownNote(one, known)),
    ...tried.flatMap(({ unit, instead }) =>
      instead === undefined
        ? []
        : [
            {
              message:
                hasPlaceholders(unit) && switchedValues(unit).length === 0
                  ? `${unit.name}: read with placeholders for what each release has to set, because it is not read without: ${instead}.`
                  : `${unit.name}: read with these values, because it is not read with its own: ${instead}.`,
            },
          ],
    ),
    ...leftOutNotes(tried, workingFolder),
    ...absentNotes(tried, workingFolder),
  ];
}

/** The releases that Helm does not render, because their values do not fit the schema of the chart. */
export function refusedReleases(known: readonly EvaluatedRendering[]): readonly Failure[] {
  const said = new Map<string, Failure>();
  for (const { unit, refused } of known) {
    if (unit.tool !== 'helm') continue;
    const isMadeOf = (file: string): boolean => isBelow(file, unit.chart) || unit.values.includes(file);
    for (const message of refused) said.set(message, { message, isMadeOf });
  }
  return [...said.values()];
}

/** A release that is not known, of a chart whose other releases are. */
function unknownNote({ unit, rendering }: TriedRelease, known: readonly Rendering[]): readonly Note[] {
  if (typeof rendering !== 'string') return [];
  if (switchedValues(unit).length > 0) {
    const message = failureOf(unit, rendering);
    return message === undefined ? [] : [{ message }];
  }
  if (!known.some(({ unit: other }) => other.tool === 'helm' && other.chart === unit.chart)) return [];
  return [{ message: `${unit.name}: not read without Helm: ${rendering}. Lint it with --render.` }];
}

/** The templates that were left out of charts, together where the reason is the same. */
function leftOutNotes(tried: readonly TriedRelease[], workingFolder: string): readonly Note[] {
  const files = new Map<string, Set<string>>();
  const about = new Map<string, readonly [chart: string, reason: string]>();
  for (const { unit, rendering } of tried)
    for (const { path: file, reason } of missingIn(rendering).leftOut) {
      const key = JSON.stringify([unit.chart, reason]);
      about.set(key, [chartName(unit, workingFolder), reason]);
      files.set(key, (files.get(key) ?? new Set()).add(file.slice(file.indexOf('/') + 1)));
    }
  return [...about].map(([key, [chart, reason]]) => {
    const names = [...(files.get(key) ?? [])];
    const it = names.length === 1 ? 'it makes' : 'they make';
    return {
      message: `${chart}: read without ${some(names, 'files')}, because ${reason}. What ${it} is not known.`,
    };
  });
}

/** The charts that others depend on and that were not read. */
function absentNotes(tried: readonly TriedRelease[], workingFolder: string): readonly Note[] {
  const charts = new Map<HelmUnit['chart'], string[]>();
  for (const { unit, rendering } of tried)
    for (const name of missingIn(rendering).absent)
      if (!charts.get(unit.chart)?.includes(name)) append(charts, unit.chart, name);
  return [...charts].map(([chart, names]) => {
    const name = chartName({ chart }, workingFolder);
    const [are, it] = names.length === 1 ? ['is', 'it makes'] : ['are', 'they make'];
    return {
      message: `${name}: read without ${allOf(names)}, which ${are} not in its charts/ folder. What ${it} is not known; to read all of it: helm dependency build ${shellWord(name)}, and --render`,
    };
  });
}

function missingIn(
  rendering: TriedRelease['rendering'],
): Exclude<TriedRelease['rendering'], string>['missing'] {
  return typeof rendering === 'string' ? { leftOut: [], absent: [] } : rendering.missing;
}

function chartName({ chart }: Pick<HelmUnit, 'chart'>, workingFolder: string): string {
  return withSlashes(path.relative(workingFolder, chart)) || '.';
}

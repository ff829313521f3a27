import path from 'node:path';
import type { EvaluatedState } from '../lint/rendered/evaluated-charts.js';
import { folderOf, isChartFile, type Source } from '../model/source.js';
import type { Before } from './found-change.js';
import type { CommandInputs, Settings } from './inputs.js';
import { chartsIn, withCharts } from './with-charts.js';

/** Reads the charts of both states of a change. */
export interface ComparedCharts {
  readonly before: (inputs: CommandInputs) => CommandInputs;
  readonly after: (inputs: CommandInputs) => CommandInputs;
}

/**
 * The charts whose objects are known in both states, without Helm; all others stay unread in both, because what a part of a chart makes
 * cannot be compared with the whole. `sources` are those of both states, and `then` is the earlier one.
 */
export function chartsOfBoth(
  sources: Readonly<Record<'before' | 'after', readonly Source[]>>,
  then: Before,
  { settings, paths }: { readonly settings: Settings; readonly paths: readonly string[] },
): ComparedCharts | undefined {
  if (![...sources.before, ...sources.after].some(isChartFile)) return undefined;
  const [earlier, later] = [chartsIn(settings, paths), chartsIn(settings, paths)];
  const state = earlierCharts(sources.before, then, settings);
  const known = { before: earlier.wholeIn(sources.before, state), after: later.wholeIn(sources.after) };
  const all = { before: foldersIn(sources.before), after: foldersIn(sources.after) };
  const isWanted = (chart: string): boolean =>
    (['before', 'after'] as const).every((when) => known[when].has(chart) || !all[when].has(chart));
  return {
    before: (inputs) => withCharts(inputs, earlier, { ...state, isWanted }),
    after: (inputs) => withCharts(inputs, later, { isWanted }),
  };
}

/** The earlier files of charts, where the disk has the later ones. */
function earlierCharts(
  sources: readonly Source[],
  then: Before,
  { workingFolder }: Settings,
): EvaluatedState {
  const own = new Set(sources.map((source) => source.path));
  const texts = [...then.texts()];
  return {
    gone: new Set(texts.flatMap(([file, text]) => (text === undefined ? file : []))),
    others: texts.flatMap(([file, text]) =>
      text === undefined || own.has(file)
        ? []
        : { path: file, name: path.relative(workingFolder, file), read: () => text },
    ),
  };
}

function foldersIn(sources: readonly Source[]): ReadonlySet<string> {
  return new Set(sources.filter(isChartFile).map(folderOf));
}

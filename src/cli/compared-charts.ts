import path from 'node:path';
import type { EvaluatedState } from '../lint/rendered/evaluated-charts.js';
import { folderOf, isChartFile, type Source } from '../model/source.js';
import type { Before, RepositoryChange, TextsApart } from './found-change.js';
import type { CommandInputs, Settings } from './inputs.js';
import { chartsIn, withCharts } from './with-charts.js';

/** Reads the charts of both states of a change. */
export interface ComparedCharts {
  readonly before: (inputs: CommandInputs) => CommandInputs;
  readonly after: (inputs: CommandInputs) => CommandInputs;
}

/**
 * The charts whose objects are known in both states, without Helm; all others stay unread in both, because what a part of a chart makes
 * cannot be compared with the whole. `inputs` are those of both states, and `then` is the earlier one.
 */
export function chartsOfBoth(
  inputs: Readonly<Record<'before' | 'after', { readonly sources: readonly Source[] }>>,
  { apart }: Pick<RepositoryChange, 'apart'>,
  then: Before,
  { settings, paths }: { readonly settings: Settings; readonly paths: readonly string[] },
): ComparedCharts | undefined {
  const sources = { before: inputs.before.sources, after: inputs.after.sources };
  if (![...sources.before, ...sources.after].some(isChartFile)) return undefined;
  const [earlier, later] = [chartsIn(settings, paths), chartsIn(settings, paths)];
  const state = {
    before: chartsApart(sources.before, new Map([...apart, ...then.texts()]), settings),
    after: chartsApart(sources.after, apart, settings),
  };
  const known = {
    before: earlier.wholeIn(sources.before, state.before),
    after: later.wholeIn(sources.after, state.after),
  };
  const all = { before: foldersIn(sources.before), after: foldersIn(sources.after) };
  const isWanted = (chart: string): boolean =>
    (['before', 'after'] as const).every((when) => known[when].has(chart) || !all[when].has(chart));
  return {
    before: (its) => withCharts(its, earlier, { ...state.before, isWanted }),
    after: (its) => withCharts(its, later, { ...state.after, isWanted }),
  };
}

/** The files of charts in a state, where the disk has others. */
function chartsApart(
  sources: readonly Source[],
  texts: TextsApart,
  { workingFolder }: Settings,
): EvaluatedState {
  const own = new Set(sources.map((source) => source.path));
  const all = [...texts];
  return {
    gone: new Set(all.flatMap(([file, text]) => (text === undefined ? file : []))),
    others: all.flatMap(([file, text]) =>
      text === undefined || own.has(file)
        ? []
        : { path: file, name: path.relative(workingFolder, file), read: () => text },
    ),
  };
}

function foldersIn(sources: readonly Source[]): ReadonlySet<string> {
  return new Set(sources.filter(isChartFile).map(folderOf));
}

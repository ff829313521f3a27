import { groupBy } from '../../model/multimap.js';
import { folderOf, type Source } from '../../model/source.js';

/** The folder for values files of a chart, and of charts beside it. */
const valuesFolder = 'values';

/**
 * The values files that lie with a chart: `values-….yaml` next to it, those in its folder `values`, and `../values/NAME.yaml`, where NAME is
 * its folder. Only where there is none of the first kind are the others taken.
 */
export function valuesBeside(
  sources: readonly Source[],
  charts: ReadonlySet<string>,
): (chart: string) => readonly Source[] {
  const folders = foldersOfValues(charts);
  const byFolder = groupBy(
    sources.filter((source) => folders.has(folderOf(source))),
    folderOf,
  );
  const filesIn = (folder: string, isValues: RegExp): readonly Source[] =>
    (byFolder.get(folder) ?? []).filter(({ path }) => isValues.test(path) && !isForTests(path));
  return (chart) => {
    const next = filesIn(chart, /\/(?:values[-._][^/]+|[^/]+[-._]values)\.ya?ml$/);
    if (next.length > 0) return next;
    const own = filesIn(`${chart}/${valuesFolder}`, /\.ya?ml$/);
    const name = chart.slice(chart.lastIndexOf('/') + 1);
    return own.length > 0
      ? own
      : filesIn(sharedFolder(chart), /\.ya?ml$/).filter(({ path }) => isNamedAfter(path, name));
  };
}

/** The folders in which files may have values for charts. */
export function foldersOfValues(charts: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...charts].flatMap((chart) => [chart, `${chart}/${valuesFolder}`, sharedFolder(chart)]));
}

function sharedFolder(chart: string): string {
  return `${chart.slice(0, chart.lastIndexOf('/'))}/${valuesFolder}`;
}

/** Whether a file is named after a chart. */
function isNamedAfter(path: string, name: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.ya?ml$/, '') === name;
}

/** Values to try a chart out, which deploy nothing. `values-test.yaml` is for an environment. */
function isForTests(path: string): boolean {
  return /(?<![a-z])tests?[-._]values\.ya?ml$/.test(path);
}

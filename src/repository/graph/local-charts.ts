import { memoize } from '../../model/memo.js';
import { foldersAbove } from '../../model/paths.js';
import { folderOf, isChartFile, type Source } from '../../model/source.js';
import { join } from './kustomization.js';
import { type Folder, lastSegment } from './layout.js';
import { localDependencies, localFolders } from './local-dependencies.js';

/**
 * The charts of the input that others of it include by `file://`. Such a chart is a part of theirs, and no release of its own unless
 * something deploys it.
 * https://helm.sh/docs/helm/helm_dependency/
 */
export class LocalCharts {
  private readonly files: ReadonlyMap<string, Source>;
  private readonly parts: ReadonlySet<Folder>;

  constructor(sources: readonly Source[]) {
    this.files = new Map(sources.filter(isChartFile).map((source) => [source.path, source]));
    const charts = [...this.files.values()].map(folderOf);
    const included = new Set(
      charts.flatMap((chart) =>
        localDependencies(chart, this.read).flatMap(({ folder }) => (folder === chart ? [] : [folder])),
      ),
    );
    const released = included.size === 0 ? included : releasedIn(sources, included);
    this.parts = new Set([...included].filter((folder) => !released.has(folder)));
  }

  /** The folders of all charts that a chart includes, at any depth. */
  includedBy(chart: Folder): readonly Folder[] {
    return localFolders(chart, this.read).filter((folder) => folder !== chart);
  }

  /** Whether a chart is only a part of others, unless an Application deploys it. */
  isPart(chart: Folder): boolean {
    return this.parts.has(chart);
  }

  private readonly read = (file: string): string | undefined => {
    try {
      return this.files.get(file)?.read();
    } catch {
      return undefined; // Helm reports what is wrong with it.
    }
  };
}

/** The charts that something beside Argo CD deploys on their own. */
function releasedIn(sources: readonly Source[], charts: ReadonlySet<Folder>): ReadonlySet<Folder> {
  const lists = sources.filter(isOfReleases);
  const named = new Set<Folder>();
  // kustomize names a chart in a folder that is set elsewhere.
  const inflated = new Set<string>();
  for (const source of lists) {
    const text = source.read();
    const values = [...text.matchAll(namesChart)].map(([, value = '']) => value);
    const bases = [folderOf(source), ...foldersAbove(folderOf(source))];
    if (text.includes('helmCharts:')) for (const value of values) inflated.add(lastSegment(value));
    else for (const value of values) for (const base of bases) named.add(join(base, value));
  }
  return new Set([...charts].filter((folder) => named.has(folder) || inflated.has(lastSegment(folder))));
}

/** How helmfile, Skaffold, Flux and kustomize name a chart. */
const namesChart = /^[ \t]*(?:- +)?(?:chart|chartPath|path|name):[ \t]*["']?([\w./-]+)["']?[ \t]*(?:#.*)?$/gm;

/** Whether a file may say what deploys a chart on its own, beside Applications. */
export const isOfReleases = memoize((source: Source): boolean => {
  if (/\/(?:helmfile[^/]*|helmfile\.d\/[^/]+|skaffold[^/]*)$/.test(source.path)) return true;
  if (isChartFile(source)) return false;
  try {
    const text = source.read();
    return text.includes('helmCharts:') || text.includes('kind: HelmRelease');
  } catch {
    return false; // The error of reading it is reported by lint.
  }
});

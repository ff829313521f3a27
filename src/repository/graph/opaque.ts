import { valueFiles } from '../../kubernetes/kinds/helm-values.js';
import { isAtOrBelow, isBelow } from '../../model/paths.js';
import type { Resource } from '../../model/resource.js';
import { renderedFile } from '../../model/source.js';
import { filesOf } from './builds.js';
import type { Deployment } from './deployment.js';
import type { Kustomization } from './kustomization.js';
import type { Folder } from './layout.js';
import type { LocalCharts } from './local-charts.js';

/** A part of the input whose result only a program, or content from elsewhere, determines. */
export interface Opaque {
  readonly kind: 'kustomization' | 'chart' | 'plugin';
  /** Its kustomization or Application; undefined for a chart, which is a folder. */
  readonly resource: Resource | undefined;
  readonly folder: Folder;
  /** Whether it depends on a file, which may have been deleted. */
  readonly isMadeOf: (path: string) => boolean;
}

/**
 * Everything opaque. The graph knows what a kustomization does to names, namespaces and labels without rendering it; `whole`, the
 * exact content of all objects, needs more.
 */
export function opaqueOf(
  deployment: Deployment,
  localCharts: LocalCharts,
  isWhole: boolean,
): readonly Opaque[] {
  return [...kustomizations(deployment, isWhole), ...charts(deployment, localCharts), ...plugins(deployment)];
}

/** Whether a kustomization with all its bases patches, configures or builds something that its own files do not show. */
export function isOpaqueChain(chain: readonly Kustomization[]): boolean {
  return chain.some(({ patches, isTaught, isOpen }) => patches.length > 0 || isTaught || isOpen);
}

function kustomizations({ builds, files }: Deployment, isWhole: boolean): readonly Opaque[] {
  return builds.leaves.flatMap((leaf): Opaque[] => {
    const chain = builds.chain(leaf);
    // A kustomization that was rendered is replaced by a list of its output.
    if (chain.some(({ members }) => members.some(isRenderedFile))) return [];
    const isOpaque = isOpaqueChain(chain);
    if (!isOpaque && !isWhole) return [];
    const made = new Set(filesOf(chain));
    const members = new Set(chain.flatMap((one) => one.members));
    const others = chain.flatMap(({ folder, members, components, isOpen }) => [
      ...[...members, ...components].filter((one) => !builds.in(one) && !files.has(one)),
      ...(isOpen ? [`${folder}/charts`] : []),
    ]);
    return [
      {
        kind: 'kustomization',
        resource: leaf.resource,
        folder: leaf.folder,
        isMadeOf: (path) =>
          others.some((folder) => isBelow(path, folder)) ||
          (made.has(path) && (isOpaque || !members.has(path))),
      },
    ];
  });
}

function charts(deployment: Deployment, localCharts: LocalCharts): readonly Opaque[] {
  const { charts: folders, files, sources, readsOthers } = deployment;
  const isSubchart = (folder: Folder): boolean => {
    const at = folder.lastIndexOf('/charts/');
    return at !== -1 && folders.has(folder.slice(0, at));
  };
  const isPart = (folder: Folder): boolean =>
    localCharts.isPart(folder) && sources.ofChart(folder).length === 0;
  const all = [...folders].filter((folder) => !isSubchart(folder) && !isPart(folder));
  if (all.length === 0) return [];
  const rendered = [...files].filter(isRenderedFile);
  return all
    .filter((folder) => !rendered.some((path) => isBelow(path, folder)))
    .map((folder): Opaque => {
      const deployers = sources.all.filter(
        (place) => place.type === 'helm' && isReleaseOf(place.folder, folder),
      );
      const values = deployers.flatMap(({ source }) => valueFiles(source).map(tailOf));
      let known: boolean | undefined;
      const reads = (): boolean => (known ??= readsOthers(folder));
      const own = [folder, ...localCharts.includedBy(folder)];
      return {
        kind: 'chart',
        resource: undefined,
        folder,
        isMadeOf: (path) =>
          own.some((one) => isBelow(path, one) && isChartFile(path.slice(one.length + 1), reads)) ||
          values.some((tail) => path.endsWith(`/${tail}`)),
      };
    });
}

/** Folders of Applications that neither kustomize nor Helm processes, or with objects that their files do not show. */
function plugins({ sources }: Deployment): readonly Opaque[] {
  return sources.all.flatMap((place): Opaque[] => {
    const { type, folder, application } = place;
    if (type === 'kustomize' || type === 'helm') return [];
    const isMadeOf = (path: string): boolean =>
      isBelow(path, folder) && (type === undefined || /\.(?:jsonnet|libsonnet)$/.test(path));
    return [{ kind: 'plugin', resource: application, folder, isMadeOf }];
  });
}

function isReleaseOf(release: Folder, chart: Folder): boolean {
  return isAtOrBelow(release, chart);
}

function isRenderedFile(path: string): boolean {
  return path.endsWith(`/${renderedFile}`);
}

/** The end of a path that is relative to a chart or to the root of a repository. */
function tailOf(file: string): string {
  return file.replace(/^\$[^/]+\//, '').replace(/^(?:\.{0,2}\/)+/, '');
}

/**
 * Whether Helm may use a file of a chart. If templates read other files, it may be any except documentation; otherwise the files
 * that Helm itself reads, and those that may be values. A whole repository may be a chart.
 */
export function isChartFile(within: string, readsOthers: () => boolean): boolean {
  if (/^(?:ci|tests?|docs?)\//i.test(within)) return false;
  if (/(?:^|\/)(?:README|LICENSE|CHANGELOG|OWNERS|NOTES\.txt|\.helmignore)|\.md(?:\.gotmpl)?$/i.test(within))
    return false;
  if (/^(?:templates|charts|crds)\//.test(within)) return true;
  const isHidden = /(?:^|\/)\./.test(within);
  return (!isHidden && /\.(?:ya?ml|tpl|gotmpl|lock)$|^values/.test(within)) || readsOthers();
}

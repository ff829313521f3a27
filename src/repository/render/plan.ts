import type { WorkTree } from '../files/work-trees.js';
import { isKubernetesVersion } from '../../kubernetes/kinds/kubernetes-version.js';
import { expandAll } from '../graph/application-set.js';
import { Deployment, isRendered } from '../graph/deployment.js';
import { filesOf } from '../graph/builds.js';
import type { ApplicationSources } from '../graph/application-sources.js';
import type { Kustomization } from '../graph/kustomization.js';
import { LocalCharts } from '../graph/local-charts.js';
import { isChartFile } from '../graph/opaque.js';
import { destinationNamespace, isApplication, isOfArgoCd } from '../../kubernetes/kinds/application.js';
import type { Field } from '../../model/field.js';
import { isBelow } from '../../model/paths.js';
import type { Resource } from '../../model/resource.js';
import { type InlineValues, releaseName } from '../../kubernetes/kinds/helm-values.js';
import { isReleaseName } from '../../model/dns-name.js';
import { folderOf, isKustomizationFile, type Source } from '../../model/source.js';
import { Reader } from '../../yaml/parse/read.js';
import { chartOf } from './chart-file.js';
import { refusedValues, chartValues } from './chart-values.js';
import { valuesBeside } from './values-beside.js';
import type { ProgramRefusal } from './refusal.js';

/** A folder for `kustomize build`: a kustomization that is not a base of another one in the input. */
export interface KustomizeUnit {
  readonly tool: 'kustomize';
  readonly folder: string;
  /** The name that users see. */
  readonly name: string;
  readonly kustomization: Kustomization;
  /** The kustomization and all its bases, itself first. */
  readonly chain: readonly Kustomization[];
}

/** A chart for `helm template` with some value files. */
export interface HelmUnit {
  readonly tool: 'helm';
  /** The folder that its objects are deployed from: the chart, or a folder in it for each of several units. */
  readonly folder: string;
  readonly name: string;
  readonly chart: string;
  /** The folders of the charts of the input that it includes by `file://`, at any depth. */
  readonly includes: readonly string[];
  /** Absolute paths; later files win. */
  readonly values: readonly string[];
  /** The values that the Application adds. */
  readonly inline: InlineValues | undefined;
  readonly release: string;
  readonly namespace: string;
  /** The release of Kubernetes and its API versions, from the Application. */
  readonly kubeVersion: string | undefined;
  readonly apiVersions: readonly string[];
  /** The Application with these settings. */
  readonly deployer: Field | undefined;
}

export type Unit = KustomizeUnit | HelmUnit;

export interface RenderPlan {
  readonly units: readonly Unit[];
  /** The chains of kustomizations that are not rendered. */
  readonly unrendered: readonly (readonly Kustomization[])[];
  /** Whether Applications deploy a file unchanged, even if it is also rendered. */
  readonly isDeployedAsItIs: (path: string) => boolean;
  /** What is not rendered, and why. */
  readonly notes: readonly {
    readonly message: string;
    readonly isMadeOf: (path: string) => boolean;
  }[];
  /** Value files that are not read. */
  readonly refusals: readonly ProgramRefusal[];
}

export interface PlanOptions {
  /** Value files: charts are rendered once for each entry. */
  readonly helmValues: readonly (readonly string[])[];
  /** Whether a file exists and may be read. */
  readonly isFile: (path: string) => boolean;
  /** Whether a path is where the repository may refer to. */
  readonly allows: (path: string) => boolean;
  /** The folder of relative paths of value files that are not relative to the chart. */
  readonly workingFolder: string;
  readonly workTrees?: readonly WorkTree[] | undefined;
  /** The sources of Applications, by default all: the output of units replaces their files. */
  readonly applicationsIn?: readonly Source[] | undefined;
}

/** Helm's default name of a release, which is used if the name of the chart is not valid. */
const unknownRelease = 'release-name';

/** The namespace of a release whose namespace is unknown; manifests never have it. */
const unknownNamespace = 'release-namespace';

/** The units to render among the sources. Nothing is executed. */
export function renderPlan(sources: readonly Source[], options: PlanOptions): RenderPlan {
  const resources = resourcesOfSources(sources);
  const { applicationsIn } = options;
  const deploying = applicationsIn
    ? [
        ...resources.filter((resource) => !isOfArgoCd(resource)),
        ...resourcesOfSources(applicationsIn).filter(isOfArgoCd),
      ]
    : resources;
  const applications = [...deploying.filter(isApplication), ...expandAll(deploying, sources).applications];
  const { builds, sources: deployers } = new Deployment({
    resources,
    applications,
    paths: sources.map(({ path }) => path),
    isLive: () => false,
    workTrees: options.workTrees,
  });
  const unrendered: (readonly Kustomization[])[] = [];
  const notes: RenderPlan['notes'][number][] = [];
  const units: Unit[] = [];
  for (const leaf of builds.leaves) {
    const chain = builds.chain(leaf);
    const reason = pluginProblem(chain);
    const name = folderName(leaf.resource.source);
    if (reason === undefined && isBuildable(leaf.resource))
      units.push({ tool: 'kustomize', folder: leaf.folder, name, kustomization: leaf, chain });
    else {
      unrendered.push(chain);
      if (reason !== undefined)
        notes.push({
          message: `${name}: not rendered, because ${reason}; its files are read as they are.`,
          isMadeOf: madeOfChain(chain),
        });
    }
  }
  const kustomized = new Set(builds.leaves.map(({ folder }) => folder));
  const charts = chartUnits(
    // The output of a folder is in it: Argo CD uses one tool per folder, too, and prefers kustomize to Helm.
    sources.filter((source) => !source.path.endsWith('/Chart.yaml') || !kustomized.has(folderOf(source))),
    deployers,
    options,
  );
  return {
    units: [...units, ...charts.units],
    unrendered,
    isDeployedAsItIs: (path) => deployers.ofFile(path).some(({ type }) => type === 'directory'),
    notes,
    refusals: charts.refusals,
  };
}

function resourcesOfSources(sources: readonly Source[]): readonly Resource[] {
  const reader = new Reader();
  return sources.flatMap((source) => {
    try {
      return reader.read(source).resources;
    } catch {
      return []; // The error of reading it is reported by lint.
    }
  });
}

/** A key that is equal for units with the same output in the same place. */
export function unitKey(unit: Unit): string {
  if (unit.tool === 'kustomize') return JSON.stringify([unit.tool, unit.folder]);
  const { tool, folder, chart, values, inline, release, namespace, kubeVersion, apiVersions, deployer } =
    unit;
  return JSON.stringify([
    ...[tool, folder, chart, values, inline, release, namespace, kubeVersion, apiVersions],
    deployer?.resource.name,
  ]);
}

/** Whether the output of a unit depends on a file. */
export function madeOf(
  unit: Unit,
  readsOthers: (chart: string) => boolean,
  /** The folders of the charts that a chart depends on. */
  dependencies: (chart: string) => readonly string[],
): (path: string) => boolean {
  if (unit.tool === 'kustomize') return madeOfChain(unit.chain);
  const { chart, values, deployer } = unit;
  const others = new Set([...values, ...(deployer ? [deployer.resource.source.path] : [])]);
  let folders: readonly string[] | undefined;
  const known = new Map<string, boolean>();
  const reads = (folder: string): boolean => {
    const its = known.get(folder) ?? readsOthers(folder);
    known.set(folder, its);
    return its;
  };
  return (path) =>
    others.has(path) ||
    (folders ??= [chart, ...dependencies(chart)]).some(
      (folder) => isBelow(path, folder) && isChartFile(path.slice(folder.length + 1), () => reads(folder)),
    );
}

/** What a kustomization depends on: its files, those below folders without a kustomization, and charts next to it. */
function madeOfChain(chain: readonly Kustomization[]): (path: string) => boolean {
  const files = new Set(filesOf(chain));
  const known = new Set(chain.map(({ folder }) => folder));
  const folders = chain
    .flatMap(({ folder, members, components }) => [...members, ...components, `${folder}/charts`])
    .filter((folder) => !known.has(folder));
  return (path) => files.has(path) || folders.some((folder) => isBelow(path, folder));
}

/** Kustomize only reads files of these names. */
function isBuildable({ source }: Resource): boolean {
  return isKustomizationFile(source.path);
}

/** The fields for which kustomize would have to start other programs, which rolloutkit never allows. */
function pluginProblem(chain: readonly Kustomization[]): string | undefined {
  for (const { resource } of chain) {
    if (resource.at('helmCharts').exists || resource.at('helmChartInflationGenerator').exists)
      return `${resource.source.name} inflates a Helm chart, and kustomize plugins are disabled`;
    const inline = ['generators', 'transformers', 'validators'].flatMap((key) => resource.at(key).items);
    if (inline.some((item) => /config\.kubernetes\.io\/function/.test(item.text ?? '')))
      return `${resource.source.name} runs a function, and kustomize plugins are disabled`;
  }
  return undefined;
}

/** The folder of a source, as users see it. */
function folderName({ name }: Source): string {
  const slash = name.lastIndexOf('/');
  return slash === -1 ? '.' : name.slice(0, slash) || '/';
}

function chartUnits(
  sources: readonly Source[],
  applications: ApplicationSources,
  options: PlanOptions,
): { readonly units: readonly HelmUnit[]; readonly refusals: readonly ProgramRefusal[] } {
  const refusals: ProgramRefusal[] = [];
  const charts = sources.filter(({ path }) => path.endsWith('/Chart.yaml'));
  const folders = new Set(charts.map(folderOf));
  const isSubchart = (folder: string): boolean => {
    const at = folder.lastIndexOf('/charts/');
    return at !== -1 && folders.has(folder.slice(0, at));
  };
  const localCharts = new LocalCharts(sources);
  const names = new Map(sources.map(({ path, name }) => [path, name]));
  const besideCharts = valuesBeside(sources, folders);
  const units = charts.flatMap((source) => {
    const chart = folderOf(source);
    const { name, type } = chartOf(source);
    if (isSubchart(chart) || type === 'library') return [];
    // What a chart declares of itself depends on values from outside.
    const deployers = applications.ofChart(chart).filter(({ resource: { source: its } }) => {
      return !(isRendered(its) && isBelow(its.path, chart));
    });
    if (deployers.length === 0 && localCharts.isPart(chart)) return [];
    refusals.push(...refusedValues(chart, deployers, options));
    const lists = chartValues(chart, besideCharts(chart), deployers, options);
    return lists.map(({ files, inline, deployer, key, isRepeated }): HelmUnit => {
      const relative = files.map((file) =>
        isBelow(file, chart) ? file.slice(chart.length + 1) : (names.get(file) ?? file),
      );
      const own = inline && deployer ? [`the values of Application ${deployer.resource.name}`] : [];
      const all = [...relative, ...own];
      const namespace = (deployer && destinationNamespace(deployer.resource)) || unknownNamespace;
      const release = deployer ? releaseName(deployer) : isReleaseName(name) ? name : unknownRelease;
      const label = [
        ...(all.length === 0 ? [] : [` with ${all.join(', ')}`]),
        ...(isRepeated ? [` as ${release} in ${namespace}`] : []),
      ].join('');
      return {
        tool: 'helm',
        folder: lists.length === 1 ? chart : `${chart}/${key ?? (relative.join('+') || 'values.yaml')}`,
        name: `${folderName(source)}${label}`,
        chart,
        includes: localCharts.includedBy(chart),
        values: files,
        inline,
        release,
        namespace,
        ...clusterOf(deployer),
        deployer,
      };
    });
  });
  return { units, refusals };
}

/** Argo CD rejects an invalid version. */
function clusterOf(deployer: Field | undefined): Pick<HelmUnit, 'kubeVersion' | 'apiVersions'> {
  const version = deployer?.at('helm', 'kubeVersion').text;
  const served = deployer?.at('helm', 'apiVersions').items.flatMap(({ text }) => text ?? []) ?? [];
  return {
    kubeVersion: version !== undefined && isKubernetesVersion(version) ? version : undefined,
    apiVersions: served.filter((text) => /^[\w.-]+(?:\/[\w.-]+){0,2}$/.test(text)),
  };
}

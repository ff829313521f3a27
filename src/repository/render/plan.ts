import type { WorkTree } from '../files/work-trees.js';
import { isKubernetesVersion } from '../../kubernetes/kinds/kubernetes-version.js';
import { expandAll } from '../graph/application-set.js';
import { Deployment, isRendered } from '../graph/deployment.js';
import { filesOf } from '../graph/builds.js';
import type { ApplicationSources } from '../graph/application-sources.js';
import type { Kustomization } from '../graph/kustomization.js';
import { isOfChart } from '../graph/opaque.js';
import { destinationNamespace, isApplication, isOfArgoCd } from '../../kubernetes/kinds/application.js';
import type { Field } from '../../model/field.js';
import { isBelow } from '../../model/paths.js';
import type { Resource } from '../../model/resource.js';
import { type InlineValues, releaseName } from '../../kubernetes/kinds/helm-values.js';
import { isReleaseName } from '../../model/dns-name.js';
import { folderOf, isKustomizationFile, type Source } from '../../model/source.js';
import { Reader } from '../../yaml/parse/read.js';
import { parseValues } from '../../yaml/parse/values.js';
import { refusedValues, valuesOf } from './chart-values.js';
import type { Refusal } from './refusal.js';

/** A folder that `kustomize build` renders: a kustomization that no other one of the input builds on. */
export interface KustomizeUnit {
  readonly tool: 'kustomize';
  readonly folder: string;
  /** What the user calls it. */
  readonly name: string;
  readonly kustomization: Kustomization;
  /** It and all that it is made of, itself first. */
  readonly chain: readonly Kustomization[];
}

/** A chart that `helm template` renders with some files of values. */
export interface HelmUnit {
  readonly tool: 'helm';
  /** Where its objects are deployed from: the folder of the chart, or one in it for each of several units. */
  readonly folder: string;
  readonly name: string;
  readonly chart: string;
  /** Absolute paths; later files win. */
  readonly values: readonly string[];
  /** What the Application adds to them. */
  readonly inline: InlineValues | undefined;
  readonly release: string;
  readonly namespace: string;
  /** What the Application says of the cluster: the release of Kubernetes, and what it serves. */
  readonly kubeVersion: string | undefined;
  readonly apiVersions: readonly string[];
  /** The Application that says so. */
  readonly deployer: Field | undefined;
}

export type Unit = KustomizeUnit | HelmUnit;

export interface Plan {
  readonly units: readonly Unit[];
  /** The chains of kustomizations that are not rendered. */
  readonly unrendered: readonly (readonly Kustomization[])[];
  /** Whether Applications deploy a file as it is, whatever is built of it besides. */
  readonly isDeployedAsItIs: (path: string) => boolean;
  /** What is left unrendered, and why. */
  readonly notes: readonly {
    readonly message: string;
    readonly isMadeOf: (path: string) => boolean;
  }[];
  /** Files of values that are not read. */
  readonly refusals: readonly Refusal[];
}

export interface PlanOptions {
  /** Files of values: charts are rendered once for each entry that they have. */
  readonly helmValues: readonly (readonly string[])[];
  /** Whether there is a file that may be read. */
  readonly isFile: (path: string) => boolean;
  /** Whether a file lies where what the repository names may lie. */
  readonly allows: (path: string) => boolean;
  /** What paths of values are relative to if not to the chart. */
  readonly workingFolder: string;
  readonly workTrees?: readonly WorkTree[] | undefined;
  /** What Applications are read from, if not from all sources: what others were rendered to, in the place of those. */
  readonly applicationsIn?: readonly Source[] | undefined;
}

/** What Helm calls a release that nobody names, which it takes where the name of the chart is none for a release. */
const unknownRelease = 'release-name';

/** The namespace of a release of which nothing given tells one: no namespace of a manifest is like it. */
const unknownNamespace = 'release-namespace';

/** What there is to render among the sources. Nothing is executed. */
export function planOf(sources: readonly Source[], options: PlanOptions): Plan {
  const resources = resourcesIn(sources);
  const { applicationsIn } = options;
  const deploying = applicationsIn
    ? [
        ...resources.filter((resource) => !isOfArgoCd(resource)),
        ...resourcesIn(applicationsIn).filter(isOfArgoCd),
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
  const notes: Plan['notes'][number][] = [];
  const units: Unit[] = [];
  for (const leaf of builds.leaves) {
    const chain = builds.chain(leaf);
    const reason = plugin(chain);
    const name = nameOf(leaf.resource.source);
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
    // What is rendered of a folder stands in it: Argo CD, too, takes one tool, and kustomize before Helm.
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

function resourcesIn(sources: readonly Source[]): readonly Resource[] {
  const reader = new Reader();
  return sources.flatMap((source) => {
    try {
      return reader.read(source).resources;
    } catch {
      return []; // Whoever lints it says so.
    }
  });
}

/** By what units are known to be rendered to the same, in the same place. */
export function unitKey(unit: Unit): string {
  if (unit.tool === 'kustomize') return JSON.stringify([unit.tool, unit.folder]);
  const { tool, folder, chart, values, inline, release, namespace, kubeVersion, apiVersions, deployer } =
    unit;
  return JSON.stringify([
    ...[tool, folder, chart, values, inline, release, namespace, kubeVersion, apiVersions],
    deployer?.resource.name,
  ]);
}

/** Whether a file has a part in what a unit renders to. */
export function madeOf(unit: Unit, readsOthers: (chart: string) => boolean): (path: string) => boolean {
  if (unit.tool === 'kustomize') return madeOfChain(unit.chain);
  const { chart, values, deployer } = unit;
  let known: boolean | undefined;
  const reads = (): boolean => (known ??= readsOthers(chart));
  const others = new Set([...values, ...(deployer ? [deployer.resource.source.path] : [])]);
  return (path) =>
    others.has(path) || (isBelow(path, chart) && isOfChart(path.slice(chart.length + 1), reads));
}

/** What a kustomization is made of: its files, those below folders that are no kustomizations, and charts beside it. */
function madeOfChain(chain: readonly Kustomization[]): (path: string) => boolean {
  const files = new Set(filesOf(chain));
  const known = new Set(chain.map(({ folder }) => folder));
  const folders = chain
    .flatMap(({ folder, members, components }) => [...members, ...components, `${folder}/charts`])
    .filter((folder) => !known.has(folder));
  return (path) => files.has(path) || folders.some((folder) => isBelow(path, folder));
}

/** Kustomize takes files of these names alone. */
function isBuildable({ source }: Resource): boolean {
  return isKustomizationFile(source.path);
}

/** What kustomize would have to start other programs for, which it is never told to do. */
function plugin(chain: readonly Kustomization[]): string | undefined {
  for (const { resource } of chain) {
    if (resource.at('helmCharts').exists || resource.at('helmChartInflationGenerator').exists)
      return `${resource.source.name} inflates a Helm chart, and kustomize plugins are disabled`;
    const inline = ['generators', 'transformers', 'validators'].flatMap((key) => resource.at(key).items);
    if (inline.some((item) => /config\.kubernetes\.io\/function/.test(item.text ?? '')))
      return `${resource.source.name} runs a function, and kustomize plugins are disabled`;
  }
  return undefined;
}

/** The folder of a source as the user calls it. */
function nameOf({ name }: Source): string {
  const slash = name.lastIndexOf('/');
  return slash === -1 ? '.' : name.slice(0, slash) || '/';
}

function chartUnits(
  sources: readonly Source[],
  applications: ApplicationSources,
  options: PlanOptions,
): { readonly units: readonly HelmUnit[]; readonly refusals: readonly Refusal[] } {
  const refusals: Refusal[] = [];
  const charts = sources.filter(({ path }) => path.endsWith('/Chart.yaml'));
  const folders = new Set(charts.map(folderOf));
  const isSubchart = (folder: string): boolean => {
    const at = folder.lastIndexOf('/charts/');
    return at !== -1 && folders.has(folder.slice(0, at));
  };
  const names = new Map(sources.map(({ path, name }) => [path, name]));
  const units = charts.flatMap((source) => {
    const chart = folderOf(source);
    const { name, type } = chartOf(source);
    if (isSubchart(chart) || type === 'library') return [];
    // What a chart says of itself it says with values that somebody else has to give.
    const deployers = applications.ofChart(chart).filter(({ resource: { source: its } }) => {
      return !(isRendered(its) && isBelow(its.path, chart));
    });
    refusals.push(...refusedValues(chart, deployers, options));
    const lists = valuesOf(chart, sources, deployers, options);
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
        name: `${nameOf(source)}${label}`,
        chart,
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

/** What is no version is left to Argo CD to refuse. */
function clusterOf(deployer: Field | undefined): Pick<HelmUnit, 'kubeVersion' | 'apiVersions'> {
  const version = deployer?.at('helm', 'kubeVersion').text;
  const served = deployer?.at('helm', 'apiVersions').items.flatMap(({ text }) => text ?? []) ?? [];
  return {
    kubeVersion: version !== undefined && isKubernetesVersion(version) ? version : undefined,
    apiVersions: served.filter((text) => /^[\w.-]+(?:\/[\w.-]+){0,2}$/.test(text)),
  };
}

function chartOf(source: Source): { name: string; type: unknown } {
  const fallback = folderOf(source).replace(/^.*\//, '') || 'release';
  let value: unknown;
  try {
    [value] = parseValues(source.read());
  } catch {
    // Helm says what is wrong with it.
  }
  const { name, type } = (value ?? {}) as { name?: unknown; type?: unknown };
  return { name: typeof name === 'string' ? name : fallback, type };
}

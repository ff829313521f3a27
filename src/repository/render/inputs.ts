import { filesOf } from '../graph/builds.js';
import type { AsWritten } from '../graph/anchors.js';
import type { WrittenSources } from '../graph/read-graph.js';
import { isBelow } from '../../model/paths.js';
import { renderedFile, type Source } from '../../model/source.js';
import type { Resource } from '../../model/resource.js';
import type { Origin, Origins } from './origins.js';
import type { RenderPlan, Unit } from './plan.js';
import type { RenderedDoc, RenderedText } from './rendered.js';

/** The output of a program for a unit. */
export interface Rendering {
  readonly unit: Unit;
  readonly text: RenderedText;
  readonly origins: Origins;
  /** Whether objects are missing from it that the unit has: a remote base, or a file that is not found. */
  readonly isPartial?: boolean;
}

/** Sources to read instead of those that were rendered. */
export interface Inputs {
  readonly sources: readonly Source[];
  /** The sources that were rendered, and all others. */
  readonly written: WrittenSources;
  /** The identity of an object in its manifest, which shows which environments are copies of each other. */
  readonly asWritten: AsWritten;
  /** The known files that an object was rendered from: its own, and value files. */
  readonly writtenIn: (resource: Resource) => readonly string[];
}

/** The path of a unit's output among the sources; files of users never have it. */
export function renderedPath({ folder }: Unit): string {
  return `${folder}/${renderedFile}`;
}

/** Whether a path is that of a unit's output. */
export function isRendered(path: string): boolean {
  return path.endsWith(`/${renderedFile}`);
}

/**
 * Replaces files by what was rendered from them. What could not be rendered stays unchanged, with all its files. A rendered
 * kustomization is kept as a list of one file, so that the files it leaves out are still known.
 */
export function inputsOf(
  sources: readonly Source[],
  plan: RenderPlan,
  renderings: readonly Rendering[],
): Inputs {
  const done = new Set(renderings.map(({ unit }) => unit));
  const charts = new Set(renderings.flatMap(({ unit }) => (unit.tool === 'helm' ? [unit.chart] : [])));
  const used = new Set<string>();
  const kept = new Set<string>();
  for (const unit of plan.units) {
    if (unit.tool === 'kustomize')
      for (const file of filesOf(unit.chain)) (done.has(unit) ? used : kept).add(file);
    // If a chart fails with some values, its other renderings represent it.
    else if (!done.has(unit) && !charts.has(unit.chart)) kept.add(unit.chart);
  }
  for (const kustomization of plan.unrendered.flatMap((chain) => chain)) {
    kept.add(kustomization.resource.source.path);
    for (const member of kustomization.members) kept.add(member);
  }
  const isReplaced = (path: string): boolean =>
    (used.has(path) && !kept.has(path) && !plan.isDeployedAsItIs(path)) ||
    [...charts].some((chart) => isBelow(path, chart) && !isBesideChart(chart, path));
  const partial = new Set(renderings.flatMap(({ unit, isPartial }) => (isPartial === true ? [unit] : [])));
  const stubs = stubsOf(plan, { done, partial }, kept);
  const left = sources.filter(({ path }) => !isReplaced(path));
  const originOf = origins(renderings);
  const taken = new Set(stubs.map(({ path }) => path));
  return {
    sources: [
      ...left.filter(({ path }) => !taken.has(path)),
      ...stubs,
      ...renderings.map(({ text }) => text.source),
    ],
    written: {
      sources,
      built: new Set(
        // Plain lint says what is wrong with the entries that were left out.
        [...done].flatMap((unit) =>
          unit.tool === 'kustomize' && !partial.has(unit)
            ? unit.chain.map(({ resource }) => resource.source.path)
            : [],
        ),
      ),
    },
    asWritten: (resource) => {
      const origin = originOf(resource)?.origin;
      return origin?.written
        ? { ...origin.written, names: origin.names, file: origin.place([], false)?.source.path }
        : resource;
    },
    writtenIn: (resource) => {
      const from = originOf(resource);
      const file = from?.origin?.place([], false)?.source.path;
      return [...(file === undefined ? [] : [file]), ...(from?.unit.tool === 'helm' ? from.unit.values : [])];
    },
  };
}

/** Chart.yaml stays, too: files next to it are not deployed. */
function isBesideChart(chart: string, path: string): boolean {
  return !/^\/(templates|charts|crds)\/|^\/(?=[^/]*values)[^/]*\.ya?ml$/.test(path.slice(chart.length));
}

/** In place of what was left out of an output: the objects of a remote base are unknown. */
const unreadBase = 'https://left-out.invalid/';

/** Kustomizations that contain only the rendered output, to replace those that were rendered. */
function stubsOf(
  plan: RenderPlan,
  { done, partial }: Readonly<Record<'done' | 'partial', ReadonlySet<Unit>>>,
  kept: ReadonlySet<string>,
): readonly Source[] {
  const units = plan.units.filter((unit) => unit.tool === 'kustomize').filter((unit) => done.has(unit));
  const leaves = new Map(units.map((unit) => [unit.folder, partial.has(unit)]));
  const chain = new Map(units.flatMap((unit) => unit.chain).map((one) => [one.folder, one]));
  return [...chain.values()].flatMap(({ folder, members, components, resource }): Source[] => {
    const { source } = resource;
    if (kept.has(source.path)) return [];
    const inner = [...members, ...components].filter((member) => {
      const other = chain.get(member);
      return other && !kept.has(other.resource.source.path);
    });
    const list = [
      ...(leaves.has(folder) ? [`${folder}/${renderedFile}`] : []),
      ...(leaves.get(folder) === true ? [unreadBase] : []),
      ...inner,
    ];
    const kind = resource.kind === 'Component' ? 'v1alpha1\nkind: Component' : 'v1beta1\nkind: Kustomization';
    const text = `apiVersion: kustomize.config.k8s.io/${kind}\nresources: ${JSON.stringify(list)}\n`;
    return [{ path: source.path, name: source.name, read: () => text }];
  });
}

interface From {
  readonly unit: Unit;
  readonly origin: Origin | undefined;
}

function origins(renderings: readonly Rendering[]): (resource: Resource) => From | undefined {
  const bySource = new Map<Source, Rendering>(
    renderings.map((rendering) => [rendering.text.source, rendering]),
  );
  return (resource) => {
    const rendering = bySource.get(resource.source);
    const doc = rendering && docAt(rendering.text.docs, resource.offset);
    return doc && { unit: rendering.unit, origin: rendering.origins.of(doc) };
  };
}

/** The document at an offset. */
export function docAt(docs: readonly RenderedDoc[], offset: number): RenderedDoc | undefined {
  return docs.find(({ start, end }) => start <= offset && offset < end);
}

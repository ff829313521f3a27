import { filesOf } from '../graph/builds.js';
import type { AsWritten } from '../graph/anchors.js';
import type { WrittenSources } from '../graph/read-graph.js';
import { memoizeByText, memoizeRecent } from '../../model/memo.js';
import { folderOfPath, isBelow } from '../../model/paths.js';
import { areOtherModes } from '../graph/modes.js';
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
  /** The templates of a chart whose objects are missing from it. */
  readonly leftOut?: readonly string[];
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

/** Whether one of two outputs is that of the same chart with other values, which no release has together with the other one's. */
export function areOtherwiseRendered(left: string, right: string): boolean {
  if (left === right || !isRendered(left) || !isRendered(right)) return false;
  return areOtherModes(folderOfPath(left), folderOfPath(right));
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
  return new Replacement(plan, renderings).in(sources);
}

/** What was rendered, in place of the files that it was rendered from. */
export class Replacement {
  readonly asWritten: AsWritten;
  readonly writtenIn: Inputs['writtenIn'];
  private readonly built: ReadonlySet<string>;
  private readonly stubs: readonly Source[];
  private readonly stubPaths: ReadonlySet<string>;
  private readonly isReplaced: (path: string) => boolean;

  constructor(
    plan: RenderPlan,
    private readonly renderings: readonly Rendering[],
  ) {
    const done = new Set(renderings.map(({ unit }) => unit));
    const kept = leftFiles(plan, renderings);
    const partial = new Set(renderings.flatMap(({ unit, isPartial }) => (isPartial === true ? [unit] : [])));
    this.isReplaced = replacedBy(plan, renderings, kept);
    this.stubs = stubsOf(plan, { done, partial }, kept);
    this.stubPaths = new Set(this.stubs.map(({ path }) => path));
    this.built = new Set(
      // Plain lint says what is wrong with the entries that were left out.
      [...done].flatMap((unit) =>
        unit.tool === 'kustomize' && !partial.has(unit)
          ? unit.chain.map(({ resource }) => resource.source.path)
          : [],
      ),
    );
    const originOf = origins(renderings);
    this.asWritten = (resource) => {
      const origin = originOf(resource)?.origin;
      return origin?.written
        ? { ...origin.written, names: origin.names, file: origin.place([], false)?.source.path }
        : resource;
    };
    this.writtenIn = (resource) => {
      const from = originOf(resource);
      const file = from?.origin?.place([], false)?.source.path;
      return [...(file === undefined ? [] : [file]), ...(from?.unit.tool === 'helm' ? from.unit.values : [])];
    };
  }

  /** The sources to read instead of these. */
  in(sources: readonly Source[]): Inputs {
    const { built, asWritten, writtenIn } = this;
    const left = sources.filter(({ path }) => !this.isReplaced(path) && !this.stubPaths.has(path));
    return {
      sources: [...left, ...this.stubs, ...this.renderings.map(({ text }) => text.source)],
      written: { sources, built },
      asWritten,
      writtenIn,
    };
  }
}

/** The files and charts that stay as they are, because some of what is made of them was not rendered. */
function leftFiles(plan: RenderPlan, renderings: readonly Rendering[]): ReadonlySet<string> {
  const done = new Set(renderings.map(({ unit }) => unit));
  const charts = chartsOf(renderings);
  const kept = new Set<string>();
  for (const unit of plan.units) {
    if (done.has(unit)) continue;
    if (unit.tool === 'kustomize') for (const file of filesOf(unit.chain)) kept.add(file);
    // If a chart fails with some values, its other renderings represent it.
    else if (!charts.has(unit.chart)) kept.add(unit.chart);
  }
  for (const { unit, leftOut = [] } of renderings)
    for (const file of leftOut)
      if (
        renderings.every(
          (other) => chartOfUnit(other) !== chartOfUnit({ unit }) || other.leftOut?.includes(file),
        )
      )
        kept.add(file);
  for (const kustomization of plan.unrendered.flatMap((chain) => chain)) {
    kept.add(kustomization.resource.source.path);
    for (const member of kustomization.members) kept.add(member);
  }
  return kept;
}

function chartOfUnit({ unit }: Pick<Rendering, 'unit'>): string | undefined {
  return unit.tool === 'helm' ? unit.chart : undefined;
}

function chartsOf(renderings: readonly Rendering[]): ReadonlySet<string> {
  return new Set(renderings.flatMap(({ unit }) => (unit.tool === 'helm' ? [unit.chart] : [])));
}

function replacedBy(
  plan: RenderPlan,
  renderings: readonly Rendering[],
  kept: ReadonlySet<string>,
): (path: string) => boolean {
  // A chart that is a part of a rendered one is read there, unless it is a release of its own, too.
  const parts = renderings.flatMap(({ unit }) => (unit.tool === 'helm' ? unit.includes : []));
  const charts = [...chartsOf(renderings), ...parts.filter((part) => !kept.has(part))];
  const isOfCharts = replacedByCharts([...new Set(charts)].sort().join('\n'));
  const used = new Set(
    renderings.flatMap(({ unit }) => (unit.tool === 'kustomize' ? filesOf(unit.chain) : [])),
  );
  return (path) => !kept.has(path) && ((used.has(path) && !plan.isDeployedAsItIs(path)) || isOfCharts(path));
}

/** Whether charts replace a file: the same for one state of their files after the other. */
const replacedByCharts = memoizeRecent(4, (folders: string) => {
  const charts = folders === '' ? [] : folders.split('\n');
  return memoizeByText((path) => charts.some((chart) => isBelow(path, chart) && !isBesideChart(chart, path)));
});

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

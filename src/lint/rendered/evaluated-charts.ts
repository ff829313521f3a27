import { folderOf, isChartFile, isKustomizationFile, type Source } from '../../model/source.js';
import { isBelow } from '../../model/paths.js';
import type { Finding } from '../../model/finding.js';
import { isSameList } from '../../model/same-list.js';
import { memoize } from '../../model/memo.js';
import type { Boundary } from '../../repository/files/boundary.js';
import { withSlashes } from '../../repository/files/ignore-files.js';
import type { WorkTree } from '../../repository/files/work-trees.js';
import { isOfReleases } from '../../repository/graph/local-charts.js';
import { localFolders } from '../../repository/graph/local-dependencies.js';
import {
  ChartDisk,
  ChartFilesWithout,
  entriesTo,
  KnownChartFiles,
  type KnownEntries,
} from '../../repository/render/chart-files.js';
import { type Inputs, type Rendering, Replacement } from '../../repository/render/inputs.js';
import { type HelmUnit, type RenderPlan, renderPlan } from '../../repository/render/plan.js';
import { readableText } from '../../repository/render/read-chart.js';
import { foldersOfValues } from '../../repository/render/values-beside.js';
import type { WorkLeft } from '../../repository/template/evaluate.js';
import type { Failure, Note } from '../../report/report.js';
import type { KubernetesSettings } from '../project/kubernetes-of.js';
import { EvaluatedReleases } from './evaluated-release.js';
import { isFullyKnown, refusedReleases, unreadParts } from './missing-parts.js';
import { Relocation } from './relocate.js';
import { asInformation } from './switched-charts.js';
import type { TriedRelease } from './switched-units.js';

/** For all charts together: some hundred of the largest public ones. */
const mostWork = 60_000_000;

/** What charts are read with. */
export interface ChartSettings extends KubernetesSettings {
  readonly workingFolder: string;
  /** The folder to which paths of values files are relative, besides the chart. */
  readonly valuesFolder: string;
  readonly boundary: Boundary;
  readonly workTrees?: readonly WorkTree[] | undefined;
  /** Whether charts are also read in modes that none of their releases are in: those are checked, and not played. */
  readonly readsModes?: boolean;
}

/** A state of the files that charts are made of. */
export interface EvaluatedState {
  /** Files that are not sources, and have other texts than on disk. */
  readonly others?: readonly Source[];
  /** Files on disk that this state does not have. */
  readonly gone?: ReadonlySet<string>;
  /** A trial leaves what is kept as it is. */
  readonly isTrial?: boolean;
  /** The folders of the charts to read. @default - all */
  readonly isWanted?: (chart: string) => boolean;
}

/** Sources with the objects of charts in place of their files. */
export interface EvaluatedInputs extends Inputs {
  readonly notes: readonly Note[];
  /** Releases whose values Helm refuses. */
  readonly failures: readonly Failure[];
  /** The outputs of charts among the sources. */
  readonly rendered: readonly Source[];
  /** The files that the outputs replace. */
  readonly replaced: readonly Source[];
  /** Whether what is found in a file depends on the charts. */
  readonly isOfCharts: (path: string) => boolean;
  /** Moves findings to the files that a user edits. */
  readonly relocate: (findings: readonly Finding[]) => readonly Finding[];
}

/** How charts are released in a state of the sources. */
interface PlannedCharts {
  readonly plan: RenderPlan;
  readonly units: readonly HelmUnit[];
  /** What it follows from. */
  readonly deciding: readonly Source[];
  readonly paths: readonly string[];
  readonly files: ReadonlyMap<string, boolean>;
}

/** Where known files are in charts. */
interface ListedCharts {
  readonly paths: readonly string[];
  readonly charts: ReadonlySet<string>;
  readonly entries: KnownEntries;
}

/** What renderings make of sources. */
interface Made {
  readonly plan: RenderPlan;
  readonly known: readonly Rendering[];
  readonly replacement: Replacement;
  readonly relocation: Relocation;
}

/**
 * Charts of Rollouts, read without Helm: their templates are evaluated with the values that Applications and values files give,
 * as far as that is certain. Other charts stay unread. What sources have in common with those before is not evaluated again.
 */
export class EvaluatedCharts {
  private readonly disk: ChartDisk;
  private readonly releases: EvaluatedReleases;
  private planned: PlannedCharts | undefined;
  private listed: ListedCharts | undefined;
  private made: Made | undefined;

  constructor(private readonly settings: ChartSettings) {
    this.disk = new ChartDisk(settings.boundary, settings.workingFolder);
    this.releases = new EvaluatedReleases(settings, settings.readsModes);
  }

  /** Looks at the disk again; returns whether a file is otherwise that a chart was made of and that is not a source. */
  renew(): boolean {
    return this.disk.renew();
  }

  /** The sources with objects of charts; undefined if there are none. */
  of(sources: readonly Source[], options: EvaluatedState = {}): EvaluatedInputs | undefined {
    const { isTrial = false, isWanted = () => true } = options;
    const found = this.triedIn(sources, options);
    if (!found) return undefined;
    const { plan } = found;
    const tried = found.tried.filter(({ unit }) => isWanted(unit.chart));
    const renderings = tried.flatMap(({ rendering }) => (typeof rendering === 'string' ? [] : [rendering]));
    if (renderings.length === 0) return undefined;
    const made = this.madeOf(plan, renderings);
    if (!isTrial) this.made = made;
    return {
      ...inputsOf(made, sources),
      notes: unreadParts(tried, renderings, this.settings.workingFolder),
      failures: refusedReleases(renderings),
    };
  }

  /** The folders of charts of which all is known: each release with its own values, and each template. */
  wholeIn(sources: readonly Source[], options: EvaluatedState = {}): ReadonlySet<string> {
    const tried = this.triedIn(sources, options)?.tried ?? [];
    const partly = new Set(tried.filter((one) => !isFullyKnown(one)).map(({ unit }) => unit.chart));
    return new Set(tried.map(({ unit }) => unit.chart).filter((chart) => !partly.has(chart)));
  }

  private triedIn(
    sources: readonly Source[],
    { others = [], gone, isTrial = false }: EvaluatedState,
  ): { readonly plan: RenderPlan; readonly tried: readonly TriedRelease[] } | undefined {
    const folders = sources.filter(isChartFile).map(folderOf);
    const charts = folders.length === 0 ? new Set<string>() : chartsOfRollouts(sources, folders);
    if (charts.size === 0) return undefined;
    const known = new Map([...others, ...sources].map((source) => [source.path, source]));
    const listed = this.listedIn(known, charts);
    if (!isTrial) this.listed = listed;
    const disk = gone && gone.size > 0 ? new ChartFilesWithout(this.disk, gone) : this.disk;
    const files = new KnownChartFiles(disk, known, listed.entries);
    const planned = this.plan(sources, charts, files);
    if (!isTrial) this.planned = planned;
    const { plan, units } = planned;
    const left: WorkLeft = { amount: mostWork };
    return { plan, tried: this.releases.of(units, files, { left, isTrial }) };
  }

  private plan(
    sources: readonly Source[],
    charts: ReadonlySet<string>,
    files: KnownChartFiles,
  ): PlannedCharts {
    const folders = foldersOfValues(charts);
    const isDeciding = sources.map((source) => decidesOnCharts(source, folders));
    const deciding = sources.filter((_, index) => isDeciding[index]);
    const last = this.planned;
    const isSame =
      last !== undefined &&
      isSameList(last.deciding, deciding) &&
      last.paths.length === sources.length &&
      sources.every(({ path }, index) => path === last.paths[index]) &&
      [...last.files].every(([file, is]) => files.isFile(file) === is);
    if (isSame) return last;
    const asked = new Map<string, boolean>();
    const plan = renderPlan(
      sources.map((source, index) => (isDeciding[index] ? source : unread(source))),
      {
        helmValues: [],
        isFile: (file) => {
          const is = files.isFile(file);
          asked.set(file, is);
          return is;
        },
        allows: (file) => files.allows(file),
        workingFolder: withSlashes(this.settings.valuesFolder),
        workTrees: this.settings.workTrees,
      },
    );
    return {
      plan,
      units: plan.units.filter((unit) => unit.tool === 'helm').filter(({ chart }) => charts.has(chart)),
      deciding,
      paths: sources.map(({ path }) => path),
      files: asked,
    };
  }

  private listedIn(known: ReadonlyMap<string, Source>, charts: ReadonlySet<string>): ListedCharts {
    const [last, paths] = [this.listed, [...known.keys()]];
    const isSame =
      last !== undefined && isSameList(last.paths, paths) && isSameList([...last.charts], [...charts]);
    return isSame ? last : { paths, charts, entries: entriesTo(paths, charts) };
  }

  private madeOf(plan: RenderPlan, known: readonly Rendering[]): Made {
    const { made } = this;
    if (made?.plan === plan && isSameList(made.known, known)) return made;
    return { plan, known, replacement: new Replacement(plan, known), relocation: new Relocation(known) };
  }
}

/** Charts of Rollouts, read without Helm. */
export function evaluatedCharts(settings: ChartSettings): EvaluatedCharts {
  return new EvaluatedCharts(settings);
}

function inputsOf(
  { known, replacement, relocation }: Made,
  sources: readonly Source[],
): Omit<EvaluatedInputs, 'notes' | 'failures'> {
  const inputs = replacement.in(sources);
  const rendered = known.map(({ text }) => text.source);
  const left = new Set(inputs.sources);
  const replaced = sources.filter((source) => !left.has(source));
  return {
    ...inputs,
    rendered,
    replaced,
    isOfCharts: (path) =>
      known.some(
        ({ unit }) =>
          unit.tool === 'helm' &&
          ([unit.chart, ...unit.includes].some((chart) => isBelow(path, chart)) ||
            unit.values.includes(path)),
      ),
    relocate: (findings) => asInformation(relocation.of(findings), known),
  };
}

/** The folders of charts with a template that names Argo's kinds, and of those that include one of these by `file://`. */
function chartsOfRollouts(sources: readonly Source[], folders: readonly string[]): ReadonlySet<string> {
  const found = chartsWithRollout(sources, folders);
  if (found.size === 0 || found.size === folders.length) return found;
  const files = new Map(sources.filter(isChartFile).map((source) => [source.path, source]));
  const wrappers = folders.filter((folder) =>
    localFolders(folder, (file) => readableText(files.get(file))).some((one) => found.has(one)),
  );
  return wrappers.length === 0 ? found : new Set([...found, ...wrappers]);
}

function chartsWithRollout(sources: readonly Source[], folders: readonly string[]): ReadonlySet<string> {
  const all = new Set(folders);
  const outer = new Set(
    folders.filter((folder) => !folders.some((other) => isBelow(folder, `${other}/charts`))),
  );
  const found = new Set<string>();
  for (const source of sources)
    for (
      let at = source.path.indexOf('/templates/');
      at !== -1;
      at = source.path.indexOf('/templates/', at + 1)
    ) {
      const folder = source.path.slice(0, at);
      if (all.has(folder) && outer.has(folder) && !found.has(folder) && namesRollout(source))
        found.add(folder);
    }
  return found;
}

const namesRollout = memoize((source: Source) => /kind: *Rollout\b/.test(source.read()));

/** A source as one that is there, which the plan need not read. */
const unread = memoize((source: Source): Source => ({
  path: source.path,
  name: source.name,
  read: () => '',
}));

/** Whether a source takes part in how charts are released. */
function decidesOnCharts(source: Source, ofValues: ReadonlySet<string>): boolean {
  const { path: file } = source;
  if (isChartFile(source) || isKustomizationFile(file)) return true;
  if (ofValues.has(folderOf(source))) return true;
  return !file.includes('/templates/') && (mayBeApplication(source) || isOfReleases(source));
}

const mayBeApplication = memoize((source: Source) => {
  const text = source.read();
  return text.includes('argoproj.io') && text.includes('Application');
});

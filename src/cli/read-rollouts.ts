import path from 'node:path';
import { reason } from '../repository/files/read-text.js';
import type { ProtectConfig } from '../repository/config/config.js';
import type { Graph } from '../repository/graph/graph.js';
import { readGraph, type ReadGraph } from '../repository/graph/read-graph.js';
import { Wheres } from '../repository/graph/where.js';
import { Overridden } from '../lint/overrides.js';
import type { Faults } from '../model/fault.js';
import type { Finding } from '../model/finding.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { quoted } from '../report/quoted.js';
import type { Failure, LintReport, Note } from '../report/report.js';
import type { Style } from '../report/style.js';
import { blocks, faultsText } from '../report/text.js';
import { besideFiles, shownOf, uncheckedInFiles } from './around-files.js';
import { namesNotes } from './choose-rollouts.js';
import { UsageError } from './exit.js';
import { type CommandInputs, discoverInputs, prepare, type Settings } from './inputs.js';
import { type Looked, nothingNote } from '../lint/project/nothing-found.js';
import { type Unchecked, uncheckedInputs } from '../lint/project/unchecked.js';
import { type BuiltInputs, StaticInputs } from './static-inputs.js';
import type { Progress } from './progress.js';
import { chartsIn, withCharts } from './with-charts.js';
import { overridingIn } from '../lint/project/overriding.js';
import { isNamedIn } from '../lint/project/wanted.js';

/** The manifests of a command that plays updates of Rollouts. */
export interface RolloutInputs {
  readonly sources: readonly Source[];
  /** The files before anything was rendered. */
  readonly given: readonly Source[];
  readonly graph: Graph;
  readonly isUnbuilt?: CommandInputs['isUnbuilt'];
  readonly writtenIn?: CommandInputs['writtenIn'];
  readonly written?: CommandInputs['written'];
  /** What reading each file led to, if `keepsReadings` was set. */
  readonly read: Pick<ReadGraph, 'readings' | 'noted' | 'templates'>;
  /** The graph under the releases that the configuration sets for a Rollout. */
  readonly graphFor: (rollout: Resource) => Graph;
  /** What a bad version of a Rollout may cost, as the configuration says: the strictest, and the most traffic, if it is deployed several times. */
  readonly limitsFor: (rollout: Resource) => ProtectConfig;
  /** The problems of the documents that have been parsed so far. */
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
  /** What could not be read. */
  readonly failures: readonly Failure[];
  /** What was read but not checked, each in a few words. */
  readonly unchecked: readonly string[];
  /** Whether Rollouts may be in charts or kustomizations that are not rendered, so that their names are unknown. */
  readonly hidesNames: boolean;
  /** Whether a Rollout is in the files that are named; where folders are named, all are. */
  readonly isShown: (rollout: Resource) => boolean;
  /** The paths of the files that are named, where others were read for the objects in them. */
  readonly files: ReadonlySet<string> | undefined;
  /** Whether a Rollout is written in a file, or rendered from it; the path is relative to the working folder. */
  readonly isIn: (rollout: Resource, file: string) => boolean;
  /** Bugs of rolloutkit met so far. */
  readonly faults: Faults;
}

export type PlayCommand = 'simulate' | 'drift' | 'impact' | 'protect';

interface ReadOptions {
  readonly progress?: Progress | undefined;
  /** The discovered files; the command line's paths are searched if absent. */
  readonly found?: ReturnType<typeof discoverInputs>;
  readonly keepsReadings?: boolean;
  /** The paths of the files to whose Rollouts the report is limited; all others were read for the objects in them. */
  readonly files?: ReadonlySet<string>;
  /** What was found out about the arguments. */
  readonly notes?: readonly Note[];
  /** The names that are asked for; empty for all Rollouts. */
  readonly names?: readonly string[];
  /** The output of kustomizations that is known without kustomize; worked out if absent. */
  readonly built?: BuiltInputs | undefined;
  /** Reads charts, where two states are compared. @default - those of the one state */
  readonly charts?: ((inputs: CommandInputs) => CommandInputs) | undefined;
  /** Narrows what is reported as unchecked. */
  readonly limited?: (whole: Unchecked) => Unchecked;
}

/** Reads the manifests for a command that plays updates. */
export function readRollouts(
  paths: readonly string[],
  settings: Settings,
  command: PlayCommand,
  {
    progress,
    found = discoverInputs(paths, settings),
    keepsReadings = false,
    files,
    notes = [],
    names = [],
    built = settings.renders
      ? undefined
      : new StaticInputs(found.sources, settings, paths).inputs(() => true),
    charts = chartsOf(settings, paths, command),
    limited = (whole) => whole,
  }: ReadOptions = {},
): RolloutInputs {
  const inputs = charts(prepare(found.sources, settings, paths, built));
  const read = readGraph(inputs.sources, {
    graph: inputs.graph,
    isNamed: isNamedIn(paths, settings),
    keepsReadings,
    onRead: progress && ((count) => progress.tell('Read files:', count, inputs.sources.length)),
  });
  const isShown = shownOf(inputs, files, read.graph);
  const isIn = isInFile(inputs, settings);
  const looked = { graph: read.graph, isShown, isIn };
  const unrendered = settings.renders ? [] : unrenderedOf(looked, built, files);
  const whole: Unchecked = {
    ...{ templates: read.templates, undeployed: read.graph.undeployed },
    ...{ empty: read.empty, unrendered, patches: read.graph.unreadPatches },
  };
  const left = uncheckedInputs(limited(files ? uncheckedInFiles(whole, files) : whole), {
    ...{ command, resources: read.graph.resources.length, isRendered: settings.renders },
  });
  const { graphFor, severalNotes } = releasesIn(looked, inputs, settings, command);
  return {
    ...{ sources: inputs.sources, given: found.sources, isUnbuilt: inputs.isUnbuilt },
    ...(inputs.writtenIn && { writtenIn: inputs.writtenIn }),
    ...(inputs.written && { written: inputs.written }),
    ...{ graph: read.graph, read, graphFor },
    limitsFor: limitsIn(read.graph, inputs, settings),
    faults: read.faults,
    isShown,
    files,
    isIn,
    hidesNames: read.templates.length + unrendered.length > 0,
    unchecked: [...(command === 'impact' ? [] : inputs.unchecked), ...left.unchecked],
    get findings() {
      read.examine();
      return besideFiles(inputs.relocate(read.problems), files);
    },
    notes: [
      ...[...notes, ...found.notes, ...inputs.notes, ...left.notes, ...severalNotes],
      ...namesNotes(looked, names, command),
    ],
    failures: [...found.failures, ...inputs.failures, ...read.unreadable.map(failureOf)],
  };
}

/** Charts of the one state; those of two states are read where both are known. */
function chartsOf(
  settings: Settings,
  paths: readonly string[],
  command: PlayCommand,
): NonNullable<ReadOptions['charts']> {
  const reads = settings.readsCharts && command !== 'impact';
  return (inputs) => (reads ? withCharts(inputs, chartsIn(settings, paths)) : inputs);
}

function isInFile({ writtenIn }: CommandInputs, { workingFolder }: Settings): RolloutInputs['isIn'] {
  return (rollout, file) =>
    [rollout.source.path, ...(writtenIn?.(rollout) ?? [])].includes(path.resolve(workingFolder, file));
}

function failureOf({ source, error }: ReadGraph['unreadable'][number]): Failure {
  return {
    message: `${source.name}: ${reason(error)}`,
    isMadeOf: (file) => file === source.path,
  };
}

/**
 * Kustomizations whose files show only a part of their build output, and those that deploy a Rollout with unknown
 * output.
 */
function unrenderedOf(
  { graph, isShown }: Pick<RolloutInputs, 'graph' | 'isShown'>,
  built: BuiltInputs | undefined,
  files: ReadonlySet<string> | undefined,
): readonly Source[] {
  const paths = new Set(graph.opaqueKustomizations.map((source) => source.path));
  const leaves = graph.rollouts
    .filter(isShown)
    .flatMap((rollout) => graph.placements(rollout).flatMap(({ leaf }) => leaf?.resource.source ?? []));
  const unknown = new Set(built?.unknown.map((source) => source.path));
  const others = leaves.filter((source) => unknown.has(source.path) && !paths.has(source.path));
  const opaque = graph.opaqueKustomizations.filter(
    (source) => !files || files.has(source.path) || leaves.includes(source),
  );
  return [...new Set([...opaque, ...others])];
}

/** The graph for each Rollout under `overrides` of the configuration, and a note for each Rollout with several releases. */
function releasesIn(
  { graph, isShown }: Pick<RolloutInputs, 'graph' | 'isShown'>,
  inputs: CommandInputs,
  settings: Settings,
  command: PlayCommand,
): { readonly graphFor: RolloutInputs['graphFor']; readonly severalNotes: readonly Note[] } {
  const overriding = overridingIn(inputs, settings);
  if (!overriding) return { graphFor: () => graph, severalNotes: [] };
  const overridden = new Overridden(graph, overriding);
  const known = new Map<string, Graph>();
  const graphFor = (rollout: Resource): Graph => {
    const [releases] = overridden.releasesOfObject(rollout);
    const key = JSON.stringify(releases);
    const its = known.get(key) ?? (releases ? graph.forReleases(releases) : graph);
    known.set(key, its);
    return its;
  };
  const several = graph.rollouts
    .filter(isShown)
    .filter((rollout) => overridden.releasesOfObject(rollout).length > 1);
  const severalNotes = several.map((rollout): Note => {
    const { rolloutsVersion, argoCdVersion } = graphFor(rollout);
    const played =
      command === 'drift' || command === 'impact'
        ? `${rolloutsVersion} and Argo CD ${argoCdVersion.text}`
        : rolloutsVersion;
    return {
      message: `Rollout "${rollout.name}" is deployed under different releases; it is shown with Argo Rollouts ${played}. Choose others with --rollouts${command === 'drift' || command === 'impact' ? ' and --argocd' : ''}.`,
    };
  });
  return { graphFor, severalNotes };
}

function limitsIn(
  graph: Graph,
  { writtenIn }: Pick<CommandInputs, 'writtenIn'>,
  { config: { protect }, overrides, outside = (file) => file }: Settings,
): RolloutInputs['limitsFor'] {
  const wheres = new Wheres(graph, writtenIn);
  const least = (limits: readonly ProtectConfig[], key: keyof ProtectConfig): ProtectConfig => {
    const values = limits.flatMap((one) => one[key] ?? []);
    return values.length === 0 ? {} : { [key]: Math.min(...values) };
  };
  return (rollout) => {
    const all = wheres.of(rollout).map((where) => {
      const its = { ...where, paths: where.paths.map(outside) };
      return (
        overrides.findLast((one) => one.protect !== undefined && one.holds(its))?.protect ?? protect ?? {}
      );
    });
    const rates = all.flatMap((one) => one.requestsPerSecond ?? []);
    return {
      ...least(all, 'exposure'),
      ...least(all, 'detection'),
      ...(rates.length > 0 && { requestsPerSecond: Math.max(...rates) }),
    };
  };
}

/** The error of a command that found no Rollout and nothing else to report. */
export function noRollout(
  inputs: RolloutInputs,
  looked: Pick<Looked, 'command' | 'paths'>,
  notes: readonly Note[],
): UsageError {
  const { graph, sources } = inputs;
  const nothing = nothingNote({
    ...looked,
    sources,
    written: inputs.written?.sources,
    resources: graph.resources.length,
    rollouts: 0,
    deployments: graph.ofKind('Deployment', 'apps').length,
  });
  const said = nothing && inputs.unchecked.length === 0 ? [nothing] : [];
  return new UsageError(
    'The given files contain no Rollout.',
    ...[...said, ...notes].map(({ message }) => message),
  );
}

type Said = Pick<LintReport, 'findings' | 'failures' | 'notes' | 'faults'>;

/** The text output of a command: findings, what it prints for the Rollouts, then faults, failures, notes and the summary. */
export function aroundRollouts(
  report: Said,
  rollouts: readonly string[],
  summary: string,
  style: Style,
): readonly string[] {
  return [...blocks(report.findings, style), ...rollouts, ...afterRollouts(report, summary, style)];
}

/** The part of the text output after the Rollouts. */
export function afterRollouts(
  { failures, notes, faults }: Omit<Said, 'findings'>,
  summary: string,
  style: Style,
): readonly string[] {
  return [
    ...faultsText(faults, style),
    ...failures.map(({ message }) => `${style.red('×')} ${quoted(message)}`),
    ...notes.map(({ message }) => `${style.blue('i')} ${quoted(message)}`),
    summary,
  ];
}

/** The Rollouts that were too large to be played. */
export function limitsOf({ faults }: RolloutInputs): readonly Note[] {
  return faults.limits.map((message) => ({ message }));
}

import type { ImpactResult } from '../report/impact-json.js';
import impactPage, { impactFiles } from '../report/impact-page/page.js';
import { builtIn } from './built-states.js';
import { changeSince } from './changed.js';
import { withChangedValues } from './changed-values.js';
import { chartsOfBoth } from './compared-charts.js';
import type { Before, RepositoryChange } from './found-change.js';
import type { Checkout } from './checkout.js';
import { deliver } from './deliver.js';
import { exitCodeOf } from './exit.js';
import { type CommandInputs, discoverInputs, prepare } from './inputs.js';
import { isAtLeast } from '../model/finding.js';
import { type Unchecked, uncheckedIn } from '../lint/project/unchecked.js';
import { reachedFailures } from './unread-changes.js';
import { printText } from './output.js';
import { limitsOf, readRollouts } from './read-rollouts.js';
import { pageParts } from './rollout-page.js';
import { shardOfRollouts } from './shard.js';
import { warnBesides } from './warn-besides.js';
import { type ImpactOptions, readImpactOptions } from './impact-options.js';
import { printReport } from './impact-report.js';
import type { Surroundings } from './surroundings.js';
import { type EarlierInputs, impactBetween } from './impact-between.js';
import { isChartFile } from '../model/source.js';

/** Prints what a change does to Rollouts, both when they are settled and during an update. */
export function impactCommand(args: string[], around: Surroundings): number {
  const started = performance.now();
  const options = readImpactOptions(args, around);
  const { settings, paths } = options;
  const found = discoverInputs(paths, settings);
  const change = changeSince(
    options.since,
    // A chart is also made of files without objects.
    { sources: found.sources, paths, settings, readsAll: mayHaveCharts(found, options) },
    {
      noRepository: 'impact compares with a commit of the repository.',
      outside: '',
      noCommit: '; commit the manifests first.',
    },
    'nothing',
  );
  try {
    return report(change, stateAfter(change, found, options), options, started, around);
  } finally {
    change?.close();
  }
}

/** Whether charts may be evaluated in both states. With what is staged, none of them need be on disk any more. */
function mayHaveCharts({ sources }: AfterChange['found'], { settings, since }: ImpactOptions): boolean {
  return settings.readsCharts && (since === 'staged' || sources.some(isChartFile));
}

function asRead(inputs: CommandInputs): CommandInputs {
  return inputs;
}

/** The inputs after the change: the files, or with `--staged` the index, in a folder of its own where programs must read it. */
interface AfterChange extends Pick<ImpactOptions, 'settings' | 'paths'> {
  readonly found: ReturnType<typeof discoverInputs>;
}

function stateAfter(
  change: RepositoryChange | undefined,
  found: AfterChange['found'],
  { settings, paths }: ImpactOptions,
): AfterChange {
  const checkout = change?.after;
  if (!checkout) return { settings, paths, found: { ...found, sources: change?.sources ?? found.sources } };
  const its = checkout.settings(settings);
  const there = checkout.inputs(paths, settings.workingFolder);
  return { settings: its, paths: there, found: discoverInputs(there, its) };
}

function report(
  change: RepositoryChange | undefined,
  state: AfterChange,
  options: ImpactOptions,
  started: number,
  around: Surroundings,
): number {
  const { settings, paths } = options;
  const { found } = state;
  const earlierSources = settings.renders ? undefined : change?.before?.sources();
  const built = earlierSources && builtIn(earlierSources, found.sources, options);
  const then = change?.before;
  const charts =
    built && then && settings.readsCharts ? chartsOfBoth(built, change, then, options) : undefined;
  const inputs = readRollouts(state.paths, state.settings, 'impact', {
    found,
    built: built?.after,
    charts: charts?.after,
    keepsReadings: true,
    limited: (whole) => (change ? limitedTo(change, whole) : whole),
  });
  const earlier = (before: Before): EarlierInputs =>
    built
      ? (charts?.before ?? asRead)(prepare(earlierSources, settings, paths, built.before))
      : renderedBefore(before.checkOut(), options, change?.after);
  const compared =
    change?.before &&
    impactBetween(changeIn(change), inputs, earlier(change.before), { ...options, ...state });
  const impacts = change && compared ? withChangedValues(compared.impacts, change, inputs) : [];
  const { findings, faults } = inputs;
  const reached = reachedFailures([...inputs.failures, ...(compared?.failures ?? [])], change);
  const { own } = shardOfRollouts(inputs.graph, inputs.graph.rollouts, options.shard);
  const still = impacts.filter(({ change: kind }) => kind !== 'removed').length;
  const result: ImpactResult = {
    impacts,
    untouched: Math.max(0, own.length - still - (compared?.uncompared ?? 0)),
    findings,
    unknown: compared?.unknown ?? [],
    notes: [...reached.notes, ...inputs.notes],
    failures: [...reached.failures, ...limitsOf(inputs)],
    unchecked: [...inputs.unchecked, ...(compared?.others ?? []), ...(compared?.unsimulated ?? [])],
    faults: faults.all,
  };
  const unwritten = deliver(options.delivery, around, (to) => {
    if (options.format === 'html')
      printText(to, impactPage(pageParts(impactFiles), result, inputs.graph.rolloutsVersion));
    else printReport(result, options, performance.now() - started, to);
  });
  if (options.format === 'html') warnBesides(around, result);
  const outcomes = [...impacts.flatMap(({ effects }) => effects), ...findings];
  return exitCodeOf(
    { faults: result.faults, failures: [...result.failures, ...unwritten] },
    outcomes.some(({ severity }) => isAtLeast(severity, options.failOn)),
  );
}

/** A change with the paths that its files have where the later state is read. */
function changeIn(change: RepositoryChange): Pick<RepositoryChange, 'files' | 'isUnread'> {
  const { after } = change;
  if (!after) return change;
  return {
    files: change.files.map((file) => ({ ...file, path: after.inside(file.path) })),
    isUnread: (file) => change.isUnread({ ...file, path: after.outside(file.path) }),
  };
}

/** Only what the change touches is reported as unchecked; `unreadChanges` reports changed builds and templates. */
function limitedTo(change: RepositoryChange, all: Unchecked): Unchecked {
  return uncheckedIn({ ...all, templates: [] }, (source) => change.isChanged(source), []);
}

/** The earlier state, rendered by kustomize and Helm; the later one may be in a folder of its own, too. */
function renderedBefore(
  checkout: Checkout,
  { settings, paths }: ImpactOptions,
  after: Checkout | undefined,
): EarlierInputs {
  const its = checkout.settings(settings);
  const there = checkout.inputs(paths, settings.workingFolder);
  return {
    ...prepare(discoverInputs(there, its).sources, its, there),
    outside: (file) => after?.inside(checkout.outside(file)) ?? checkout.outside(file),
    inside: (file) => checkout.inside(after?.outside(file) ?? file),
  };
}

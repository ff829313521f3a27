import { defaultArgoCdVersion, type ArgoCdVersion } from '../argocd/version.js';
import { defaultRolloutsVersion, type RolloutsVersion } from '../cluster/version.js';
import { isSameJson } from '../cluster/json.js';
import type { Graph } from '../graph/graph.js';
import { services } from '../kinds/rollout.js';
import { workloadKinds } from '../kinds/workload.js';
import { selects } from '../kinds/workload.js';
import type { Resource } from '../model/resource.js';
import { type Effort, effortOf } from '../simulate/effort.js';
import { autoscalerOf } from '../simulate/referenced.js';
import { stepsOf, stepTitle } from '../simulate/steps.js';
import type { CanaryStep, RolloutObject } from '../cluster/rollout-object.js';
import { pauseSeconds } from '../kinds/duration.js';
import type { Frame } from '../simulate/trace.js';
import { applicationDetails, configDetails, deliveryDetails } from './around.js';
import { type Base, baseOf, type Start } from './base.js';
import { carriersOf, deployersOf } from './carriers.js';
import { type Change, courseFrom, type CourseOfChange, type Instant, undisturbedFrom } from './course.js';
import type { Carrier } from './delivery.js';
import { type ChangedField, type Detail, type Effect, joined } from './effect.js';
import { allChanged, kindOfChange, templateFields } from './fields.js';
import { gapDetails, gapKeys, shiftDetails } from './shifts.js';
import { type State, stateOf } from './state.js';
import type { Pair } from './touched.js';
import { updateDetails } from './updates.js';

export { changedSources, touchedPairs } from './touched.js';

/** What a change does to one Rollout. */
export interface RolloutImpact {
  readonly rollout: Resource;
  readonly namespace: string | undefined;
  readonly change: 'added' | 'removed' | 'changed';
  readonly fields: readonly ChangedField[];
  readonly effects: readonly Effect[];
  /** What starts when the change arrives at the Rollout at rest; empty where nothing does. */
  readonly frames: readonly Frame[];
  readonly steps: readonly string[];
  /** How long its pauses take that end by themselves, in seconds, and how many wait to be promoted. */
  readonly pauses: { readonly seconds: number; readonly promotions: number };
  readonly arrivals: readonly Arrival[];
  readonly carriers: readonly Carrier[];
  readonly notes: readonly string[];
}

/** One moment at which the change may arrive, and what requests go through then. */
export interface Arrival {
  /** `rest`, or the frame of the update under way. */
  readonly when: string;
  readonly title: string;
  readonly course: CourseOfChange;
}

export interface ImpactOptions {
  readonly version?: RolloutsVersion;
  readonly argocd?: ArgoCdVersion;
  readonly effort?: Effort;
}

/** Plays a change of a Rollout: undefined where nothing of it differs. Throws a LimitError for what is too large. */
export function impactOf(
  graphs: { readonly before: Graph; readonly after: Graph },
  pair: Pair,
  options: ImpactOptions = {},
): RolloutImpact | undefined {
  const { version = defaultRolloutsVersion, argocd = defaultArgoCdVersion } = options;
  if (pair.before && pair.after) {
    const [before, after] = [stateOf(graphs.before, pair.before), stateOf(graphs.after, pair.after)];
    return changed(before, after, { version, argocd, effort: options.effort });
  }
  if (pair.after) return added(graphs.before, stateOf(graphs.after, pair.after), { version, argocd });
  return pair.before && removed(stateOf(graphs.before, pair.before), graphs.after, argocd);
}

interface Releases {
  readonly version: RolloutsVersion;
  readonly argocd: ArgoCdVersion;
}

function changed(
  before: State,
  after: State,
  { version, argocd, effort }: Releases & { readonly effort: Effort | undefined },
): RolloutImpact | undefined {
  const fields = allChanged(before, after);
  const carriers = carriersOf(before, after, argocd);
  const around = [...configDetails(before, after), ...applicationDetails(before, carriers)];
  if (fields.length + around.length === 0) return undefined;
  const taken = effortOf(before.setup, stepCount(after));
  const base = baseOf(before, version);
  const details: { when: string; detail: Detail }[] = around.map((detail) => ({ when: 'rest', detail }));
  const change: Change = { before, after, carriers, version };
  const add = (when: string, found: readonly Detail[]): void => {
    details.push(...found.map((detail) => ({ when, detail })));
  };
  const [rejection] = after.setup.rejections;
  if (rejection !== undefined) add('rest', [{ kind: 'refused', message: rejection }]);
  if (base.problem !== undefined) add('rest', [{ kind: 'was-refused', message: base.problem }]);
  const arrivals: Arrival[] = [];
  const isPlayed = rejection === undefined && base.rest !== undefined && fields.length > 0;
  if (isPlayed) {
    const starts = [base.rest, ...base.underWay].filter((start) => start !== undefined);
    effort?.spend(taken * starts.length, after.rollout.name);
    const ofUpdates = new Set([...servicesOfUpdates(before), ...servicesOfUpdates(after)]);
    let usual: ReadonlySet<string> | undefined;
    const isUsual = (key: string): boolean => (usual ??= usualGaps(after, version)).has(key);
    for (const start of starts) {
      const when = start.frame?.id ?? 'rest';
      const course = courseFrom(change, start);
      arrivals.push({ when, title: start.frame?.title ?? 'at rest', course });
      const undisturbed = undisturbedFrom(change, start);
      if (!start.frame) add(when, atRest(after, fields, course));
      const update = updateDetails(course, undisturbed, fields);
      // An update that is interrupted tells itself what becomes of its share.
      const isInterrupted = update.some(({ kind }) => interruptions.has(kind));
      add(when, [
        ...update,
        ...(isInterrupted ? [] : shiftDetails(course, undisturbed)),
        ...gapDetails(course, undisturbed, isUsual, ofUpdates),
      ]);
    }
    add('rest', capacity(before, after));
  }
  const [rest] = arrivals;
  return {
    ...described(after),
    change: 'changed',
    fields,
    effects: joined(details),
    frames: rest?.course.frames ?? [],
    arrivals,
    carriers,
    notes: [
      ...new Set([
        ...before.setup.notes,
        ...after.setup.notes,
        ...carriers.flatMap(({ deployer }) => deployer.assumption ?? []),
      ]),
    ],
  };
}

const interruptions: ReadonlySet<Detail['kind']> = new Set([
  'replaced',
  'rolled-back',
  'starts-over',
  'skips-ahead',
]);

/** The Services that lead to the pods of an update, by key. */
function servicesOfUpdates({ rollout, setup, targets }: State): readonly string[] {
  const names = services(rollout).filter(({ role }) => role !== 'stable' && role !== 'active');
  return names
    .map(({ to: { name } }) => `/Service/${setup.namespace}/${name}`)
    .filter((key) => targets.has(key));
}

/** What the change of a Rollout at rest begins with. */
function atRest(after: State, fields: readonly ChangedField[], course: CourseOfChange): readonly Detail[] {
  const [before] = course.instants;
  const rested = course.instants.filter(({ kind }) => kind !== 'later').at(-1);
  const isNew = before?.status.currentPodHash !== rested?.status.currentPodHash;
  const key = [...after.targets.keys()][0] ?? '';
  return [
    isNew
      ? { kind: 'new-revision', fields: templateFields(after, fields) }
      : { kind: 'no-revision', what: kindOfChange(key, fields), fields },
    ...deliveryDetails(course),
  ];
}

function usualGaps(after: State, version: RolloutsVersion): ReadonlySet<string> {
  const base: Base = baseOf(after, version);
  const change: Change = { before: after, after, carriers: [], version };
  return new Set(
    [base.rest, ...base.underWay].flatMap((start: Start | undefined) => {
      if (!start) return [];
      const instant: Instant = undisturbedFrom(change, start, false);
      return gapKeys(instant);
    }),
  );
}

/** A Rollout whose replicas nobody says any more has one, until something scales it. */
function capacity(before: State, after: State): readonly Detail[] {
  const of = ({ rollout }: State): number | undefined => rollout.at('spec', 'replicas').number;
  const [from, to] = [of(before), of(after)];
  if (from === undefined || to !== undefined || from <= 1 || after.rollout.at('spec', 'workloadRef').exists)
    return [];
  return [
    { kind: 'capacity', from, to: 1, isScaled: autoscalerOf(after.graph, after.rollout) !== undefined },
  ];
}

function stepCount({ rollout }: State): number {
  return rollout.at('spec', 'strategy', 'canary', 'steps').items.length;
}

function described(state: State): Pick<RolloutImpact, 'rollout' | 'namespace' | 'steps' | 'pauses'> {
  const { rollout, graph, targets } = state;
  const object = [...targets.values()][0]?.stored as RolloutObject | undefined;
  const steps = object ? stepsOf(object) : [];
  return {
    rollout,
    namespace: graph.namespace(rollout) ?? rollout.namespace,
    steps: steps.map(stepTitle),
    pauses: pausesOf(steps),
  };
}

function pausesOf(steps: readonly CanaryStep[]): RolloutImpact['pauses'] {
  const pauses = steps.flatMap(({ pause }) => pause ?? []);
  const timed = pauses.flatMap(({ duration }) =>
    duration === undefined ? [] : (pauseSeconds({ value: duration }) ?? 0),
  );
  return { seconds: timed.reduce((sum, one) => sum + one, 0), promotions: pauses.length - timed.length };
}

/** A Rollout that comes new, in place of another workload or not. */
function added(earlier: Graph, after: State, { version, argocd }: Releases): RolloutImpact {
  const carriers = carriersOf(undefined, after, argocd);
  const [rejection] = after.setup.rejections;
  const base = baseOf(after, version);
  const details: Detail[] = [];
  const problem = rejection ?? base.problem;
  if (problem !== undefined) details.push({ kind: 'refused', message: problem });
  else {
    const replicas = (after.targets.values().next().value?.stored as RolloutObject | undefined)?.spec
      .replicas;
    details.push({ kind: 'first-deployment', replicas: replicas ?? 1 });
  }
  details.push(...workloadsGone(earlier, after, carriers));
  return {
    ...described(after),
    change: 'added',
    fields: [],
    effects: joined(details.map((detail) => ({ when: 'rest', detail }))),
    frames: [],
    arrivals: [],
    carriers,
    notes: [...after.setup.notes, ...carriers.flatMap(({ deployer }) => deployer.assumption ?? [])],
  };
}

/** Workloads with the labels of the Rollout that the same sync deletes. */
function workloadsGone(earlier: Graph, after: State, carriers: readonly Carrier[]): readonly Detail[] {
  const wanted = after.rollout.at('spec', 'selector', 'matchLabels').strings;
  const prunes = carriers.some(
    ({ argo, isKubectl }) => !isKubectl && argo.settings.automated?.prune === true,
  );
  if (!prunes || Object.keys(wanted).length === 0) return [];
  return workloadKinds
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Rollout')
    .flatMap(({ group, kind }) => earlier.ofKind(kind, group))
    .filter(
      (workload) =>
        selects(wanted, earlier.labels(workload)) &&
        (earlier.namespace(workload) ?? after.setup.namespace) === after.setup.namespace &&
        !after.graph.named({ group: workload.group, kind: workload.kind, name: workload.name }).length,
    )
    .map(({ apiVersion, kind, name }): Detail => ({
      kind: 'workload-gone',
      object: `${apiVersion.split('/')[0] ?? ''}/${kind}/${after.setup.namespace}/${name}`,
    }));
}

/** A Rollout that is gone, and who still leads requests to it. */
function removed(before: State, after: Graph, argocd: ArgoCdVersion): RolloutImpact {
  const carriers = carriersOf(undefined, before, argocd);
  const apps = deployersOf(before).map(({ application }) => application.name);
  const isPruned = after.allApplications.some(
    (application) =>
      apps.includes(application.name) &&
      application.at('spec', 'syncPolicy', 'automated', 'prune').boolean === true,
  );
  return {
    ...described(before),
    change: 'removed',
    fields: [],
    effects: joined([
      { when: 'rest', detail: { kind: 'removed', isPruned } },
      ...(isPruned ? lanesLeft(before, after).map((detail) => ({ when: 'rest', detail })) : []),
    ]),
    frames: [],
    arrivals: [],
    carriers,
    notes: [],
  };
}

/** Routes that stay and led to the pods of a Rollout that goes. */
function lanesLeft(before: State, after: Graph): readonly Detail[] {
  const labels = before.graph.labels(before.rollout);
  const isAnswered = workloadKinds.some(({ group, kind }) =>
    after.ofKind(kind, group).some((workload) => isSameJson(after.labels(workload), labels)),
  );
  if (isAnswered) return [];
  return [...before.targets.values()]
    .filter(({ resource }) => !['Rollout', 'Service', 'DestinationRule'].includes(resource.kind))
    .filter(
      ({ resource: { group, kind, name } }) =>
        !kind.endsWith('Template') && after.named({ group, kind, name }).length > 0,
    )
    .filter(({ resource }) => ['VirtualService', 'Ingress', 'HTTPRoute', 'GRPCRoute'].includes(resource.kind))
    .map(({ key }): Detail => ({
      kind: 'gap',
      lane: { object: key, route: '' },
      service: '',
      subset: undefined,
      port: undefined,
      share: 100,
      why: 'no-pods',
      since: { kind: 'sync', title: 'deleted the Rollout' },
      lasting: { for: 'good' },
    }));
}

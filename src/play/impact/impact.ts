import { defaultArgoCdVersion, type ArgoCdVersion } from '../../argocd/version.js';
import { defaultRolloutsVersion, type RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Assumptions } from '../simulate/clock.js';
import { type Effort, effortOf } from '../simulate/effort.js';
import { autoscalerOf } from '../simulate/referenced.js';
import { applicationDetails, configDetails, deliveryDetails } from './around.js';
import { type Arrival, arrivalAt, planOf, type Releases } from './arrivals.js';
import { type Base, baseOf, nextStops, type Start } from './base.js';
import { added, removed } from './coming-and-going.js';
import { type RolloutChange, type CourseOfChange, type Instant, undisturbedFrom } from './course.js';
import { type ChangedField, type Detail } from './effect.js';
import { joinedEffects } from './joined-effects.js';
import { leftOutDetails } from './left-out.js';
import { allChanged, kindOfChange, templateFields } from './fields.js';
import { protectionChange, type ProtectionOptions } from './protection.js';
import { described, type RolloutImpact } from './rollout-impact.js';
import { scalingDetails } from './scaling.js';
import { gapDetails, gapKeys, shiftDetails } from './shifts.js';
import { servicesOfUpdates, type RolloutState, stateOf, statesOf } from './state.js';
import type { RolloutPair } from './pairs.js';
import { isCostKnown } from '../protect/protection.js';
import { updateDetails } from './updates.js';
import { weightsLeft } from './weights-left.js';
import { assumedShares, unsimulatedRouters } from '../../rollouts/routers/others.js';

export interface ImpactOptions {
  readonly version?: RolloutsVersion;
  readonly argocd?: ArgoCdVersion;
  /** What the manifests do not say about time. */
  readonly assumptions?: Assumptions | undefined;
  readonly effort?: Effort;
  /** Requests to which the weights of the Rollout do not apply, as sentences, after the change and before it. */
  readonly unweighted?: Readonly<Record<'before' | 'after', readonly string[]>>;
  /** The files whose builds may start an update that the manifests do not show. */
  readonly unknownBuilds?: readonly string[];
  /** What a bad version may cost, and the effort that playing bad versions may take. */
  readonly protection?: Pick<ProtectionOptions, 'limits' | 'effort'>;
}

type PlayOptions = Pick<ImpactOptions, 'effort' | 'protection' | 'unweighted' | 'unknownBuilds'>;

/** Simulates a change of a Rollout; undefined if none of its objects differ. Throws a LimitError if the input is too large. */
export function impactOf(
  graphs: { readonly before: Graph; readonly after: Graph },
  pair: RolloutPair,
  options: ImpactOptions = {},
): RolloutImpact | undefined {
  const { version = defaultRolloutsVersion, argocd = defaultArgoCdVersion, assumptions } = options;
  const releases: Releases = { version, argocd, assumptions };
  if (pair.before && pair.after) {
    const { before, after } = statesOf(graphs, { before: pair.before, after: pair.after });
    return changedRollout(before, after, releases, options);
  }
  if (pair.after) return added(graphs.before, stateOf(graphs.after, pair.after), releases);
  return pair.before && removed(stateOf(graphs.before, pair.before), graphs.after, argocd);
}

/** An effect, and the moment of arrival that leads to it. */
interface Timed {
  readonly when: string;
  readonly detail: Detail;
}

function changedRollout(
  before: RolloutState,
  after: RolloutState,
  releases: Releases,
  { effort, protection, unweighted, unknownBuilds = [] }: PlayOptions,
): RolloutImpact | undefined {
  const fields = allChanged(before, after);
  const { change, base, starts } = planOf(before, after, releases);
  const { carriers } = change;
  const around = aroundDetails(before, after, carriers);
  if (fields.length + around.length === 0) return undefined;
  const [refused] = after.setup.rejections;
  const details: Timed[] = atRestAll([
    ...around,
    ...(refused === undefined ? [] : [{ kind: 'refused', message: refused } as const]),
    ...(base.problem === undefined ? [] : [{ kind: 'was-refused', message: base.problem } as const]),
  ]);
  const arrivals: Arrival[] = [];
  const notes: string[] = [];
  if (starts.length > 0 && fields.length > 0) {
    effort?.spend(
      effortOf(before.setup, stepCount(after)) * starts.length,
      after.rollout.name,
      before.setup.manifests,
    );
    const detailsOf = arrivalDetails(change, fields, base, unknownBuilds);
    for (const start of starts) {
      const arrival = arrivalAt(change, start);
      arrivals.push(arrival);
      details.push(...detailsOf(arrival, start));
    }
    details.push(...atRestAll(nextUpdate(change, details, base, arrivals[0]!.course)));
    const delivered = deliveredFields(fields, arrivals[0]!.course);
    details.push(...atRestAll(capacity(before, after, delivered)));
    const unfollowed = [...(unweighted?.before ?? []), ...(unweighted?.after ?? [])];
    const protecting = protectionChange(before, after, delivered, {
      ...protection,
      onlyGates: !isCostKnown({ unweighted: unfollowed }),
      version: releases.version,
      assumptions: releases.assumptions,
    });
    details.push(...atRestAll(protecting.details));
    notes.push(...protecting.notes);
  }
  const [rest] = arrivals;
  const unsimulated = rest ? [before, after].flatMap(({ rollout }) => unsimulatedRouters(rollout)) : [];
  return {
    ...described(after),
    change: 'changed',
    fields,
    effects: joinedEffects(details),
    frames: rest?.course.frames ?? [],
    arrivals,
    carriers,
    unsimulated: unsimulated.map(({ writes }) => writes),
    notes: notesOfChange(before, after, carriers, [...assumedShares(unsimulated), ...notes]),
  };
}

/** What changes beside the objects that are played. */
function aroundDetails(
  before: RolloutState,
  after: RolloutState,
  carriers: RolloutChange['carriers'],
): readonly Detail[] {
  return [
    ...configDetails(before, after),
    ...scalingDetails(before, after),
    ...applicationDetails(before, after, carriers),
  ];
}

/** What the effects do not show, each once. */
function notesOfChange(
  before: RolloutState,
  after: RolloutState,
  carriers: RolloutImpact['carriers'],
  others: readonly string[],
): readonly string[] {
  const assumed = carriers.flatMap(({ deployer }) => deployer.assumption ?? []);
  return [...new Set([...before.setup.notes, ...after.setup.notes, ...assumed, ...others])];
}

function atRestAll(details: readonly Detail[]): Timed[] {
  return details.map((detail) => ({ when: 'rest', detail }));
}

/** The effects of a change that arrives at a moment. */
function arrivalDetails(
  change: RolloutChange,
  fields: readonly ChangedField[],
  base: Base,
  builds: readonly string[],
): (arrival: Arrival, start: Start) => readonly Timed[] {
  const { before, after } = change;
  const ofUpdates = new Set([...servicesOfUpdates(before), ...servicesOfUpdates(after)]);
  let usual: ReadonlySet<string> | undefined;
  const isUsual = (key: string): boolean => (usual ??= usualGaps(change)).has(key);
  return ({ when, course }, start) => {
    const undisturbed = undisturbedFrom(change, start);
    const update = updateDetails(course, undisturbed, fields, base);
    // The detail about an interrupted update already covers its share of traffic.
    const isInterrupted = update.some(({ kind }) => interruptions.has(kind));
    const details = [
      ...(start.frame ? [] : atRest(after, fields, course, { base, builds })),
      ...update,
      ...(isInterrupted ? [] : shiftDetails(course, undisturbed)),
      ...gapDetails(course, undisturbed, isUsual, ofUpdates),
      ...weightsLeft(change, course),
    ];
    return details.map((detail) => ({ when, detail }));
  };
}

const interruptions: ReadonlySet<Detail['kind']> = new Set([
  'replaced',
  'rolled-back',
  'starts-over',
  'skips-ahead',
]);

/** The first effects of a change that arrives between updates. */
function atRest(
  after: RolloutState,
  fields: readonly ChangedField[],
  course: CourseOfChange,
  { base, builds }: { readonly base: Base; readonly builds: readonly string[] },
): readonly Detail[] {
  const [before] = course.instants;
  const delivered = deliveredFields(fields, course);
  const isNew = before?.status.currentPodHash !== course.rested.status.currentPodHash;
  const key = [...after.targets.keys()][0] ?? '';
  const inTemplate = templateFields(after, fields);
  return [
    isNew
      ? {
          kind: 'new-revision',
          fields: inTemplate,
          others: delivered.filter((field) => !inTemplate.includes(field)),
        }
      : builds.length > 0
        ? { kind: 'unknown-revision', builds, fields: delivered }
        : { kind: 'no-revision', what: kindOfChange(key, delivered), fields: delivered },
    ...deliveryDetails(course, after),
    ...leftOutDetails(course, base, after),
  ];
}

/** The changed fields of all objects but those that syncs leave out. */
function deliveredFields(
  fields: readonly ChangedField[],
  { leftOut }: CourseOfChange,
): readonly ChangedField[] {
  const never = new Set(leftOut.flatMap(({ delivery, isLater }) => (isLater ? [] : delivery.key)));
  return fields.filter(({ object }) => !never.has(object));
}

function usualGaps({ after, version, assumptions }: RolloutChange): ReadonlySet<string> {
  const base: Base = baseOf(after, { version, assumptions });
  const change: RolloutChange = { before: after, after, carriers: [], version, assumptions };
  return new Set(
    [base.rest, ...base.underWay].flatMap((start: Start | undefined) => {
      if (!start) return [];
      const instant: Instant = undisturbedFrom(change, start, false);
      return gapKeys(instant);
    }),
  );
}

/** What stops the next update, if the change starts none and stops those that are under way. */
function nextUpdate(
  { after, version, assumptions }: RolloutChange,
  details: readonly Timed[],
  { end }: Base,
  { moment }: Pick<CourseOfChange, 'moment'>,
): readonly Detail[] {
  const has = (kind: Detail['kind']): boolean => details.some(({ detail }) => detail.kind === kind);
  if (end !== 'promoted' || !(has('no-revision') || has('unknown-revision')) || !has('stops')) return [];
  const message = nextStops(after, moment, { version, assumptions });
  return message === undefined ? [] : [{ kind: 'stops', message }];
}

/** A Rollout whose manifest no longer sets `replicas` has one until something scales it. */
function capacity(
  before: RolloutState,
  after: RolloutState,
  delivered: readonly ChangedField[],
): readonly Detail[] {
  const of = ({ rollout }: RolloutState): number | undefined => rollout.at('spec', 'replicas').number;
  const [from, to] = [of(before), of(after)];
  if (from === undefined || to !== undefined || from <= 1 || after.rollout.at('spec', 'workloadRef').exists)
    return [];
  if (!delivered.some(({ object }) => object === [...after.targets.keys()][0])) return [];
  return [
    { kind: 'capacity', from, to: 1, isScaled: autoscalerOf(after.graph, after.rollout) !== undefined },
  ];
}

function stepCount({ rollout }: RolloutState): number {
  return rollout.at('spec', 'strategy', 'canary', 'steps').items.length;
}

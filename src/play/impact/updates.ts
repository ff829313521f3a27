import { kinds } from '../../kubernetes/objects/object.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { abortReason } from '../simulate/abort-reason.js';
import { errorsOf } from '../simulate/frames.js';
import { managedRoutesIn } from '../simulate/managed-routes.js';
import { isOpen } from '../simulate/waiting.js';
import type { AnalysisRunObject } from '../../rollouts/controllers/context.js';
import { type Base, stopText } from './base.js';
import { arriving, type CourseOfChange, type Instant } from './course.js';
import type { ChangedField, Detail, Shift } from './effect.js';
import { shareOf } from './shifts.js';

/**
 * The effect on the in-progress rollout: its state when the controller has settled, compared with the state without the change.
 */
export function updateDetails(
  course: CourseOfChange,
  undisturbed: Instant,
  fields: readonly ChangedField[],
  before: Pick<Base, 'end'>,
): readonly Detail[] {
  const { rested, end, frames } = course;
  const [then, now] = [undisturbed.status, rested.status];
  const refused = refusal(rested);
  if (refused !== undefined && refusal(undisturbed) === undefined)
    return [{ kind: 'refused', message: refused }];
  // A hook that is deleted and created again starts as a new Rollout.
  const isNew = course.steps.some(({ pruned }) => pruned.some(({ kind }) => kind === kinds.rollout.kind));
  const isUnderWay = then.currentPodHash !== then.stableRS && !isNew;
  const found: Detail[] = [];
  if (isUnderWay) {
    const hash = then.currentPodHash ?? '';
    const share = shiftOf(undisturbed, rested, hash);
    if (now.currentPodHash === hash) {
      const [from, to] = [then.currentStepIndex, now.currentStepIndex];
      // Nothing else of the Rollout, and no other object, starts an update over.
      const steps = fields.filter(({ field }) => field.startsWith('spec.strategy.canary.steps'));
      const isReset = then.currentStepHash !== now.currentStepHash && (from ?? 0) > 0;
      if (now.stableRS === hash) found.push({ kind: 'skips-ahead', isPromoted: true, share });
      else if (isReset || (from !== undefined && to !== undefined && to < from))
        found.push({ kind: 'starts-over', fields: steps, share });
      else if (from !== undefined && to !== undefined && to > from)
        found.push({ kind: 'skips-ahead', isPromoted: false, share });
    } else if (now.currentPodHash === then.stableRS) found.push({ kind: 'rolled-back', share });
    else found.push({ kind: 'replaced', share });
    // Every new revision starts without the routes and analyses of the update it replaces.
    const isReplaced = found.some(({ kind }) => kind === 'replaced');
    const lost = routesLost(course, undisturbed);
    if (lost) found.push({ ...lost, isUsual: isReplaced && lost.lasting.for === 'frame' });
    const runs = runsEnded(undisturbed, rested);
    if (runs.length > 0) found.push({ kind: 'analysis-ended', runs, isUsual: isReplaced });
  }
  if (end === 'aborted') {
    const { message = '' } = course.instants.at(-1)?.status ?? {};
    const left = course.left.filter(({ carrier }) => course.aborted.has(carrier)).map(({ key }) => key);
    found.push({ kind: 'aborts', reason: abortReason(message), left, isUsual: before.end === 'aborted' });
  }
  if (end === 'inconclusive')
    found.push({ kind: 'stops', message: course.instants.at(-1)?.status.message ?? '' });
  if (end === 'stuck') found.push({ kind: 'stops', message: stopText(frames) });
  return found;
}

/** Why the controller rejects the Rollout at an instant. */
export function refusal({ status }: Instant): string | undefined {
  return errorsOf(status, undefined).find(({ condition }) => condition === 'InvalidSpec')?.message;
}

/** The share of the requests that are not marked, such as by a header, which have routes of their own. */
function shiftOf(before: Instant, after: Instant, hash: string): Shift | undefined {
  const shares = (instant: Instant): number =>
    Math.max(
      0,
      ...instant.flows
        .filter(({ lane }) => !lane.object.startsWith('/Service/') && lane.isForSome !== true)
        .map((flow) => shareOf(flow, hash)),
    );
  const [from, to] = [shares(before), shares(after)];
  return Math.round(from) === Math.round(to) ? undefined : { from: Math.round(from), to: Math.round(to) };
}

function rolloutIn({ objects, status }: Instant): RolloutObject | undefined {
  for (const object of objects.values())
    if (object.kind === kinds.rollout.kind && (object as RolloutObject).status === status)
      return object as RolloutObject;
  return undefined;
}

function routeNames(
  instant: Instant,
  like: RolloutObject | undefined = rolloutIn(instant),
): readonly string[] {
  return like ? managedRoutesIn(instant.objects, like).map(({ name }) => name) : [];
}

function routesLost(
  course: CourseOfChange,
  before: Instant,
): Omit<Extract<Detail, { kind: 'routes-lost' }>, 'isUsual'> | undefined {
  const like = rolloutIn(before);
  const had = routeNames(before, like);
  const { instants, rested: after } = course;
  const during = arriving(course);
  const gone = had.filter((name) => during.some((instant) => !routeNames(instant, like).includes(name)));
  if (gone.length === 0) return undefined;
  const lacks = (instant: Instant): boolean => gone.some((name) => !routeNames(instant, like).includes(name));
  if (!lacks(after)) {
    const passes = during.filter((instant) => instant.kind === 'pass' && lacks(instant)).length + 1;
    return { kind: 'routes-lost', routes: gone, lasting: { for: 'passes', passes } };
  }
  const back = instants.find(
    (instant) => instant.kind === 'later' && instant.title !== '' && !lacks(instant),
  );
  return {
    kind: 'routes-lost',
    routes: gone,
    lasting: back ? { for: 'frame', until: back.title } : { for: 'good' },
  };
}

/** The analyses that were running and no longer are. */
function runsEnded(before: Instant, after: Instant): readonly string[] {
  const open = ({ objects }: Instant): readonly string[] =>
    [...objects.values()].flatMap((object) =>
      [kinds.analysisRun.kind, kinds.experiment.kind].includes(object.kind as 'AnalysisRun') &&
      isOpen(object as AnalysisRunObject)
        ? [`${object.kind} "${object.metadata.name}"`]
        : [],
    );
  const left = new Set(open(after));
  return open(before).filter((name) => !left.has(name));
}

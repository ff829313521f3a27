import type { ArgoCdVersion } from '../../argocd/version.js';
import { type Base, baseOf, type Conditions, type Start } from './base.js';
import { carriersOf } from './carriers.js';
import { type RolloutChange, courseFrom, type CourseOfChange } from './course.js';
import type { RolloutState } from './state.js';

/** A moment at which the change may arrive, and the traffic from then on. */
export interface Arrival {
  /** `rest`, or the frame of the in-progress rollout. */
  readonly when: string;
  readonly title: string;
  readonly course: CourseOfChange;
}

/** How the controllers play. */
export interface Releases extends Conditions {
  readonly argocd: ArgoCdVersion;
}

/** A change of one Rollout, and the moments at which it may arrive. */
export interface ArrivalPlan {
  readonly change: RolloutChange;
  readonly base: Base;
  /** First the moment between updates; empty if nothing can be simulated. */
  readonly starts: readonly Start[];
}

export function planOf(
  before: RolloutState,
  after: RolloutState,
  { argocd, ...conditions }: Releases,
): ArrivalPlan {
  const base = baseOf(before, conditions);
  const isPlayed = after.setup.rejections.length === 0 && base.rest !== undefined;
  return {
    change: { before, after, carriers: carriersOf(before, after, argocd), ...conditions },
    base,
    starts: isPlayed ? [base.rest, ...base.underWay] : [],
  };
}

/** Simulates the arrival of a change at a moment. */
export function arrivalAt(change: RolloutChange, start: Start): Arrival {
  const { frame } = start;
  return {
    when: frame?.id ?? 'rest',
    title: frame?.title ?? 'at rest',
    course: courseFrom(change, start),
  };
}

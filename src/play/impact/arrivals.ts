import type { ArgoCdVersion } from '../../argocd/version.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import { type Base, baseOf, type Start } from './base.js';
import { carriersOf } from './carriers.js';
import { type Change, courseFrom, type CourseOfChange } from './course.js';
import type { State } from './state.js';

/** One moment at which the change may arrive, and what requests go through then. */
export interface Arrival {
  /** `rest`, or the frame of the update under way. */
  readonly when: string;
  readonly title: string;
  readonly course: CourseOfChange;
}

export interface Releases {
  readonly version: RolloutsVersion;
  readonly argocd: ArgoCdVersion;
}

/** A change of one Rollout, and the moments at which it may arrive. */
export interface Plan {
  readonly change: Change;
  readonly base: Base;
  /** At rest first; none where nothing can be played. */
  readonly starts: readonly Start[];
}

export function planOf(before: State, after: State, { version, argocd }: Releases): Plan {
  const base = baseOf(before, version);
  const isPlayed = after.setup.rejections.length === 0 && base.rest !== undefined;
  return {
    change: { before, after, carriers: carriersOf(before, after, argocd), version },
    base,
    starts: isPlayed ? [base.rest, ...base.underWay] : [],
  };
}

/** Lets a change arrive at a moment. */
export function arrivalAt(change: Change, start: Start): Arrival {
  const { frame } = start;
  return {
    when: frame?.id ?? 'rest',
    title: frame?.title ?? 'at rest',
    course: courseFrom(change, start),
  };
}

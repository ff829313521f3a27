import type { SyncPhase } from '../../kubernetes/kinds/sync-order.js';
import type { Severity } from '../../model/finding.js';
import type { Gap } from './traffic.js';

/** A field that a change gives another value, of one object. */
export interface ChangedField {
  /** The key of the object. */
  readonly object: string;
  /** As people write it: `spec.template.spec.containers[web].image`; empty for the whole object. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A lane of requests in words: the object and which of its routes. */
export interface LaneName {
  readonly object: string;
  readonly route: string;
}

/** What it begins with: something that the sync has done, in words, a pass of the controller, or a frame of the update that follows. */
export interface Since {
  readonly kind: 'sync' | 'pass' | 'frame';
  readonly title: string;
}

/** How long something lasts. */
export type Lasting =
  /** While a sync applies one object after the other. */
  | { readonly for: 'sync' }
  /** Until the controller has made so many passes. */
  | { readonly for: 'passes'; readonly passes: number }
  /** Until a frame of the update that follows. */
  | { readonly for: 'frame'; readonly until: string }
  /** Nothing ends it. */
  | { readonly for: 'good' };

/** What a change does to a Rollout, its traffic or its Applications. */
export type Detail =
  /** The Rollout is new. */
  | { readonly kind: 'first-deployment'; readonly replicas: number }
  /** The Rollout is gone from Git. */
  | { readonly kind: 'removed'; readonly isPruned: boolean }
  | { readonly kind: 'new-revision'; readonly fields: readonly ChangedField[] }
  /** Nothing of the change is a new revision. */
  | {
      readonly kind: 'no-revision';
      readonly what: 'replicas' | 'steps' | 'strategy' | 'others';
      readonly fields: readonly ChangedField[];
    }
  /** The API server or the controller refuses the Rollout. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Before the change nothing of the Rollout was running. */
  | { readonly kind: 'was-refused'; readonly message: string }
  /** The update under way gives way to another one. */
  | { readonly kind: 'replaced'; readonly share: Shift | undefined }
  /** The update under way goes on, from its first step. */
  | {
      readonly kind: 'starts-over';
      readonly fields: readonly ChangedField[];
      readonly share: Shift | undefined;
    }
  /** The update under way is taken back. */
  | { readonly kind: 'rolled-back'; readonly share: Shift | undefined }
  /** Steps of the update under way are skipped. */
  | { readonly kind: 'skips-ahead'; readonly isPromoted: boolean; readonly share: Shift | undefined }
  /** The update under way does not go on. */
  | { readonly kind: 'stops'; readonly message: string }
  | {
      readonly kind: 'routes-lost';
      readonly routes: readonly string[];
      readonly lasting: Lasting;
      /** Whether any new revision does that. */
      readonly isUsual: boolean;
    }
  | { readonly kind: 'analysis-ended'; readonly runs: readonly string[]; readonly isUsual: boolean }
  /** For a moment requests go elsewhere. */
  | { readonly kind: 'shift'; readonly lane: LaneName; readonly share: Shift; readonly lasting: Lasting }
  /** Requests that nobody answers. */
  | {
      readonly kind: 'gap';
      readonly lane: LaneName;
      readonly service: string;
      readonly subset: string | undefined;
      readonly port: string | number | undefined;
      /** Percent of the requests of the lane: of several moments, the largest. */
      readonly share: number;
      readonly isLargest?: boolean;
      readonly why: Gap['why'];
      readonly since: Since;
      readonly lasting: Lasting;
    }
  /** A Service that had pods is deleted, and nobody is known to use it. */
  | { readonly kind: 'service-gone'; readonly object: string }
  | { readonly kind: 'capacity'; readonly from: number; readonly to: number; readonly isScaled: boolean }
  /** A ConfigMap or Secret gets other content under the same name. */
  | { readonly kind: 'config-in-place'; readonly object: string; readonly isMounted: boolean }
  /** One that running pods name is deleted. */
  | { readonly kind: 'config-gone'; readonly object: string }
  /** The API server refuses an object, because a field of it cannot be changed. */
  | {
      readonly kind: 'sync-fails';
      readonly object: string;
      readonly fields: readonly string[];
      /** What is not applied any more. */
      readonly left: readonly string[];
    }
  /** A workload goes before the pods of the Rollout that takes its place are ready. */
  | { readonly kind: 'workload-gone'; readonly object: string }
  | { readonly kind: 'waits'; readonly objects: readonly string[] }
  /** Hooks that the sync runs in one of its phases. */
  | {
      readonly kind: 'hooks';
      readonly objects: readonly string[];
      readonly phase: SyncPhase;
      /** Whether they wait for an update of the Rollout. */
      readonly wait: boolean;
    }
  /** The sync asks before it prunes these, and does nothing of what comes then. */
  | {
      readonly kind: 'unconfirmed';
      readonly objects: readonly string[];
      readonly left: readonly string[];
    }
  | { readonly kind: 'orphan'; readonly objects: readonly string[]; readonly isKubectl: boolean }
  /** The Application never deploys these fields. */
  | { readonly kind: 'kept'; readonly object: string; readonly fields: readonly string[] }
  | { readonly kind: 'out-of-sync'; readonly object: string; readonly fields: readonly string[] }
  /** The Application deploys a revision that this change does not move. */
  | {
      readonly kind: 'pinned';
      readonly application: string;
      readonly revision: string;
      readonly before: string;
    }
  | { readonly kind: 'application'; readonly application: string; readonly fields: readonly ChangedField[] }
  | { readonly kind: 'unknown'; readonly object: string };

/** The canary's share of requests, in percent: of several moments, that with the largest difference. */
export interface Shift {
  readonly from: number;
  readonly to: number;
  readonly isLargest?: boolean;
}

export interface Effect {
  readonly severity: Severity;
  /** When the change has to arrive for it: `rest`, or frames of the update under way. */
  readonly when: readonly string[];
  readonly detail: Detail;
}

/**
 * What breaks traffic, and what keeps a change from working, is an error; what interrupts an update otherwise than every new revision
 * does is a warning.
 */
const severities: Readonly<Record<Detail['kind'], Severity>> = {
  'first-deployment': 'info',
  removed: 'info',
  'new-revision': 'info',
  'no-revision': 'info',
  refused: 'error',
  'was-refused': 'info',
  replaced: 'info',
  'starts-over': 'warning',
  'rolled-back': 'warning',
  'skips-ahead': 'warning',
  stops: 'error',
  'routes-lost': 'warning',
  'analysis-ended': 'warning',
  shift: 'warning',
  gap: 'error',
  'service-gone': 'warning',
  capacity: 'error',
  'config-in-place': 'info',
  'config-gone': 'error',
  'sync-fails': 'error',
  'workload-gone': 'error',
  waits: 'info',
  hooks: 'info',
  unconfirmed: 'warning',
  orphan: 'info',
  kept: 'warning',
  'out-of-sync': 'info',
  pinned: 'info',
  application: 'info',
  unknown: 'info',
};

function severityOf(detail: Detail): Severity {
  return 'isUsual' in detail && detail.isUsual ? 'info' : severities[detail.kind];
}

/** What interrupts an update that is under way, otherwise than every new revision does. */
export const interruptions: ReadonlySet<Detail['kind']> = new Set([
  ...(['starts-over', 'rolled-back', 'skips-ahead'] as const),
  ...(['routes-lost', 'analysis-ended', 'shift'] as const),
]);

/** Effects that are the same at several moments are one, however large the share is that they move. */
export function joined(
  found: readonly { readonly when: string; readonly detail: Detail }[],
): readonly Effect[] {
  const byDetail = new Map<string, { when: string[]; detail: Detail }>();
  for (const { when, detail } of found) {
    const key = JSON.stringify({ ...detail, share: undefined });
    const known = byDetail.get(key);
    if (!known) {
      byDetail.set(key, { when: [when], detail });
      continue;
    }
    if (!known.when.includes(when)) known.when.push(when);
    known.detail = withLarger(known.detail, detail);
  }
  const rank = { error: 0, warning: 1, info: 2 } as const;
  return [...byDetail.values()]
    .map(({ when, detail }): Effect => ({ severity: severityOf(detail), when, detail }))
    .sort((a, b) => rank[a.severity] - rank[b.severity]);
}

function withLarger(known: Detail, other: Detail): Detail {
  if (known.kind === 'gap' && other.kind === 'gap')
    return known.share === other.share
      ? known
      : { ...known, share: Math.max(known.share, other.share), isLargest: true };
  const [one, two] = [shiftIn(known), shiftIn(other)];
  if (!two || (one && one.from === two.from && one.to === two.to)) return known;
  const size = ({ from, to }: Shift): number => Math.abs(from - to);
  const share: Shift = { ...(one && size(one) >= size(two) ? one : two), isLargest: true };
  return { ...known, share } as Detail;
}

function shiftIn(detail: Detail): Shift | undefined {
  return 'share' in detail && typeof detail.share === 'object' ? detail.share : undefined;
}

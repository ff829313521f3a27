import type { Severity } from '../../model/finding.js';
import type { Detail } from './effect.js';

/**
 * An effect that breaks traffic, prevents the change or exceeds a limit of the configuration is an error. One that interrupts an update in
 * an unusual way, or lets bad versions live longer, is a warning.
 */
export const severityOfDetail: Readonly<Record<Detail['kind'], Severity>> = {
  'first-deployment': 'info',
  removed: 'info',
  'new-revision': 'info',
  'no-revision': 'info',
  'unknown-revision': 'info',
  refused: 'error',
  'was-refused': 'info',
  replaced: 'info',
  'starts-over': 'warning',
  'rolled-back': 'warning',
  'skips-ahead': 'warning',
  aborts: 'error',
  stops: 'error',
  'routes-lost': 'warning',
  'analysis-ended': 'warning',
  shift: 'warning',
  gap: 'error',
  'service-gone': 'warning',
  'route-gone': 'warning',
  unweighted: 'warning',
  'destination-gone': 'warning',
  'weights-left': 'warning',
  'selector-gone': 'warning',
  capacity: 'error',
  scaling: 'info',
  'config-in-place': 'info',
  'config-gone': 'error',
  'sync-fails': 'error',
  'workload-gone': 'error',
  'workload-late': 'error',
  'workload-idle': 'error',
  'two-workloads': 'warning',
  waits: 'info',
  hooks: 'info',
  unconfirmed: 'warning',
  orphan: 'info',
  kept: 'warning',
  'left-out': 'warning',
  'out-of-sync': 'info',
  pinned: 'info',
  application: 'info',
  'gate-lost': 'warning',
  'less-protected': 'warning',
  'more-protected': 'info',
  'not-compared': 'info',
  'limit-exceeded': 'error',
  unknown: 'info',
};

export function severityOf(detail: Detail): Severity {
  return 'isUsual' in detail && detail.isUsual ? 'info' : severityOfDetail[detail.kind];
}

/** Effects on the protection from bad versions, in the order in which they are told: before all others of a severity. */
export const protectionLosses: readonly Detail['kind'][] = ['limit-exceeded', 'less-protected', 'gate-lost'];

/** Effects that interrupt an in-progress rollout in another way than every new revision does. */
export const interruptions: ReadonlySet<Detail['kind']> = new Set([
  ...(['starts-over', 'rolled-back', 'skips-ahead'] as const),
  ...(['routes-lost', 'analysis-ended', 'shift'] as const),
]);

import { isRollout } from '../../kubernetes/kinds/rollout.js';
import type { StepId } from './step.js';
import type { MigrationRouter, Workload } from './workload.js';

/** A step that the files already have. */
export interface FoundStep {
  readonly id: StepId;
  readonly title: string;
}

const foundTitles = {
  beside: 'the Rollout beside the Deployment',
  targets: 'what the router will split between',
  split: 'the route leads to both',
  routed: 'the router splits',
  emptied: 'the Deployment without pods',
  route: 'the HTTPRoute beside the Ingress',
  both: 'the Rollout writes the Ingress and the HTTPRoute',
  subsets: 'the Service of the subsets, and the subsets',
  exchanged: 'Istio splits between two subsets',
} as const satisfies Partial<Record<StepId, string>>;

/** The steps that the files have, in their order, by the step that comes next; that is undefined after the last one. */
export function doneInFiles(
  { deployment, rollout }: Workload,
  router: MigrationRouter,
  next: StepId | undefined,
): readonly FoundStep[] {
  if (!rollout) return [];
  return idsBefore(next, router, isRollout(deployment)).map((id) => ({ id, title: foundTitles[id] }));
}

function idsBefore(
  next: StepId | undefined,
  router: MigrationRouter,
  isOwn: boolean,
): readonly (keyof typeof foundTitles)[] {
  const first = isOwn ? 'targets' : 'beside';
  // Only these routes lead to both sides in a step before that of the Rollout.
  const split = router === 'istio-host' || router === 'gateway' ? (['split'] as const) : [];
  const routed = router === 'none' ? [] : ([...split, 'routed'] as const);
  switch (next) {
    case 'split':
      return [first];
    case 'routed':
      return [first, ...split];
    case 'emptied':
      return [first, ...routed];
    case undefined:
      return isOwn ? [] : [first, ...routed, 'emptied'];
    case 'both':
      return ['route'];
    case 'nginx-gone':
      return ['route', 'both'];
    case 'exchanged':
      return ['subsets'];
    // A canary without a router leaves its Services, too.
    case 'left':
      return router === 'istio-subset' ? ['subsets', 'exchanged'] : [];
    case 'beside':
    case 'replaced':
    case 'canary':
    case 'targets':
    case 'subsets':
    case 'route':
      return [];
  }
}

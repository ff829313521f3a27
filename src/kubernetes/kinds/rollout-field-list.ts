import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { blueGreen, canary, isRollout, trafficRouting } from './rollout.js';

/**
 * Whether a Rollout documents all fields, like upstream's specification and copies of it, and is not meant to be deployed: it has
 * both strategies, and both fields of another exclusive pair. Either alone is a mistake.
 * https://argo-rollouts.readthedocs.io/en/stable/features/specification/
 */
export function isFieldList(resource: Resource): boolean {
  if (!isRollout(resource) || !strategyFields.every((word) => resource.matches(word))) return false;
  const has = (strategy: Field): boolean => strategy.entries.length > 0;
  if (!has(canary(resource)) || !has(blueGreen(resource))) return false;
  const routing = trafficRouting(resource);
  const pairs: readonly (readonly [Field, string, string])[] = [
    [canary(resource).at('antiAffinity'), ...affinities],
    [blueGreen(resource).at('antiAffinity'), ...affinities],
    [routing.at('istio'), 'virtualService', 'virtualServices'],
    [routing.at('nginx'), 'stableIngress', 'stableIngresses'],
    [routing.at('alb'), 'ingress', 'ingresses'],
  ];
  return pairs.some(([field, one, other]) => field.at(one).exists && field.at(other).exists);
}

/** Words that such a Rollout contains, so that no other one is parsed for this check. */
const strategyFields = [
  /\bblueGreen\b/,
  /\bcanary\b/,
  /\bantiAffinity\b|\bvirtualServices\b|Ingresses\b|\bingresses\b/,
];

const affinities = [
  'requiredDuringSchedulingIgnoredDuringExecution',
  'preferredDuringSchedulingIgnoredDuringExecution',
] as const;

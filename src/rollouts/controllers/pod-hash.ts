import { hashStandIn, standInNumber } from '../../kubernetes/objects/keys.js';
import type { PodTemplate, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { hashOf } from './annotations.js';
import type { RolloutContext } from './context.js';
import { templateText } from './template-text.js';

/**
 * A placeholder for the hash of a Rollout's template: `H1`, `H2` and so on, in the order of creation. A template that returns
 * has its earlier hash.
 */
export function podHash({ cluster, rollout, allRSs }: RolloutContext): string {
  const scope = scopeOf(rollout);
  const hashes = cluster.podHashes.get(scope) ?? new Map<string, string>();
  const known = hashes.get(podTemplateText(rollout));
  if (known !== undefined) return known;

  const { status } = rollout;
  const weights = status?.canary?.weights;
  const taken = [
    ...hashes.values(),
    ...allRSs.map(hashOf),
    status?.currentPodHash,
    status?.stableRS,
    weights?.canary.podTemplateHash,
    weights?.stable.podTemplateHash,
  ].map(standInNumber);
  const hash = hashStandIn(Math.max(0, ...taken) + 1);
  const added = new Map(hashes).set(podTemplateText(rollout), hash);
  cluster.podHashes = new Map(cluster.podHashes).set(scope, added);
  return hash;
}

export function scopeOf({ metadata }: RolloutObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

export const noTemplate: PodTemplate = {};

export function podTemplateText({ spec }: RolloutObject): string {
  return templateText(spec.template ?? noTemplate);
}

/** The hash of the template, whether its ReplicaSet exists or not: up to 1.7 a pass may run before it is created. */
export function desiredHash(context: RolloutContext): string {
  return context.newRS ? hashOf(context.newRS) : podHash(context);
}

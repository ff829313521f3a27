import { derived } from '../cluster/derived.js';
import { sortedJson } from '../cluster/json.js';
import type { PodTemplate } from '../cluster/rollout-object.js';

/**
 * A pod template as upstream hashes it: two have the same text where their hashes are the same.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/hash/hash.go (ComputePodTemplateHash)
 */
export const templateText = derived((template: PodTemplate) => sortedJson(written(template, values) ?? {}));

/**
 * A template without a ReplicaSet's own additions, for a comparison after defaulting: the API server fills in the security
 * context of a pod, and what is left of an affinity is none.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (PodTemplateEqualIgnoreHash)
 */
export function comparedText({ spec, ...template }: PodTemplate): string {
  return sortedJson({
    ...(written(template, values) as object),
    spec: written(spec && withoutEmptyContext(spec), compared),
  });
}

function withoutEmptyContext(spec: Readonly<Record<string, unknown>>): object {
  const { securityContext, ...others } = spec;
  const isEmpty = Object.keys(securityContext ?? {}).length === 0;
  return isEmpty ? others : spec;
}

/**
 * Go leaves these out when they are empty, or writes them whether they are there or not: they are maps and structs. All
 * else that is empty is a pointer, and `securityContext: {}` not the same as none.
 * https://github.com/kubernetes/api/blob/v0.34.1/core/v1/types.go (PodTemplateSpec)
 */
const values: ReadonlySet<string> = new Set([
  ...['labels', 'annotations', 'nodeSelector', 'matchLabels', 'limits', 'requests', 'overhead'],
  ...['volumeAttributes', 'options', 'metadata', 'spec', 'resources', 'preference', 'podAffinityTerm'],
]);
const compared: ReadonlySet<string> = new Set([
  ...values,
  ...['affinity', 'nodeAffinity', 'podAffinity', 'podAntiAffinity'],
]);

/** A value without null, empty lists and the empty objects of these names; undefined when that leaves nothing. */
function written(value: unknown, names: ReadonlySet<string>, name = ''): unknown {
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  if (Array.isArray(value)) return value.length > 0 ? value.map((item) => written(item, names)) : undefined;
  const fields = Object.entries(value).flatMap(([key, field]) => {
    const left = written(field, names, key);
    return left === undefined ? [] : [[key, left] as const];
  });
  return fields.length > 0 || !names.has(name) ? Object.fromEntries(fields) : undefined;
}

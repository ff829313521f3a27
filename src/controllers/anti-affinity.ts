import { podHashLabel, withoutKey } from '../cluster/keys.js';
import type { AntiAffinity, PodTemplate, RolloutObject } from '../cluster/rollout-object.js';

interface Term {
  readonly labelSelector?: {
    readonly matchExpressions?: readonly { readonly key: string; readonly values?: readonly string[] }[];
  };
}

interface WeightedTerm {
  readonly podAffinityTerm?: Term;
}

interface Affinity {
  readonly podAntiAffinity?: {
    readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedTerm[];
    readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly Term[];
  };
}

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
const required = 'requiredDuringSchedulingIgnoredDuringExecution';

/**
 * The affinity of a ReplicaSet: that of the Rollout's template and, in an update of a Rollout with `antiAffinity`, a
 * term that keeps its pods off the nodes of the stable ones.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (GenerateReplicaSetAffinity)
 */
export function affinityOf(rollout: RolloutObject, hash: string): unknown {
  const affinity = rollout.spec.template?.spec?.affinity as Affinity | undefined;
  const strategy = antiAffinityOf(rollout);
  const stable = rollout.status?.stableRS ?? '';
  if (!strategy || stable === '' || stable === hash) return affinity;

  const term = {
    labelSelector: { matchExpressions: [{ key: podHashLabel, operator: 'In', values: [stable] }] },
    topologyKey: 'kubernetes.io/hostname',
    namespaces: [rollout.metadata.namespace],
  };
  const own = affinity?.podAntiAffinity;
  const weight = strategy[preferred]?.weight;
  const podAntiAffinity =
    weight === undefined
      ? { ...own, [required]: [...(own?.[required] ?? []), term] }
      : { ...own, [preferred]: [...(own?.[preferred] ?? []), { weight, podAffinityTerm: term }] };
  return { ...affinity, podAntiAffinity };
}

/** A template with another affinity, or without. */
export function withAffinity(template: PodTemplate, affinity: unknown): PodTemplate {
  // The template itself where it has that affinity already: what is known of it holds for it alone.
  if (template.spec && template.spec.affinity === affinity) return template;
  const spec = withoutKey(template.spec ?? {}, 'affinity');
  return { ...template, spec: affinity === undefined ? spec : { ...spec, affinity } };
}

/**
 * A template as the user wrote it, without the term that the controller adds.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (RemoveInjectedAntiAffinityRule)
 */
export function withoutAddedTerm(template: PodTemplate): PodTemplate {
  const affinity = template.spec?.affinity as Affinity | undefined;
  const own = affinity?.podAntiAffinity;
  if (!own) return template;
  return withAffinity(template, {
    ...affinity,
    podAntiAffinity: {
      ...own,
      [preferred]: own[preferred]?.filter(({ podAffinityTerm }) => stableIn(podAffinityTerm) === undefined),
      [required]: own[required]?.filter((term) => stableIn(term) === undefined),
    },
  });
}

/**
 * Whether the added term speaks of a ReplicaSet that is not the stable one any more.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (IfInjectedAntiAffinityRuleNeedsUpdate)
 */
export function isAffinityOutdated(template: PodTemplate, rollout: RolloutObject, hash: string): boolean {
  const strategy = antiAffinityOf(rollout);
  const stable = rollout.status?.stableRS ?? '';
  if (!strategy || stable === hash) return false;
  const own = (template.spec?.affinity as Affinity | undefined)?.podAntiAffinity;
  const terms = strategy[preferred]
    ? own?.[preferred]?.map(({ podAffinityTerm }) => podAffinityTerm)
    : own?.[required];
  const named = terms?.map(stableIn).find((hash) => hash !== undefined);
  return named !== undefined && named !== stable;
}

function antiAffinityOf({ spec }: RolloutObject): AntiAffinity | undefined {
  const { blueGreen, canary } = spec.strategy ?? {};
  const strategy = canary?.antiAffinity ?? blueGreen?.antiAffinity;
  return strategy?.[preferred] || strategy?.[required] ? strategy : undefined;
}

/** The hash that an added term speaks of; undefined for a term of the user's. */
function stableIn(term: Term | undefined): string | undefined {
  return term?.labelSelector?.matchExpressions?.find(({ key }) => key === podHashLabel)?.values?.[0];
}

import { podHashLabel, withoutKey } from '../../kubernetes/objects/keys.js';
import type { AntiAffinity, PodTemplate, RolloutObject } from '../../kubernetes/objects/rollout-object.js';

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
 * The affinity of a ReplicaSet: that of the Rollout's template. During an update of a Rollout with `antiAffinity`, it has a
 * term more, which keeps its pods off the nodes of the stable pods.
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

/** A template with this affinity, or with none. */
export function withAffinity(template: PodTemplate, affinity: unknown): PodTemplate {
  // Returns the same object if nothing changes, because results are cached by template object.
  if (template.spec && template.spec.affinity === affinity) return template;
  const spec = withoutKey(template.spec ?? {}, 'affinity');
  return { ...template, spec: affinity === undefined ? spec : { ...spec, affinity } };
}

/**
 * A template without the term that the controller adds. Removing the only preferred term leaves an empty list, so the result
 * then differs from the template that the user wrote.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (RemoveInjectedAntiAffinityRule)
 */
export function withoutAddedTerm(template: PodTemplate, rollout: RolloutObject): PodTemplate {
  const strategy = antiAffinityOf(rollout);
  const affinity = template.spec?.affinity as Affinity | undefined;
  const own = affinity?.podAntiAffinity;
  if (!strategy || !own) return template;
  const index = termsIn(own, strategy).findIndex((term) => stableIn(term) !== undefined);
  if (index === -1) return template;

  const left = (list: readonly unknown[] | undefined): readonly unknown[] | undefined =>
    list?.filter((_, at) => at !== index);
  const preferredTerms = strategy[preferred] ? left(own[preferred]) : own[preferred];
  const requiredTerms = strategy[required] ? left(own[required]) : own[required];
  const hasRequired = (requiredTerms ?? []).length > 0;
  const others = withoutKey(affinity, 'podAntiAffinity');
  if (!hasRequired && preferredTerms === undefined)
    return withAffinity(template, Object.keys(others).length > 0 ? others : undefined);
  const terms = withoutKey(withoutKey(own, preferred), required);
  const podAntiAffinity = {
    ...terms,
    ...(preferredTerms && { [preferred]: preferredTerms }),
    ...(hasRequired && { [required]: requiredTerms }),
  };
  return withAffinity(template, { ...others, podAntiAffinity });
}

/**
 * Whether the added term names a ReplicaSet that is no longer the stable one.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (IfInjectedAntiAffinityRuleNeedsUpdate)
 */
export function isAffinityOutdated(template: PodTemplate, rollout: RolloutObject, hash: string): boolean {
  const strategy = antiAffinityOf(rollout);
  const stable = rollout.status?.stableRS ?? '';
  if (!strategy || stable === hash) return false;
  const own = (template.spec?.affinity as Affinity | undefined)?.podAntiAffinity;
  const named = termsIn(own, strategy)
    .map(stableIn)
    .find((hash) => hash !== undefined);
  return named !== undefined && named !== stable;
}

function antiAffinityOf({ spec }: RolloutObject): AntiAffinity | undefined {
  const { blueGreen, canary } = spec.strategy ?? {};
  const strategy = canary?.antiAffinity ?? blueGreen?.antiAffinity;
  return strategy?.[preferred] || strategy?.[required] ? strategy : undefined;
}

/** The list of terms that the added term goes into. */
function termsIn(own: Affinity['podAntiAffinity'], strategy: AntiAffinity): readonly (Term | undefined)[] {
  return strategy[preferred]
    ? (own?.[preferred] ?? []).map(({ podAffinityTerm }) => podAffinityTerm)
    : (own?.[required] ?? []);
}

/** The hash that an added term names; undefined for a term that the user wrote. */
function stableIn(term: Term | undefined): string | undefined {
  return term?.labelSelector?.matchExpressions?.find(({ key }) => key === podHashLabel)?.values?.[0];
}

import { configReferences } from '../../kubernetes/kinds/workload.js';
import { services } from '../../kubernetes/kinds/rollout.js';
import { hookOf } from '../../kubernetes/kinds/sync-order.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { routedOf } from '../facts/argocd/routed.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/hooks-not-kept',
    description: 'Require a Rollout, and what it needs to run, not to be a hook of a sync.',
    why: 'Argo CD does not track a hook. By default each sync deletes it and creates it again, so its pods, endpoints or weights are gone meanwhile.',
    consequence: 'lost-traffic',
    severity: 'error',
    otherwise: {
      config: {
        when: 'For a ConfigMap or Secret of its pods that is deleted after the sync',
        consequence: 'wrong-pods',
        why: 'Argo CD deletes the hook once its phase has succeeded. Pods that are created later do not start (CreateContainerConfigError).',
        severity: 'warning',
      },
      source: {
        when: 'For an object that creates a Secret for the pods',
        consequence: 'wrong-pods',
        why: 'When the object is deleted, Kubernetes also deletes the Secret that it owns. Pods that are created before the Secret exists again do not start (CreateContainerConfigError).',
        severity: 'warning',
      },
    },
    messages: {
      hook: '{kind} "{name}" is a {hook} hook, so each sync of Argo CD deletes it and creates it again{use}; remove the annotation "{key}".',
      deleted:
        '{kind} "{name}" is a {hook} hook with delete policy {policy}, so Argo CD deletes it after each sync{use}; remove the annotation "{key}".',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/#hook-lifecycle-and-cleanup',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/helm/#helm-hooks',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/hook/hook.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const seen = new Set<Resource>();
    for (const { resource, from } of needed(graph, rollout)) {
      const hook = seen.has(resource) ? undefined : hookOf(resource);
      seen.add(resource);
      if (!hook) continue;
      const isConfig = resource.kind === 'ConfigMap' || resource.kind === 'Secret';
      // Created again before the pods are, it is missing only for a moment.
      if (hook.policy === undefined && (isConfig || !hook.isReplaced)) continue;
      report(
        hook.field,
        hook.policy === undefined ? 'hook' : 'deleted',
        {
          kind: resource.kind,
          name: resource.name,
          hook: hook.phase,
          policy: hook.policy ?? '',
          use: resource === rollout ? '' : `, and Rollout "${rollout.name}" needs it`,
          key: String(hook.field.key),
        },
        {
          case: isConfig ? 'config' : isSource(resource) ? 'source' : undefined,
          fix: () => removalOf(hook.field, 'unsafe'),
          rests: hook.rests,
          related: from ? [{ at: from, message: 'needs it' }] : [],
        },
      );
    }
  },
});

interface Needed {
  readonly resource: Resource;
  readonly from: Field | undefined;
}

/** A Rollout, its Services, the objects of its routers, and the ConfigMaps and Secrets of its pods. */
function needed(graph: Graph, rollout: Resource): readonly Needed[] {
  const template = graph.podTemplate(rollout);
  const configs = template ? configReferences(template).filter(({ isOptional }) => !isOptional) : [];
  return [
    { resource: rollout, from: undefined },
    ...routedOf(graph, rollout),
    ...[...services(rollout), ...configs].flatMap((reference) => {
      const resource = graph.find(reference);
      return resource ? [{ resource, from: reference.from }] : [];
    }),
    ...configs.flatMap(({ from, to }) =>
      to.kind === 'Secret'
        ? sources.flatMap((kind) =>
            graph
              .companions(rollout, kind)
              .filter((resource) => madeBy(resource) === to.name)
              .map((resource) => ({ resource, from })),
          )
        : [],
    ),
  ];
}

/** Kinds whose controller makes a Secret that is deleted with the object. */
const sources = [
  { group: 'external-secrets.io', kind: 'ExternalSecret' },
  { group: 'bitnami.com', kind: 'SealedSecret' },
] as const;

function isSource({ kind }: Resource): boolean {
  return sources.some((one) => one.kind === kind);
}

/**
 * The name of the Secret that an object owns; undefined if it owns none.
 * https://external-secrets.io/latest/guides/ownership-deletion-policy/
 */
function madeBy(resource: Resource): string | undefined {
  if (resource.kind === 'SealedSecret') return resource.name;
  const target = resource.at('spec', 'target');
  const policy = target.at('creationPolicy');
  if (policy.exists && policy.text !== 'Owner') return undefined;
  return target.at('name').exists ? target.at('name').text : resource.name;
}

import { changesPods, type KyvernoRefusal, podRefusal } from '../../kubernetes/kinds/kyverno.js';
import { isMap } from '../../kubernetes/objects/json.js';
import { memoize } from '../../model/memo.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/admitted-by-policies',
    description: 'Require the pods of a Rollout to fit the policies of Kyverno that the repository enforces.',
    why: 'Kyverno refuses each new pod of the Rollout, or its ReplicaSet, so no update starts, and pods that end are not replaced.',
    consequence: 'wrong-pods',
    severity: 'warning',
    messages: {
      other:
        '{kind} "{policy}" refuses the pods of Rollout "{rollout}": its rule "{rule}" requires {path} to be "{wanted}", which "{actual}" is not; use a value that the rule allows.',
      missing:
        '{kind} "{policy}" refuses the pods of Rollout "{rollout}": its rule "{rule}" requires {path}, which they do not have; add it.',
    },
    links: [
      'https://kyverno.io/docs/policy-types/cluster-policy/validate/',
      'https://kyverno.io/docs/policy-types/cluster-policy/autogen/',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const template = graph.podTemplate(rollout);
    const { value } = template ?? {};
    if (!template || !isMap(value)) return;
    const namespace = graph.namespace(rollout);
    for (const policy of enforcedPolicies(graph)) {
      if (policy.kind === 'Policy' && graph.namespace(policy) !== namespace) continue;
      const found = podRefusal(policy, { namespace, pod: value });
      if (!found || !isAsWritten(graph, found)) continue;
      const field = template.at(...found.path);
      const actual = field.text;
      report(
        field,
        actual === undefined ? 'missing' : 'other',
        {
          ...{ kind: policy.kind, policy: policy.name, rollout: rollout.name, rule: found.rule },
          ...{ path: pathInWords(found.path), wanted: found.wanted, actual },
        },
        {
          rests: [policy.at('spec', 'validationFailureAction')],
          complete: [template.at('spec')],
          related: [{ at: found.field, message: 'refuses them' }],
        },
      );
    }
  },
});

/** The policies of Kyverno in the repository, without those that tests read. */
const enforcedPolicies = memoize((graph: Graph): readonly Resource[] =>
  ['ClusterPolicy', 'Policy']
    .flatMap((kind) => graph.ofKind(kind, 'kyverno.io'))
    .filter((policy) => !graph.isSampleOrBesideChart(policy.source)),
);

/** Whether the API server is asked about a pod as the template has it: no default and no other policy fills in what is asked for. */
function isAsWritten(graph: Graph, { path, wanted }: KyvernoRefusal): boolean {
  const [, list, , step] = path;
  const key = String(step);
  if ((list !== 'containers' && list !== 'initContainers') || isPlaceholder(wanted)) return false;
  if (key !== 'image' && !probes.has(key) && key !== 'resources') return false;
  if (key === 'resources' && graph.ofKind('LimitRange', '').length > 0) return false;
  return !enforcedPolicies(graph).some(changesPods);
}

const probes: ReadonlySet<string> = new Set(['livenessProbe', 'readinessProbe', 'startupProbe']);

/** `spec.containers[0].image` */
function pathInWords(path: KyvernoRefusal['path']): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`))
    .join('');
}

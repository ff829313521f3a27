import { withoutUndeclared } from '../../kubernetes/apply/undeclared.js';
import { isMap } from '../../kubernetes/objects/json.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { Verdict } from '../../play/drift/verdict.js';
import { containers, podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { argoOf, isStructuredMerge, withNamespace } from '../facts/argocd/moments.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { settledApplications } from '../facts/argocd/deployed.js';

export default typedRule({
  meta: {
    name: 'argocd/port-protocols-written',
    description:
      'Require the container ports of a Rollout that is applied server-side to set their protocol, unless the diff is server-side as well.',
    why: 'With ServerSideApply=true ports are distinguished by number and protocol, and Argo CD does not know that the API server adds TCP. It treats the port in the cluster and the one in Git as different ports, so the Application is permanently OutOfSync. Before Argo CD 3.2 the comparison fails instead, and the Application is Unknown.',
    consequence: 'drift',
    severity: 'warning',
    fixes: ['safe'],
    messages: {
      missing:
        'A port of Rollout "{rollout}" has no protocol, so Application "{application}" is {status} with ServerSideApply=true; write "protocol: TCP", or set the compare option ServerSideDiff=true (not needed if Argo CD enables it globally).',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/manifests/crds/rollout-crd.yaml',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diff-strategies/',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const [first, ...others] = withoutProtocol(rollout);
    if (!first) return;
    const whole = withNamespace(graph, rollout, rollout.at().value);
    // An undeclared field, which is reported separately, would stop the comparison, so it is left out here.
    const git = whole && withoutUndeclared(whole);
    for (const application of git ? settledApplications(graph, rollout) : []) {
      if (!isStructuredMerge(graph, application, rollout)) continue;
      // Other differences and ignored fields do not matter here.
      const argo = argoOf(graph, application);
      const written = withProtocol(git!);
      const [verdict, other] = [argo.compare(git!, git!), argo.compare(written, written)];
      const status = statusFor(verdict, other);
      if (status === undefined) continue;
      report(
        first,
        'missing',
        { rollout: rollout.name, application: application.name, status },
        {
          related: others.map((at) => ({ at, message: 'here, too' })),
          fix: () =>
            setTo(
              [first, ...others].map((port) => port.at('protocol')),
              'TCP',
            ),
        },
      );
    }
  },
});

/** The status of a Rollout if writing the protocols would change it. */
function statusFor(verdict: Verdict, whole: Verdict): 'OutOfSync' | 'Unknown' | undefined {
  if (verdict.status === 'unknown') return whole.status === 'unknown' ? undefined : 'Unknown';
  return differsInPorts(verdict) && !differsInPorts(whole) ? 'OutOfSync' : undefined;
}

function differsInPorts(verdict: Verdict): boolean {
  return verdict.status === 'out-of-sync' && verdict.paths.some((path) => path.includes('ports'));
}

/** The ports in the Rollout's own pod template to which the API server adds a protocol. */
function withoutProtocol(rollout: Resource): readonly Field[] {
  const template = podTemplate(rollout);
  if (!template) return [];
  return containers(template)
    .flatMap((container) => container.at('ports').items)
    .filter((port) => port.at('containerPort').exists && !port.at('protocol').exists);
}

/** The Rollout with the protocols. */
function withProtocol(git: KubeObject): KubeObject {
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changed);
    if (!isMap(value)) return value;
    const all = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item)]));
    return 'containerPort' in all ? { protocol: 'TCP', ...all } : all;
  };
  return changed(git) as KubeObject;
}

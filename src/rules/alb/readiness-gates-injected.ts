import { readinessGateLabel } from '../../kubernetes/annotations/aws-load-balancer.js';
import { syncOptions } from '../../kubernetes/kinds/application.js';
import { annotation } from '../../kubernetes/kinds/ingress.js';
import { canary } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import alb, { annotationPrefix, ingresses } from '../../rollouts/routers/alb.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'alb/readiness-gates-injected',
    description: 'Require readiness gates for pods that an ALB reaches by their addresses.',
    why: 'A pod is available to the Rollouts controller as soon as its probes succeed, but the ALB sends it requests only once it is registered and healthy in its target group. The controller counts steps, and removes old pods, by the first. With a readiness gate, a pod is available once the ALB takes it for healthy.',
    consequence: 'lost-traffic',
    severity: 'info',
    fixes: ['unsafe'],
    messages: {
      namespace:
        'Namespace "{namespace}" asks for no readiness gates, so pods of Rollout "{rollout}" are available before the ALB of Ingress "{ingress}" reaches them; add label "{label}: enabled".',
      created:
        'Application "{application}" creates namespace "{namespace}" without readiness gates, so pods of Rollout "{rollout}" are available before the ALB of Ingress "{ingress}" reaches them; add label "{label}: enabled" to managedNamespaceMetadata.',
    },
    links: [
      'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/pod_readiness_gate/',
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#zero-downtime-updates-with-aws-targetgroup-verification',
    ],
  },

  router: alb,

  checkRollout(rollout, { graph, report }) {
    // The controller asks AWS itself, or no Service changes the pods that it selects.
    if (graph.verifiesTargetGroups === true || canary(rollout).at('pingPong').exists) return;
    // Gates of one's own do the same.
    const gates = graph.podTemplate(rollout)?.at('spec', 'readinessGates');
    if (!gates || gates.exists) return;
    const key = `${annotationPrefix(rollout)}/target-type`;
    for (const reference of ingresses(rollout)) {
      const ingress = graph.find(reference);
      const type = ingress && annotation(ingress, key);
      if (type?.text !== 'ip') continue;
      const namespace = graph.namespace(rollout);
      const asked = namespace === undefined ? undefined : labelsOfNamespace(graph, rollout, namespace);
      if (!asked || asked.labels.at(readinessGateLabel).exists) continue;
      const { labels, application } = asked;
      report(
        labels,
        application ? 'created' : 'namespace',
        {
          ...{ namespace, rollout: rollout.name, ingress: ingress!.name, label: readinessGateLabel },
          application: application?.name,
        },
        {
          atKey: true,
          rests: [type, gates],
          complete: [labels],
          related: [
            { at: type, message: 'reaches pods by their addresses' },
            { at: rollout.at('metadata', 'name'), message: 'the Rollout' },
          ],
          fix: () => setTo(labels.at(readinessGateLabel), 'enabled', 'unsafe'),
        },
      );
      return;
    }
  },
});

/** The labels of a namespace, where its only manifest has them, or else the Application that creates it. */
function labelsOfNamespace(
  graph: Graph,
  rollout: Resource,
  name: string,
): { readonly labels: Field; readonly application?: Resource } | undefined {
  const [manifest, another] = graph.ofKind('Namespace', '').filter((one) => one.name === name);
  if (manifest) return another ? undefined : { labels: manifest.at('metadata', 'labels') };
  const application = graph
    .applications(rollout)
    .find((one) => syncOptions(one.at()).some(({ text }) => text === 'CreateNamespace=true'));
  return (
    application && {
      application,
      labels: application.at('spec', 'syncPolicy', 'managedNamespaceMetadata', 'labels'),
    }
  );
}

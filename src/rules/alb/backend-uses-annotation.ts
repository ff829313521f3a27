import { pathBackends } from '../../kubernetes/kinds/ingress.js';
import type { Field } from '../../model/field.js';
import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import alb, { actionService, ingresses, useAnnotation } from '../../rollouts/routers/alb.js';
import { leadsTo } from '../facts/leads-to.js';
import { setTo } from '../fixes.js';
import { typedRule, type ProposedFix } from '../rule.js';

export default typedRule({
  meta: {
    name: 'alb/backend-uses-annotation',
    description: 'Require every path to the weighted Service to use the port name "use-annotation".',
    why: 'With any other port the AWS Load Balancer Controller never reads the action annotation: the weights have no effect, and the canary steps still complete.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    fixes: ['safe'],
    messages: {
      port: 'Path "{path}" leads to port {port} of Service "{service}", which bypasses the weights of Rollout "{rollout}"; set the port name to "use-annotation".',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#usage',
      'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/#actions',
    ],
  },

  router: alb,

  checkRollout(rollout, { graph, report }) {
    const service = actionService(rollout);
    const isRoot = trafficRouting(rollout).at('alb', 'rootService').text !== undefined;
    for (const reference of ingresses(rollout)) {
      const ingress = graph.find(reference);
      if (!ingress) continue;
      const found = pathBackends(ingress).filter((backend) => leadsTo(graph, backend, service));
      const others = found.filter(({ port }) => port.value !== useAnnotation);
      // A second path with only the stable pods may be intended; one with all pods is not.
      if (others.length < found.length && !isRoot) continue;
      for (const { port, path } of others)
        report(
          port,
          'port',
          {
            path: path.at('path').text ?? '/',
            service: service.text ?? '',
            port: port.text ?? port.number ?? 'unknown',
            rollout: rollout.name,
          },
          {
            related: [{ at: service, message: 'the weights are written for this Service' }],
            fix: () => annotated(port),
          },
        );
    }
  },
});

/** Replaces the number with `use-annotation`. */
function annotated(port: Field): ProposedFix | undefined {
  if (port.key !== 'number' || !port.exists)
    return setTo(port.key === 'number' ? port.parent!.at('name') : port, useAnnotation);
  return {
    title: `Write "${useAnnotation}".`,
    writes: [{ field: port.parent!, value: { name: useAnnotation } }],
  };
}

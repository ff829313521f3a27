import { ingressClass } from '../../kinds/ingress.js';
import nginx, { stableIngresses } from '../../routers/nginx.js';
import { defineRule } from '../rule.js';

/** Classes of load balancers that know no canary annotations. */
const foreign: ReadonlySet<string> = new Set([
  'alb',
  'gce',
  'gce-internal',
  'azure/application-gateway',
  'istio',
]);

export default defineRule({
  meta: {
    name: 'nginx/ingress-class-fits',
    description:
      'Require the class of a stable Ingress to belong to a controller that supports the canary annotations of ingress-nginx.',
    why: 'The ingress controller treats the canary Ingress as another regular Ingress for the same paths: the weights have no effect.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      foreign:
        'Ingress "{ingress}" has class "{class}", but Rollout "{rollout}" routes traffic with "nginx"; use the class of ingress-nginx, such as "nginx".',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/nginx/',
      'https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/annotations/#canary',
    ],
  },

  router: nginx,

  checkRollout(rollout, { graph, report }) {
    for (const reference of stableIngresses(rollout)) {
      const ingress = graph.find(reference);
      const name = ingress && ingressClass(ingress);
      if (name?.text === undefined || !foreign.has(name.text)) continue;
      if (graph.named({ group: 'networking.k8s.io', kind: 'IngressClass', name: name.text ?? '' }).length > 0)
        continue;
      report(
        name,
        'foreign',
        { ingress: ingress?.name, class: name.text, rollout: rollout.name },
        { related: [{ at: reference.from, message: 'the Rollout copies this Ingress' }] },
      );
    }
  },
});

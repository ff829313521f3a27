import { classOf, nginxController } from '../facts/ingress-controllers.js';
import nginx, { stableIngresses } from '../../rollouts/routers/nginx.js';
import { typedRule } from '../rule.js';

export default typedRule({
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
      controller:
        'Ingress "{ingress}" has class "{class}" of controller "{controller}", but Rollout "{rollout}" routes traffic with "nginx"; use a class of controller "{right}".',
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
      if (!ingress) continue;
      const { name, controllers, owners } = classOf(graph, ingress);
      // ingress-nginx may have any name, and some other controllers read its annotations.
      if (!owners.every((owner) => owner === 'aws' || owner === 'another')) continue;
      const data = { ingress: ingress.name, class: name.text, rollout: rollout.name };
      const related = { related: [{ at: reference.from, message: 'the Rollout copies this Ingress' }] };
      const [controller] = controllers;
      if (controller !== undefined)
        report(
          name,
          'controller',
          { ...data, controller: controller.text, right: nginxController },
          { ...related, rests: controllers },
        );
      else report(name, 'foreign', data, related);
    }
  },
});

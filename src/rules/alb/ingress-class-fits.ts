import { awsControllers, classOf } from '../facts/ingress-controllers.js';
import alb, { ingresses } from '../../rollouts/routers/alb.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'alb/ingress-class-fits',
    description:
      'Require an Ingress used for ALB traffic routing to have an IngressClass of the AWS Load Balancer Controller.',
    why: 'Another ingress controller serves the Ingress and does not know the action annotation: the weights have no effect.',
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      foreign:
        'Ingress "{ingress}" has class "{class}", but Rollout "{rollout}" routes traffic with "alb"; use the class of the AWS Load Balancer Controller, such as "alb".',
      controller:
        'Ingress "{ingress}" has class "{class}" of controller "{controller}", but Rollout "{rollout}" routes traffic with "alb"; use a class of controller "{right}".',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#usage',
      'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/ingress_class/',
    ],
  },

  router: alb,

  checkRollout(rollout, { graph, report }) {
    for (const reference of ingresses(rollout)) {
      const ingress = graph.find(reference);
      if (!ingress) continue;
      const { name, controllers, owners } = classOf(graph, ingress);
      if (owners.includes('aws')) continue;
      const data = { ingress: ingress.name, rollout: rollout.name, class: name.text };
      const related = {
        related: [{ at: reference.from, message: 'the Rollout splits traffic in this Ingress' }],
      };
      const [controller] = controllers;
      if (controller !== undefined)
        report(
          name,
          'controller',
          { ...data, controller: controller.text, right: awsControllers[0] },
          { ...related, rests: controllers },
        );
      else if (owners[0] !== undefined) report(name, 'foreign', data, related);
    }
  },
});

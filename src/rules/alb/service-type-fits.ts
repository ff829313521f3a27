import { annotation } from '../../kubernetes/kinds/ingress.js';
import alb, { annotationPrefix, ingresses, targetServices } from '../../rollouts/routers/alb.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'alb/service-type-fits',
    description: 'Require the Services of an Ingress with target-type "instance" to have a node port.',
    why: "The load balancer controller cannot make a target group for a Service without a node port and stops updating the whole Ingress: \"your service be must of type 'NodePort' or 'LoadBalancer'\".",
    consequence: 'unshifted-traffic',
    severity: 'warning',
    messages: {
      instance:
        'Service "{service}" is a {type}, but Ingress "{ingress}" has target-type "instance"; change the Service to NodePort or the target-type to "ip".',
    },
    links: [
      'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/#target-type',
      'https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v3.5.0/pkg/ingress/model_build_target_group.go',
    ],
  },

  router: alb,

  checkRollout(rollout, { graph, report }) {
    const key = `${annotationPrefix(rollout)}/target-type`;
    for (const reference of ingresses(rollout)) {
      const ingress = graph.find(reference);
      // Without the annotation, a flag of the AWS Load Balancer Controller decides.
      if (!ingress || annotation(ingress, key).text !== 'instance') continue;
      for (const from of Object.values(targetServices(rollout))) {
        const service = graph.find({ from, to: { group: '', kind: 'Service', name: from.text ?? '' } });
        if (!service || service.at('metadata', 'annotations', key).exists) continue;
        const type = service.at('spec', 'type');
        if ((type.value ?? 'ClusterIP') !== 'ClusterIP') continue;
        report(
          type,
          'instance',
          { service: service.name, type: 'ClusterIP', ingress: ingress.name },
          {
            related: [{ at: annotation(ingress, key), message: 'asks for node ports' }],
            rests: [annotation(ingress, key)],
          },
        );
      }
    }
  },
});

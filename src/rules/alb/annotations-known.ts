import { awsLoadBalancerKeys } from '../../kubernetes/annotations/aws-load-balancer.js';
import { awsNetworkLoadBalancerKeys } from '../../kubernetes/annotations/aws-network-load-balancer.js';
import { annotation } from '../../kubernetes/kinds/ingress.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { classOf } from '../facts/ingress-controllers.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { annotationMessages, annotationProblems } from '../ingress-annotations.js';
import { typedRule } from '../rule.js';

const prefix = 'alb.ingress.kubernetes.io';
const servicePrefix = 'service.beta.kubernetes.io';

/** Keys that only the AWS controller has: Alibaba's controller for its own ALB has the same prefix and class. */
const ownKeys = [
  'certificate-arn',
  'group.name',
  'load-balancer-attributes',
  'scheme',
  'security-groups',
  'subnets',
  'target-type',
];

export default typedRule({
  meta: {
    name: 'alb/annotations-known',
    description:
      'Require the annotations of an Ingress or Service for the AWS Load Balancer Controller to be ones that it reads.',
    why: 'The AWS Load Balancer Controller compares keys exactly and silently skips unknown ones: the setting has no effect.',
    consequence: 'no-effect',
    severity: 'warning',
    fixes: ['unsafe'],
    otherwise: {
      value: {
        when: 'For a value that the controller cannot parse',
        consequence: 'unshifted-traffic',
        why: 'The AWS Load Balancer Controller fails to build the load balancer and stops updating the whole group of Ingresses, including weights.',
      },
      balancer: {
        when: 'For a value on a Service of type LoadBalancer that the controller cannot parse',
        consequence: 'lost-traffic',
        why: 'The AWS Load Balancer Controller fails to build the load balancer of the Service: it creates none, or no longer updates the one that exists.',
      },
    },
    messages: {
      unknown: annotationMessages.unknown,
      ingress: annotationMessages.ingress,
      value: annotationMessages.value,
    },
    links: [
      'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/',
      'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/annotations/',
      'https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v3.5.0/pkg/annotations/constants.go',
    ],
  },

  *check({ graph, report }) {
    for (const resource of [
      ...besideRollouts(graph, 'Ingress', 'networking.k8s.io'),
      ...besideRollouts(graph, 'Service', ''),
    ]) {
      yield resource;
      if (hasNetworkLoadBalancer(resource))
        for (const problem of annotationProblems(resource, servicePrefix, awsNetworkLoadBalancerKeys))
          if (problem.id !== 'removed')
            report(problem.field, problem.id, problem.data, {
              atKey: problem.id !== 'value',
              case: problem.id === 'value' ? 'balancer' : undefined,
              fix: problem.fix,
            });
      if (!isOfAws(graph, resource)) continue;
      for (const problem of annotationProblems(resource, prefix, awsLoadBalancerKeys))
        if (problem.id !== 'removed')
          report(problem.field, problem.id, problem.data, {
            atKey: problem.id !== 'value',
            case: problem.case,
            fix: problem.fix,
          });
    }
  },
});

/**
 * Whether the load balancer of a Service is certainly this controller's. The cloud provider in Kubernetes reads fewer keys of the
 * same prefix, and other values.
 * https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v3.5.0/pkg/service/service_utils.go (IsServiceSupported)
 */
function hasNetworkLoadBalancer(service: Resource): boolean {
  if (service.kind !== 'Service' || service.at('spec', 'type').text !== 'LoadBalancer') return false;
  const ofClass = service.at('spec', 'loadBalancerClass');
  if (ofClass.exists) return ofClass.text === 'service.k8s.aws/nlb';
  const [type, target] = ['type', 'nlb-target-type'].map(
    (key) => annotation(service, `${servicePrefix}/aws-load-balancer-${key}`).text,
  );
  return type === 'nlb-ip' || (type === 'external' && ['ip', 'instance'].includes(target ?? ''));
}

function isOfAws(graph: Graph, resource: Resource): boolean {
  if (resource.kind === 'Service') return hasOwnKey(resource);
  const { name, controllers, owners } = classOf(graph, resource);
  if (controllers.length > 0) return owners.every((owner) => owner === 'aws');
  return (name.text ?? 'alb').includes('alb') && hasOwnKey(resource);
}

function hasOwnKey(resource: Resource): boolean {
  return ownKeys.some((key) => annotation(resource, `${prefix}/${key}`).exists);
}

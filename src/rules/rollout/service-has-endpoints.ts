import { services } from '../../kubernetes/kinds/rollout.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/service-has-endpoints',
    description: 'Require the Services of a Rollout to send requests to the pods that they select.',
    why: 'The controller switches a Service to other pods by its selector, which an ExternalName does not use: the steps complete but no traffic moves.',
    consequence: 'unshifted-traffic',
    severity: 'warning',
    otherwise: {
      unselected: {
        when: 'For a Service without a selector',
        consequence: 'lost-traffic',
        why: 'A Service without a selector has no endpoints until the controller adds rollouts-pod-template-hash, and it has none again where that label is removed: by a sync that restores the selector of Git, or when the Rollout is deleted.',
        severity: 'warning',
      },
    },
    messages: {
      unselected:
        'Service "{service}", the {role} Service of Rollout "{rollout}", has no selector, so it has endpoints only while the controller keeps rollouts-pod-template-hash in it; select the labels of the pods.',
      externalName:
        'Service "{service}", the {role} Service of Rollout "{rollout}", is an ExternalName, which ignores its selector and leads to "{host}"; set its type to ClusterIP.',
    },
    fixes: ['unsafe'],
    links: [
      'https://kubernetes.io/docs/concepts/services-networking/service/#externalname',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const reference of services(rollout)) {
      const { from, to, role } = reference;
      const service = graph.find(reference);
      if (!service) continue;
      const type = service.at('spec', 'type');
      const related = [{ at: from, message: `the ${role} Service` }];
      const selector = service.at('spec', 'selector');
      if (service.at('spec').exists && selector.entries.length === 0 && type.text !== 'ExternalName') {
        const data = { service: to.name, role, rollout: from.resource.name };
        if (!selector.exists) report(selector, 'unselected', data, { case: 'unselected', related });
        continue;
      }
      if (type.text !== 'ExternalName') continue;
      report(
        type,
        'externalName',
        {
          service: to.name,
          role,
          rollout: from.resource.name,
          host: service.at('spec', 'externalName').text ?? '',
        },
        {
          related,
          // Other types need a port.
          fix: () =>
            service.at('spec', 'ports').items.length > 0 ? setTo(type, 'ClusterIP', 'unsafe') : undefined,
        },
      );
    }
  },
});

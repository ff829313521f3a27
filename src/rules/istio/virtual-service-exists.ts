import { istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import istio, { virtualServices } from '../../rollouts/routers/istio.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { absence, instead, reportRenamed } from '../absent.js';
import { ofEach } from '../facts/of-each.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { namesakeOf } from '../facts/istio/namesake.js';

const { absent: missing, renamed } = absence('VirtualService "{virtualService}" of Rollout "{rollout}"');

export default typedRule({
  meta: {
    name: 'istio/virtual-service-exists',
    description: 'Require every VirtualService that a Rollout names to exist.',
    why: 'The Rollout is InvalidSpec (virtualservices.networking.istio.io not found) and updates no longer progress.',
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['safe', 'choice'],
    messages: {
      missing,
      renamed,
      elsewhere:
        'VirtualService "{virtualService}" is in namespace "{namespace}", but Rollout "{rollout}" looks for it in "{wanted}"; write "{written}".',
      dotted:
        'The controller reads "{text}" of Rollout "{rollout}" as VirtualService "{virtualService}" in namespace "{namespace}", because a name ends at its first dot; give the VirtualService a name without dots.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#host-level-traffic-splitting',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/istio/istio.go',
    ],
  },

  *check({ graph, report }) {
    const withDots = graph.ofKind('VirtualService', istioGroup).flatMap((resource) => {
      const names = graph.namesInGit(resource).filter((name) => name.includes('.'));
      return names.length > 0 ? [{ resource, names }] : [];
    });

    for (const reference of ofEach(rolloutsRoutedBy(istio, graph.rollouts), (rollout) =>
      virtualServices(rollout, graph.rolloutsVersion),
    )) {
      const { from, to } = reference;
      const rollout = from.resource;
      yield rollout;
      const own = graph.namespace(rollout);
      const data = { rollout: rollout.name, virtualService: to.name };

      if (reportRenamed({ graph, reference, data }, report) || graph.find(reference)) continue;

      // Split at the dot, the name may lead to an unknown namespace.
      const dotted = withDots.find(
        ({ resource, names }) =>
          names.some((name) => `${from.text}.`.startsWith(`${name}.`)) &&
          graph.areDeployedTogether(rollout, resource),
      );
      if (dotted) {
        const related = [{ at: dotted.resource, message: 'probably meant' }];
        report(from, 'dotted', { ...data, namespace: to.namespace, text: from.text ?? '' }, { related });
        continue;
      }

      if (!graph.isAbsent(reference)) continue;
      const namesake = namesakeOf(graph, reference);
      const wanted = to.namespace ?? own;
      if (namesake && wanted !== undefined) {
        const { resource, namespace } = namesake;
        const written = namespace === own ? to.name : `${to.name}.${namespace}`;
        report(
          from,
          'elsewhere',
          { ...data, namespace, wanted, written },
          {
            related: [{ at: resource, message: `is in namespace "${namespace}"` }],
            fix: () => setTo(from, written),
          },
        );
      } else {
        const { hint, related, fix } = instead(graph, reference);
        report(from, 'missing', { ...data, hint }, { related, fix });
      }
    }
  },
});

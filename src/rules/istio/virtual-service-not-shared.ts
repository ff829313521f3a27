import { typedRule } from '../rule.js';
import { areApart, splitsByVirtualService } from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/virtual-service-not-shared',
    description: 'Require two Rollouts in one VirtualService to use different routes.',
    why: 'Each Rollout writes its weights into the route whenever it is reconciled, so the update of one undoes that of the other.',
    consequence: 'overwritten',
    severity: 'error',
    messages: {
      route:
        'Rollouts "{rollout}" and "{other}" both set the weights of {route} in VirtualService "{virtualService}"; give each Rollout its own route.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  check({ graph, report }) {
    for (const [virtualService, users] of splitsByVirtualService(graph))
      for (const [index, user] of users.entries())
        for (const first of users.slice(0, index)) {
          if (first.rollout === user.rollout || areApart(graph, first.rollout, user.rollout)) continue;
          const data = {
            rollout: first.rollout.name,
            other: user.rollout.name,
            virtualService: virtualService.name,
          };

          const shared = user.routes.find(
            ({ isSound, protocol, index: at }) =>
              isSound && first.routes.some((other) => other.isSound && other.isAt(protocol, at)),
          );
          const { from } = user.reference;
          if (shared)
            report(
              from,
              'route',
              { ...data, route: shared.title },
              {
                rests: [from, first.reference.from],
                related: [
                  { at: first.reference.from, message: `Rollout "${first.rollout.name}" names it too` },
                ],
              },
            );
        }
  },
});

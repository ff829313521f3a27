import { canary } from '../../kubernetes/kinds/rollout.js';
import alb, { ingresses } from '../../rollouts/routers/alb.js';
import { eachOf } from '../choices.js';
import { pathBackends } from '../../kubernetes/kinds/ingress.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'alb/root-service-given',
    description: 'Require a rootService where ping-pong Services are used on an AWS load balancer.',
    why: 'The controller marks the Rollout InvalidSpec: "Root service field is required for the configuration with ALB and ping-pong feature enabled". The example in the upstream documentation leaves it out.',
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['choice'],
    messages: {
      missing:
        'Rollout "{rollout}" has pingPong Services but no rootService; set it to the Service that the Ingress names.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#zero-downtime-updates-with-ping-pong-feature',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  router: alb,

  voices: {
    'ping-pong-root-service': ([{ field }], { rollout, graph, report }) => {
      const related = [{ at: canary(rollout).at('pingPong'), message: 'the Services that take turns' }];
      report(
        field,
        'missing',
        { rollout: rollout.name },
        {
          related,
          choices: () => {
            const its = ingresses(rollout).flatMap((reference) => graph.find(reference) ?? []);
            const named = its.flatMap((ingress) => pathBackends(ingress).map(({ to }) => to.name));
            return eachOf(field, named);
          },
        },
      );
    },
  },
});

import { reportAbsent } from '../absent.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'rollout/services-exist',
    description: 'Require the Services that a Rollout names to exist.',
    why: 'The controller marks the Rollout InvalidSpec (service "…" not found) and neither updates nor scales it until the Service is there.',
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['safe'],
    messages: {
      absent: 'Service "{service}", the {role} Service of Rollout "{rollout}", is not found{hint}',
      renamed:
        'Service "{service}", the {role} Service of Rollout "{rollout}", is deployed as "{name}": kustomize does not change this field unless a transformer configuration tells it to.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/specification/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go',
      'https://argo-rollouts.readthedocs.io/en/stable/features/kustomize/',
    ],
  },

  voices: {
    'service-missing': (found, { rollout, graph, report }) => {
      for (const { reference } of found) {
        const { from, to } = reference!;
        const role = String(from.key).replace('Service', '');
        reportAbsent(graph, reference!, { service: to.name, role, rollout: rollout.name }, report);
      }
    },
  },
});

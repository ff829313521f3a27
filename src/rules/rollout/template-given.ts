import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/template-given',
    description: 'Require a Rollout to have either a pod template or a workloadRef.',
    why: 'The controller marks the Rollout InvalidSpec (template must be empty for workload reference rollout) and starts no update; without either it has no pods to run.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      both: 'Rollout "{rollout}" takes its pods from {kind} "{workload}"; remove its own template, whose {what} are not allowed with a workloadRef.',
      none: 'Rollout "{rollout}" has neither a template nor a workloadRef; add one of them.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/#reference-deployment-from-rollout',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/templateref.go',
    ],
  },

  voices: {
    'template-missing': (_, { rollout, report }) =>
      report(rollout.at('spec', 'template'), 'none', { rollout: rollout.name }),
    'template-beside-workload': (_, { rollout, report }) => {
      const reference = rollout.at('spec', 'workloadRef');
      const metadata = rollout.at('spec', 'template', 'metadata');
      // Upstream only checks these fields of the template.
      const given = ['labels', 'annotations']
        .map((key) => metadata.at(key))
        .find(({ entries }) => entries.length > 0);
      const data = {
        rollout: rollout.name,
        kind: reference.at('kind').text ?? 'a workload',
        workload: reference.at('name').text ?? '',
        what: String(given?.key),
      };
      const related = [{ at: reference.keyPlace, message: 'where the pods come from' }];
      report(given ?? metadata, 'both', data, {
        atKey: true,
        related,
        fix: () => removalOf(rollout.at('spec', 'template'), 'unsafe'),
      });
    },
  },
});

import { podLabels, podTemplate } from '../../kinds/workload.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'rollout/template-given',
    description: 'Require a Rollout to have either a pod template or a workloadRef.',
    why: 'The controller marks the Rollout InvalidSpec (template must be empty for workload reference rollout) and starts no update; without both there is nothing to run.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      both: 'Rollout "{rollout}" takes its pods from {kind} "{workload}"; remove its own template, of which {what} are not allowed beside a workloadRef.',
      none: 'Rollout "{rollout}" has neither a template nor a workloadRef.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/#reference-deployment-from-rollout',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/templateref.go',
    ],
  },

  checkRollout(rollout, { report }) {
    if (!rollout.at('spec').exists) return; // schema/fields-complete reports it.
    const reference = rollout.at('spec', 'workloadRef');
    const template = podTemplate(rollout)!;
    if (!reference.exists) {
      if (!template.exists) report(template, 'none', { rollout: rollout.name });
      return;
    }
    // Upstream looks at nothing else of the template.
    const given = [podLabels(template), template.at('metadata', 'annotations')].find(
      ({ entries }) => entries.length > 0,
    );
    if (!given) return;
    report(
      given,
      'both',
      {
        rollout: rollout.name,
        kind: reference.at('kind').text ?? 'a workload',
        workload: reference.at('name').text ?? '',
        what: String(given.key),
      },
      { atKey: true, related: [{ at: reference.keyPlace, message: 'where the pods come from' }] },
    );
  },
});

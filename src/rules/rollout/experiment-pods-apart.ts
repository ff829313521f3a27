import { canary, services, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import { titled } from '../choices.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/experiment-pods-apart',
    description: 'Require Services for users not to select the pods of experiments.',
    why: 'The pods of an experiment have the labels of the pod template. A Service that no Rollout narrows to its own pods sends them requests of users from the start of the experiment, before the first weight.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    fixes: ['choice'],
    messages: {
      selected:
        'Service "{service}" selects the pods of experiment template "{template}" in steps[{step}] of Rollout "{rollout}", so users get their answers during the experiment; set the Service as stableService, or give the template other labels and a selector.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/4526',
      'https://argo-rollouts.readthedocs.io/en/stable/features/experiment/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/experiment.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    // With a router, requests reach the Services of the Rollout, which the controller narrows.
    if (trafficRouting(rollout).exists) return;
    const templates = steps(rollout).flatMap((step, index) =>
      step.at('experiment', 'templates').items.map((template) => ({ template, index })),
    );
    if (templates.length === 0) return;
    const named = services(rollout).map(({ to }) => to.name);
    const own = graph.labels(rollout);
    const near = graph
      .companions(rollout, { group: '', kind: 'Service' })
      .filter((service) => !named.includes(service.name) && !isPlaceholder(service.name));
    // A Service that selects no other pods of the Rollout leads to the experiment on purpose. One that selects pods of another application
    // is not how users reach this one.
    const users = near.filter((one) => {
      const selector = authoredSelector(one);
      const others = graph.companionWorkloads(rollout, selector);
      return selects(selector, own) && others.every((other) => selects(own, graph.labels(other)));
    });
    for (const { template, index } of templates) {
      if (template.at('replicas').number === 0) continue;
      const labels = { ...own, ...template.at('metadata', 'labels').strings };
      const service = users.find((one) => selects(authoredSelector(one), labels));
      if (!service) continue;
      const name = template.at('name');
      report(
        name,
        'selected',
        { service: service.name, template: name.text ?? '', step: index, rollout: rollout.name },
        {
          rests: [template.at('metadata', 'labels')],
          choices: () => {
            const field = canary(rollout).at('stableService');
            const title = `Set stableService to "${service.name}".`;
            return canary(rollout).exists && !field.exists
              ? [titled(title, { field, value: service.name })]
              : [];
          },
          related: [{ at: service.at('spec', 'selector'), message: 'selects them' }],
        },
      );
    }
  },
});

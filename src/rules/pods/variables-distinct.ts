import { containers } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/variables-distinct',
    description: 'Require every environment variable of a container of a Rollout to be set once.',
    why: 'Containers start with the last value, and a change of any other has no effect.',
    consequence: 'no-effect',
    severity: 'warning',
    yieldsTo: ['k8s/accepted-by-api-server'],
    messages: {
      twice:
        'Container "{container}" of Rollout "{rollout}" sets variable "{variable}" twice; remove one of them.',
    },
    fixes: ['safe'],
    links: [
      'https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#environment-variables',
      'https://docs.kubelinter.io/#/generated/checks?id=duplicate-env-var',
    ],
    aliases: ['duplicate-env-var'],
  },

  checkRollout(rollout, { graph, report }) {
    const template = graph.podTemplate(rollout);
    if (!template) return;
    for (const container of containers(template)) {
      const known = new Map<string, Field>();
      for (const variable of container.at('env').items) {
        const name = variable.at('name');
        if (name.text === undefined) continue;
        const earlier = known.get(name.text);
        known.set(name.text, name);
        // A value may refer to the earlier one.
        if (!earlier || variable.at('value').text?.includes(`$(${name.text})`)) continue;
        report(
          name,
          'twice',
          {
            container: container.at('name').text ?? 'without a name',
            rollout: rollout.name,
            variable: name.text,
          },
          {
            rests: [earlier, variable.at('value')],
            unless: { 'k8s/accepted-by-api-server': variable },
            related: [{ at: earlier, message: 'has no effect' }],
            fix: () => earlier.parent && removalOf(earlier.parent),
          },
        );
      }
    }
  },
});

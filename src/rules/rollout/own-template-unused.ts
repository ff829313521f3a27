import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/own-template-unused',
    description: 'Require a Rollout with a workloadRef to set its pods in that workload.',
    why: 'The controller takes the whole pod template from the workload. An image or a variable in the template of the Rollout is never used.',
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      unused:
        'Rollout "{rollout}" takes its pods from {kind} "{workload}", so {field} of its own template is never used; set it in the {kind}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/#reference-deployment-from-rollout',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const reference = workloadRef(rollout);
    if (!reference) return;
    const { kind, name } = reference.to;
    for (const one of [rollout, ...graph.mergedInto(rollout)]) {
      const template = one.at('spec', 'template');
      // Labels and annotations are refused, which is another finding.
      const metadata = template.at('metadata');
      if (['labels', 'annotations'].some((key) => metadata.at(key).entries.length > 0)) continue;
      const given = template.at('spec').entries.find(({ exists }) => exists);
      if (!given) continue;
      report(
        given,
        'unused',
        { rollout: rollout.name, kind, workload: name, field: `spec.${given.key}` },
        { atKey: true, related: [{ at: reference.from, message: 'takes the pods from it' }] },
      );
    }
  },
});

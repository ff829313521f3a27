import { workloadRef } from '../../kinds/rollout.js';
import { isEmpty, operators, requirements } from '../../kinds/selector.js';
import { podLabels } from '../../kinds/workload.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { defineRule } from '../rule.js';
import { oneOf } from '../../facts/words.js';

export default defineRule({
  meta: {
    name: 'rollout/selector-selects-pods',
    description: 'Require a Rollout to have a selector that its own pods meet.',
    why: 'The controller marks the Rollout InvalidSpec and creates no pods. The selector cannot be changed later; the Rollout has to be deleted and created again.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      missing: 'Rollout "{rollout}" has no selector; its pods have {labels}.',
      missingForPodTemplate:
        'Rollout "{rollout}" has no selector, and a PodTemplate gives it none; its pods have {labels}.',
      empty: 'The selector of Rollout "{rollout}" is empty; its pods have {labels}.',
      unmet: 'The selector of Rollout "{rollout}" asks for {requirement}, but its pods have {actual}.',
      operator: 'The operator "{operator}" of a selector is none of {known}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/specification/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
    aliases: ['mismatching-selector', 'deployment-pod-selector-labels-match-template-metadata-labels'],
  },

  checkRollout(rollout, { graph, report }) {
    if (!rollout.at('spec').exists) return; // schema/fields-complete reports it.
    const selector = rollout.at('spec', 'selector');
    const template = graph.podTemplate(rollout);
    const labels = template && podLabels(template);
    const actual = labels?.strings ?? {};
    const words = Object.entries(actual).map(([key, value]) => `${key}: ${value}`);
    const data = { rollout: rollout.name, labels: words.length === 0 ? 'no labels' : words };

    if (!selector.exists) {
      // A Deployment or ReplicaSet lends its selector, too.
      const reference = workloadRef(rollout);
      if (!reference && !rollout.at('spec', 'workloadRef').exists) report(selector, 'missing', data);
      else if (reference?.to.kind === 'PodTemplate' && template)
        report(selector, 'missingForPodTemplate', data);
      return;
    }
    if (selector.shape !== 'map') return;
    if (isEmpty(selector)) {
      if (!rollout.at('spec', 'workloadRef').exists) report(selector, 'empty', data);
      return;
    }

    for (const expression of selector.at('matchExpressions').items) {
      const operator = expression.at('operator');
      if (operator.text !== undefined && !operators.some((known) => known === operator.text))
        report(operator, 'operator', { operator: operator.text, known: oneOf(operators) });
    }
    if (!labels || !template.exists) return;
    for (const { field, key, words: requirement, holds } of requirements(selector)) {
      const label = labels.at(key);
      if (holds(actual) || isPlaceholder(requirement)) continue;
      report(
        field,
        'unmet',
        { ...data, requirement, actual: label.exists ? `${key}: ${label.shown}` : data.labels },
        { rests: [label], related: [{ at: label, message: 'the labels of the pods' }] },
      );
    }
  },
});

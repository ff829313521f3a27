import { labelWords } from '../../kubernetes/kinds/label-words.js';
import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import { operators, requirements } from '../../kubernetes/kinds/selector.js';
import { podLabels } from '../../kubernetes/kinds/workload.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { eachOf } from '../choices.js';
import { type ProposedFix, typedRule } from '../rule.js';
import { oneOf } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'rollout/selector-selects-pods',
    description: 'Require a Rollout to have a selector that matches its own pods.',
    why: 'The controller marks the Rollout InvalidSpec and creates no pods. The selector is immutable, so the Rollout must be deleted and created again to correct it.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      missing: 'Rollout "{rollout}" has no selector; add one that matches the labels of its pods, {labels}.',
      missingForPodTemplate:
        'Rollout "{rollout}" has no selector, and its PodTemplate has none either; add one that matches the labels of its pods, {labels}.',
      empty: 'The selector of Rollout "{rollout}" is empty; select the labels of its pods, {labels}.',
      unmet:
        'The selector of Rollout "{rollout}" requires {requirement}, but its pods have {actual}; use the same labels in both.',
      operator: 'The selector has an unknown operator "{operator}"; use {known}.',
    },
    fixes: ['safe', 'choice'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/specification/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
    aliases: ['mismatching-selector', 'deployment-pod-selector-labels-match-template-metadata-labels'],
  },

  voices: {
    'selector-missing': ([{ field }], { rollout, graph, report }) =>
      report(field, 'missing', podsOf(graph, rollout), { fix: () => selecting(graph, rollout) }),
    'selector-empty': ([{ field }], { rollout, graph, report }) =>
      report(field, 'empty', podsOf(graph, rollout)),
    'selector-malformed': (_, { rollout, report }) => {
      for (const expression of rollout.at('spec', 'selector', 'matchExpressions').items) {
        const { text } = expression.at('operator');
        if (text !== undefined && !operators.some((known) => known === text))
          report(
            expression.at('operator'),
            'operator',
            { operator: text, known: oneOf(operators) },
            {
              choices: () => eachOf(expression.at('operator'), operators),
            },
          );
      }
    },
    'labels-unselected': (_, { rollout, graph, report }) => {
      const selector = rollout.at('spec', 'selector');
      const data = podsOf(graph, rollout);
      if (!selector.exists) {
        // A Deployment or ReplicaSet also supplies its selector.
        if (workloadRef(rollout)?.to.kind === 'PodTemplate')
          report(selector, 'missingForPodTemplate', data, { fix: () => selecting(graph, rollout) });
        return;
      }
      const labels = podLabels(graph.podTemplate(rollout)!);
      const { strings } = labels;
      for (const { field, key, words: requirement, holds } of requirements(selector)) {
        const label = labels.at(key);
        if (holds(strings)) continue;
        report(
          field,
          'unmet',
          { ...data, requirement, actual: label.exists ? `${key}: ${label.shown}` : data.labels },
          { rests: [field, label], related: [{ at: label, message: 'the labels of the pods' }] },
        );
      }
    },
  },
});

/** A fix that selects all labels of the pods; none where they have no labels, or some that are not strings. */
function selecting(graph: Graph, rollout: Resource): ProposedFix | undefined {
  const template = graph.podTemplate(rollout);
  const matchLabels = template ? podLabels(template).strings : {};
  if (Object.keys(matchLabels).length === 0) return undefined;
  const title = 'Select the labels of its pods.';
  return { title, writes: [{ field: rollout.at('spec', 'selector'), value: { matchLabels } }] };
}

/** A Rollout and the labels of its pods, as in messages. */
function podsOf(
  graph: Graph,
  rollout: Resource,
): { readonly rollout: string; readonly labels: string | readonly string[] } {
  const template = graph.podTemplate(rollout);
  const labels = labelWords(template ? podLabels(template).strings : {});
  return {
    rollout: rollout.name,
    labels: labels.length === 0 ? 'no labels' : labels,
  };
}

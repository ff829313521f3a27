import { isPlaceholder } from '../../model/placeholder.js';
import { defineRule } from '../rule.js';
import { oneOf, quoted } from '../../facts/words.js';

export default defineRule({
  meta: {
    name: 'rollout/scale-down-known',
    description: 'Require the scaleDown of a workloadRef to be a word that the controller knows.',
    why: 'The controller reads any other word as "never": the Deployment keeps its pods beside those of the Rollout, and both serve traffic.',
    consequence: 'wrong-pods',
    severity: 'error',
    messages: {
      unknown: 'Rollout "{rollout}" sets scaleDown to "{word}"; the controller knows {known}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/#reference-deployment-from-rollout',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const field = rollout.at('spec', 'workloadRef', 'scaleDown');
    const word = field.text;
    if (word === undefined || words.includes(word) || isPlaceholder(word)) return;
    report(field, 'unknown', { rollout: rollout.name, word, known: oneOf(quoted(words)) });
  },
});

/** Letter case counts. */
const words: readonly string[] = ['never', 'onsuccess', 'progressively'];

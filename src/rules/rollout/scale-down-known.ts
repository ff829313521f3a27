import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { setTo, removalOf } from '../fixes.js';
import { eachOf } from '../choices.js';
import { typedRule } from '../rule.js';
import { oneOf, quoted } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'rollout/scale-down-known',
    description:
      'Require the scaleDown of a workloadRef to be a known value, and to be set only for a Deployment.',
    why: 'The controller treats any other value as "never": the Deployment keeps its pods beside those of the Rollout, and both serve traffic.',
    consequence: 'wrong-pods',
    severity: 'error',
    otherwise: {
      workload: {
        when: 'When the workload is a ReplicaSet or a PodTemplate',
        consequence: 'pass-error',
        why: 'The controller ignores the kind and scales the Deployment with that name. Without one, each pass over the first revision ends in an error (deployments.apps not found) before the status is written, so the Rollout makes no progress. An unrelated Deployment with that name loses its pods.',
        severity: 'error',
      },
    },
    messages: {
      workload:
        'Rollout "{rollout}" takes its pods from {kind} "{workload}", but with scaleDown "{word}" the controller scales a Deployment with that name, and each pass ends in an error if there is none; remove scaleDown.',
      unknown:
        'Rollout "{rollout}" sets scaleDown to "{word}", which the controller does not know; use {known}.',
    },
    fixes: ['safe', 'unsafe', 'choice'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/#reference-deployment-from-rollout',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/scale_utils.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const field = rollout.at('spec', 'workloadRef', 'scaleDown');
    const word = field.text;
    if (word === undefined || isPlaceholder(word)) return;
    const reference = workloadRef(rollout);
    // Blue-green ignores errors at its end.
    const fails =
      word === 'progressively' || (word === 'onsuccess' && rollout.at('spec', 'strategy', 'canary').exists);
    if (fails && reference && reference.to.kind !== 'Deployment') {
      const { kind, name } = reference.to;
      const data = { rollout: rollout.name, kind, workload: name, word };
      const rests = [rollout.at('spec', 'workloadRef', 'kind')];
      report(field, 'workload', data, { case: 'workload', rests, fix: () => removalOf(field, 'unsafe') });
    }
    if (scaleDownValues.includes(word)) return;
    report(
      field,
      'unknown',
      { rollout: rollout.name, word, known: oneOf(quoted(scaleDownValues)) },
      {
        fix: () =>
          setTo(
            field,
            scaleDownValues.find((one) => one === word.toLowerCase()),
          ),
        choices: () => eachOf(field, scaleDownValues),
      },
    );
  },
});

/** Case-sensitive. */
const scaleDownValues: readonly string[] = ['never', 'onsuccess', 'progressively'];

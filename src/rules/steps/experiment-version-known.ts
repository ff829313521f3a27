import { steps } from '../../kubernetes/kinds/rollout.js';
import { nearestName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { setTo } from '../fixes.js';
import { eachOf } from '../choices.js';
import { typedRule } from '../rule.js';

const versions = ['canary', 'stable'];

export default typedRule({
  meta: {
    name: 'steps/experiment-version-known',
    description: 'Require the specRef of an experiment template to be "canary" or "stable".',
    why: 'The controller cannot create the Experiment ("Invalid template step SpecRef: must be canary or stable") and retries endlessly; the step never completes.',
    consequence: 'update-stuck',
    severity: 'error',
    messages: {
      unknown: 'specRef "{version}" of template "{template}" is not a version; use "canary" or "stable".',
      misspelt: 'specRef "{version}" of template "{template}" is not a version; did you mean "{nearest}"?',
    },
    fixes: ['safe', 'choice'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/experiment/#integration-with-rollouts',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/experiment.go',
    ],
  },

  checkRollout(rollout, { report }) {
    for (const step of steps(rollout))
      for (const template of step.at('experiment', 'templates').items) {
        const specRef = template.at('specRef');
        const version = specRef.value;
        if (typeof version !== 'string' || versions.includes(version) || isPlaceholder(version)) continue;
        const nearest = nearestName(version, versions);
        report(
          specRef,
          nearest === undefined ? 'unknown' : 'misspelt',
          { version, template: template.at('name').text ?? '', nearest },
          {
            fix: () => setTo(specRef, nearest),
            choices: () => (nearest === undefined ? eachOf(specRef, versions) : []),
          },
        );
      }
  },
});

import { referableKinds } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { absence, reportAbsent } from '../absent.js';
import { titled } from '../choices.js';
import { typedRule, type RuleContext } from '../rule.js';
import { allOf } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'rollout/workload-exists',
    description: 'Require the workload that a Rollout takes its pods from to exist.',
    why: 'The controller marks the Rollout InvalidSpec and retries every 20 seconds; no pods are created.',
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['safe', 'choice'],
    messages: {
      ...absence('{kind} "{workload}", from which Rollout "{rollout}" takes its pods,'),
      kind: 'Rollout "{rollout}" cannot take its pods from {kind} of "{apiVersion}"; use {known}.',
      incomplete: 'The workloadRef of Rollout "{rollout}" has no {lacking}; add it.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/#reference-deployment-from-rollout',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/templateref.go',
    ],
  },

  voices: {
    'workload-unsupported': ([{ field }], { rollout, report }) => {
      if (lackingIn(field).length > 0) return reportIncomplete(field, rollout.name, report);
      const [kind, apiVersion] = [field.at('kind'), field.at('apiVersion')];
      const isOtherKind = !referableKinds.some((known) => known.kind === kind.text);
      const known = referableKinds.map(
        (other) => `${other.kind} of "${other.group === '' ? '' : `${other.group}/`}v1"`,
      );
      report(
        isOtherKind ? kind : apiVersion,
        'kind',
        { rollout: rollout.name, kind: kind.text ?? '', apiVersion: apiVersion.text ?? '', known },
        {
          rests: [kind, apiVersion],
          choices: () =>
            referableKinds.map((other) =>
              titled(
                `Take the pods from a ${other.kind}.`,
                { field: kind, value: other.kind },
                { field: apiVersion, value: other.group === '' ? 'v1' : `${other.group}/v1` },
              ),
            ),
        },
      );
    },
    'workload-missing': ([{ field, reference }], { rollout, graph, report }) => {
      if (!reference) return reportIncomplete(field, rollout.name, report);
      const { to } = reference;
      const data = { rollout: rollout.name, kind: to.kind, workload: to.name };
      reportAbsent({ graph, reference, data }, report);
    },
  },
});

function reportIncomplete(entry: Field, rollout: string, report: RuleContext['report']): void {
  report(entry, 'incomplete', { rollout, lacking: allOf(lackingIn(entry)) }, { atKey: true });
}

function lackingIn(entry: Field): readonly string[] {
  return ['apiVersion', 'kind', 'name'].filter((key) => !entry.at(key).exists || entry.at(key).value === '');
}

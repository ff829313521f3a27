import { isReferable, referableKinds, workloadRef } from '../../kinds/rollout.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { reportAbsent } from '../absent.js';
import { defineRule } from '../rule.js';
import { allOf } from '../../facts/words.js';

export default defineRule({
  meta: {
    name: 'rollout/workload-exists',
    description: 'Require the workload that a Rollout takes its pods from to exist.',
    why: 'The controller marks the Rollout InvalidSpec and retries every 20 seconds; no pods are created.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      absent: '{kind} "{workload}", from which Rollout "{rollout}" takes its pods, does not exist{hint}.',
      renamed:
        '{kind} "{workload}", from which Rollout "{rollout}" takes its pods, is deployed as "{name}": kustomize does not change this field unless a transformer configuration tells it to.',
      kind: 'Rollout "{rollout}" cannot take its pods from {kind} of "{apiVersion}"; it can from {known}.',
      incomplete: 'The workloadRef of Rollout "{rollout}" has no {lacking}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/#reference-deployment-from-rollout',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/templateref.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const entry = rollout.at('spec', 'workloadRef');
    if (entry.shape !== 'map') return;
    const lacking = ['apiVersion', 'kind', 'name'].filter((key) => isLacking(entry.at(key).value));
    if (lacking.length > 0) {
      report(entry, 'incomplete', { rollout: rollout.name, lacking: allOf(lacking) }, { atKey: true });
      return;
    }
    const reference = workloadRef(rollout);
    if (!reference) return;
    const { to } = reference;
    const data = { rollout: rollout.name, kind: to.kind, workload: to.name };
    const apiVersion = entry.at('apiVersion');
    if (isPlaceholder(`${to.kind} ${apiVersion.text}`)) return;
    if (!isReferable(to)) {
      const isOtherKind = !referableKinds.some(({ kind }) => kind === to.kind);
      const known = referableKinds.map(
        ({ kind, group }) => `${kind} of "${group === '' ? 'v1' : `${group}/v1`}"`,
      );
      report(isOtherKind ? entry.at('kind') : apiVersion, 'kind', {
        ...data,
        apiVersion: apiVersion.text,
        known,
      });
      return;
    }
    reportAbsent(graph, reference, data, report);
  },
});

function isLacking(value: unknown): boolean {
  return value === undefined || value === '';
}

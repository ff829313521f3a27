import { autoscalerKinds, scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { absence, reportAbsent } from '../absent.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

const { absent, renamed } = absence('Rollout "{target}", which {kind} "{autoscaler}" scales,');

export default typedRule({
  meta: {
    name: 'k8s/scale-target-exists',
    description: 'Require the Rollout that an autoscaler scales to exist.',
    why: 'The autoscaler finds nothing to scale (FailedGetScale), and the number of pods does not follow the load.',
    consequence: 'wrong-pods',
    severity: 'error',
    fixes: ['safe', 'unsafe', 'choice'],
    messages: {
      absent,
      apiVersion:
        '{kind} "{autoscaler}" scales a Rollout with apiVersion "{apiVersion}"; use "argoproj.io/v1alpha1".',
      otherKind:
        '{kind} "{autoscaler}" scales {targetKind} "{target}", which is not found, but Rollout "{target}" exists; set kind to Rollout and apiVersion to argoproj.io/v1alpha1.',
      renamed,
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/hpa-support/',
      'https://keda.sh/docs/latest/reference/scaledobject-spec/#scaletargetref',
    ],
    aliases: ['dangling-horizontalpodautoscaler', 'horizontalpodautoscaler-has-target'],
  },

  *check({ graph, report }) {
    if (!graph.hasRollouts) return;
    for (const { kind, group } of autoscalerKinds)
      for (const autoscaler of graph.ofKind(kind, group)) {
        yield autoscaler;
        const reference = scaleTarget(autoscaler);
        if (!reference) continue;
        const { from, to } = reference;
        const rolloutReference = { from, to: { ...to, group: 'argoproj.io', kind: 'Rollout' } };
        const data = { kind, autoscaler: autoscaler.name, target: to.name, targetKind: to.kind };

        if (to.kind !== 'Rollout') {
          const rollout = graph.isAbsent(reference) && graph.find(rolloutReference);
          if (!rollout) continue;
          const related = [{ at: rollout, message: 'probably meant' }];
          const target = from.parent;
          report(target?.at('kind') ?? from, 'otherKind', data, {
            related,
            fix: () =>
              target && {
                title: 'Write kind Rollout and apiVersion argoproj.io/v1alpha1.',
                isUnsafe: true,
                writes: [
                  { field: target.at('kind'), value: 'Rollout' },
                  { field: target.at('apiVersion'), value: 'argoproj.io/v1alpha1' },
                ],
              },
          });
          continue;
        }
        if (to.group !== 'argoproj.io') {
          const apiVersion = from.parent!.at('apiVersion');
          if (!isPlaceholder(apiVersion.text ?? ''))
            report(
              apiVersion,
              'apiVersion',
              {
                ...data,
                apiVersion: apiVersion.text ?? defaultVersion(group),
              },
              { fix: () => setTo(apiVersion, 'argoproj.io/v1alpha1') },
            );
          continue;
        }
        reportAbsent({ graph, reference, data }, report);
      }
  },
});

function defaultVersion(group: string): string {
  return group === 'keda.sh' ? 'apps/v1' : 'v1';
}

import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import { withoutNulls } from '../../kubernetes/objects/merge-patch.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { readField } from '../../rollouts/controllers/analysis-templates.js';
import { analyses } from '../../kubernetes/kinds/analysis.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { typedRule } from '../rule.js';
import { isSound } from '../facts/schema/problems.js';

export default typedRule({
  meta: {
    name: 'rollout/analysis-fields-exist',
    description: 'Require the fields of a Rollout to exist that arguments of an analysis are read from.',
    why: 'Once the analysis should start, every pass of the controller ends with this error, or with a panic if an index is negative: the update makes no progress, and the status shows no reason.',
    otherwise: {
      unsaid: {
        when: 'For fields that only a controller with --aws-verify-target-group fills in',
        consequence: 'pass-error',
        why: 'Without --aws-verify-target-group the controller leaves status.alb empty, and every pass ends with an error once the analysis should start.',
        severity: 'info',
      },
    },
    consequence: 'pass-error',
    severity: 'error',
    messages: {
      unverified:
        'The fieldPath "{path}" of argument "{argument}" is empty in Rollout "{rollout}" unless the controller runs with --aws-verify-target-group; if it does, set "awsVerifyTargetGroup: true" in rolloutkit.yaml.',
      lost: 'The fieldPath "{path}" of argument "{argument}" leads to no single value in Rollout "{rollout}": {error}.',
      template:
        'The fieldPath "{path}" of argument "{argument}" leads to nothing: Rollout "{rollout}" takes its pod template from a workloadRef, which an analysis cannot read; set a value instead.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#analysis-template-arguments',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/factory.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const argument of analyses(rollout).flatMap(({ args }) => args.items)) {
      const field = argument.at('valueFrom', 'fieldRef', 'fieldPath');
      const path = field.text;
      if (path === undefined || isPlaceholder(path)) continue;
      if (isOfLoadBalancer(path)) {
        if (graph.verifiesTargetGroups) continue;
        report(
          field,
          'unverified',
          { path, argument: argument.at('name').text ?? '', rollout: rollout.name },
          { case: graph.verifiesTargetGroups === undefined ? 'unsaid' : undefined },
        );
        continue;
      }
      if (isWrittenLive(path)) continue;
      if (!isSound(graph, rollout) || graph.isPatched(rollout, ['spec'])) continue;
      const object = withoutNulls(rollout.at().value) as RolloutObject;
      const error = errorOf(object, path);
      if (error === undefined) continue;
      const isOfWorkload = object.spec.workloadRef !== undefined && path.startsWith('spec.template');
      report(field, isOfWorkload ? 'template' : 'lost', {
        path,
        argument: argument.at('name').text ?? '',
        rollout: rollout.name,
        error,
      });
    }
  },
});

/**
 * Whether a path leads to a field that the controller only writes if it verifies load balancers.
 * https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#aws-targetgroup-verification
 */
function isOfLoadBalancer(path: string): boolean {
  return /^status\.albs?\b/.test(path);
}

/** Whether a path may lead to a field that is not in Git. The controller itself resolves or refuses paths into the metadata. */
function isWrittenLive(path: string): boolean {
  return /^(metadata|status|spec\.(paused|replicas|restartAt)$)/.test(path);
}

function errorOf(rollout: RolloutObject, path: string): string | undefined {
  try {
    const found = readField(rollout, path);
    return found instanceof ControllerError ? found.message : undefined;
  } catch (error) {
    if (error instanceof ControllerError) return error.message;
    throw error;
  }
}

import type { FoundViolation } from '../facts/rollout/violations.js';
import { serviceField, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { routerOfServices } from '../../rollouts/routers/needed-services.js';
import { typedRule, type RuleContext } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/services-given',
    description: 'Require a Rollout to name the Services that its traffic router or strategy needs.',
    why: 'The controller marks the Rollout InvalidSpec, such as "Canary service and Stable service must to be set to use Traffic Routing", and starts no update.',
    otherwise: {
      noActive: {
        when: 'For an empty activeService beside a previewService',
        consequence: 'pass-error',
        why: 'Every pass of the controller ends with the error (service "" not found) before any pods are created.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      neither:
        'Rollout "{rollout}" splits traffic with {router} but names no Services; set stableService and canaryService.',
      missing: 'Rollout "{rollout}" splits traffic with {router} but names no {role} Service; set {field}.',
      empty: 'The {role} Service of Rollout "{rollout}" is empty, but {strategy} needs one; set its name.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  voices: {
    'canary-services-missing': ([{ field }, other], { rollout, report }) => {
      const data = { rollout: rollout.name, router: routerOfServices(rollout) };
      const key = String(field.key);
      if (other) report(trafficRouting(rollout), 'neither', data, { atKey: true });
      else report(field, 'missing', { ...data, role: key.replace('Service', ''), field: key });
    },
    'ping-pong-service-missing': (found, context) => reportEmpty(found, 'pingPong', context),
    'blue-green-services-missing': (found, context) => reportEmpty(found, 'blueGreen', context),
  },

  checkRollout(rollout, { report }) {
    const [active, preview] = [serviceField(rollout, 'active'), serviceField(rollout, 'preview')];
    if (active.value !== '' || preview.text === undefined) return;
    const data = { rollout: rollout.name, role: 'active', strategy: 'blueGreen' };
    report(active, 'empty', data, { case: 'noActive' });
  },
});

function reportEmpty(
  found: readonly FoundViolation[],
  strategy: string,
  { rollout, report }: Pick<RuleContext, 'report'> & { readonly rollout: Resource },
): void {
  // A schema rule reports a missing or misspelt name.
  for (const { field } of found.filter((one) => one.field.value === ''))
    report(field, 'empty', {
      rollout: rollout.name,
      role: String(field.key).replace('Service', ''),
      strategy,
    });
}

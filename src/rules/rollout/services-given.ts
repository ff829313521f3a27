import { serviceField, type ServiceRole, trafficRouting } from '../../kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { routerOfServices } from '../../routers/needed-services.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'rollout/services-given',
    description: 'Require a Rollout to name the Services that its traffic router or strategy needs.',
    why: 'The controller marks the Rollout InvalidSpec, such as "Canary service and Stable service must to be set to use Traffic Routing", and starts no update.',
    otherwise: {
      noActive: {
        when: 'For an empty activeService beside a previewService',
        consequence: 'pass-error',
        why: 'Every pass of the controller ends with the error service "" not found, before it makes a pod.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      neither:
        'Rollout "{rollout}" splits traffic with {router} and names no Services; set stableService and canaryService.',
      missing: 'Rollout "{rollout}" splits traffic with {router} and names no {role} Service; set {field}.',
      empty: 'Rollout "{rollout}" names no {role} Service here; {strategy} needs one.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const router = routerOfServices(rollout);
    if (router !== undefined) {
      const lacking = (['stable', 'canary'] as const).filter((role) =>
        isLacking(serviceField(rollout, role)),
      );
      const data = { rollout: rollout.name, router };
      if (lacking.length === 2) report(trafficRouting(rollout), 'neither', data, { atKey: true });
      for (const role of lacking.length === 1 ? lacking : []) {
        const field = serviceField(rollout, role);
        report(field, 'missing', { ...data, role, field: String(field.key) });
      }
    }
    for (const [role, strategy] of required) {
      const field = serviceField(rollout, role);
      // Where the field itself is missing, schema/fields-complete says so.
      if (field.value !== '') continue;
      const isAccepted = role === 'active' && !isLacking(serviceField(rollout, 'preview'));
      report(
        field,
        'empty',
        { rollout: rollout.name, role, strategy },
        { case: isAccepted ? 'noActive' : undefined },
      );
    }
  },
});

/** The Services without which a strategy makes no sense. */
const required: readonly (readonly [ServiceRole, string])[] = [
  ['ping', 'pingPong'],
  ['pong', 'pingPong'],
  ['active', 'blueGreen'],
];

function isLacking({ value }: Field): boolean {
  return value === undefined || value === '';
}

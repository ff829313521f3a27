import gateway from '../../rollouts/routers/gateway-api.js';
import { isCanaryOnly, isManagedName } from '../../rollouts/routers/gateway-api/managed.js';
import { managedNames, splitServices, writtenRoutes } from '../facts/gateway/routes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/own-rules-kept',
    description: 'Require rules of a route in Git not to look like the rules that header steps add.',
    why: 'The plugin mistakes the rule for one of its own and deletes it in every pass outside an update. Argo CD restores it, and the two keep undoing each other.',
    consequence: 'overwritten',
    severity: 'error',
    messages: {
      canaryOnly:
        'This rule of {kind} "{route}" leads only to canaryService "{canary}" of Rollout "{rollout}", as rules of header steps do, so the plugin deletes it; move it to a separate route.',
      named:
        'This rule of {kind} "{route}" has the name of managed route "{name}" of Rollout "{rollout}", so the plugin deletes the rule; rename it.',
    },
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/issues/217',
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/httproute.go',
    ],
  },

  router: gateway,

  checkRollout(rollout, { graph, report }) {
    const split = splitServices(rollout);
    if (!split) return;
    const managed = managedNames(rollout);
    for (const { to, rules, hasHeaderRoutes } of writtenRoutes(graph, rollout)) {
      if (!hasHeaderRoutes) continue;
      const data = { kind: to.kind, route: to.name, rollout: rollout.name };
      for (const { field, value } of rules) {
        const name = managed.find((one) => isManagedName(value.name, [one]));
        if (name !== undefined) report(field.at('name'), 'named', { ...data, name });
        else if (isCanaryOnly(value, split.canary))
          report(field.at('backendRefs', 0, 'name'), 'canaryOnly', { ...data, canary: split.canary });
      }
    }
  },
});

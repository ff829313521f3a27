import { eachOf } from '../choices.js';
import { ControllerError } from '../../kubernetes/objects/controller-error.js';
import { isMap } from '../../kubernetes/objects/json.js';
import { withoutNulls } from '../../kubernetes/objects/merge-patch.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { serviceField, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { operators } from '../../kubernetes/kinds/selector.js';
import type { Field } from '../../model/field.js';
import { nearestName } from '../../model/nearest-name.js';
import type { Resource } from '../../model/resource.js';
import { allOf, oneOf } from '../facts/words.js';
import { configKeys, configOf, routeKeys } from '../../rollouts/routers/gateway-api/config.js';
import { gatewayPlugin } from '../../rollouts/routers/gateway-api/plugin.js';
import { renamedTo } from '../fixes.js';
import { typedRule, type RuleContext } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/accepted-by-plugin',
    description: 'Require a Rollout to configure the Gateway API plugin completely.',
    why: 'Every pass of the controller fails with an error of the plugin: no weight is set, no pods are scaled, and no step completes.',
    otherwise: {
      dropped: {
        when: 'For an unknown key',
        consequence: 'no-effect',
        why: 'The plugin silently ignores the key.',
      },
    },
    consequence: 'pass-error',
    severity: 'error',
    messages: {
      empty:
        'Rollout "{rollout}" gives plugin "{plugin}" no configuration, which makes the plugin panic and fail for all Rollouts; name a route.',
      refused: 'Plugin "{plugin}" cannot read its configuration in Rollout "{rollout}": {error}.',
      routeless:
        'Rollout "{rollout}" names no route for plugin "{plugin}"; name one, such as with httpRoute.',
      nameless:
        'An entry of {list} in Rollout "{rollout}" has no name, so the plugin finds no route; set the name of the route.',
      operator:
        'Operator "{operator}" in {selector} of Rollout "{rollout}" is unknown, so the plugin selects no route; use one of {known}.',
      services:
        'Rollout "{rollout}" splits traffic with plugin "{plugin}" but names no {missing}, by which the plugin finds the backends of a route; set them.',
      unknown: 'Plugin "{plugin}" ignores unknown key "{key}"; did you mean "{nearest}"?',
    },
    fixes: ['unsafe', 'choice'],
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/types.go',
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/plugin.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const config = trafficRouting(rollout).at('plugins', gatewayPlugin);
    const data = { rollout: rollout.name, plugin: gatewayPlugin };
    if (config.isEmpty) report(config, 'empty', data, { atKey: true });
    if (!config.exists) return;
    const error = pluginError(rollout);
    if (error !== undefined) {
      report(config, 'refused', { ...data, error }, { atKey: true, rests: [config] });
      return;
    }
    const named = config.entries.map(({ key }) => String(key).toLowerCase());
    const asks = routeKeys.flatMap(({ single, list, selector }) => [single, list, selector]);
    if (!asks.some((key) => named.includes(key.toLowerCase())))
      report(config, 'routeless', data, { atKey: true, complete: [config], rests: [config] });
    reportUnknown(config, configKeys.all, data, report);
    for (const { list, selector } of routeKeys) {
      for (const entry of config.at(list).items) {
        if (entry.shape === 'map' && entry.at('name').text === undefined)
          report(entry, 'nameless', { ...data, list }, { rests: [entry] });
        reportUnknown(entry, configKeys.entry, data, report);
      }
      for (const operator of config.at(selector, 'matchExpressions').items.map((one) => one.at('operator')))
        if (operator.text !== undefined && !(operators as readonly string[]).includes(operator.text))
          report(
            operator,
            'operator',
            { ...{ ...data, selector }, operator: operator.text, known: allOf(operators) },
            { choices: () => eachOf(operator, operators) },
          );
    }
    const missing = [serviceField(rollout, 'stable'), serviceField(rollout, 'canary')].filter(
      (field) => !field.exists || field.value === '',
    );
    // Another rule reports Services with ping-pong.
    if (missing.length > 0 && !serviceField(rollout, 'ping').exists)
      report(
        config,
        'services',
        { ...data, missing: oneOf(missing.map(({ key }) => String(key))) },
        { atKey: true, rests: missing },
      );
  },
});

/** The plugin's error message. */
function pluginError(rollout: Resource): string | undefined {
  const value = withoutNulls(rollout.at().value) as RolloutObject;
  try {
    configOf({
      ...value,
      metadata: isMap(value.metadata) ? value.metadata : ({} as RolloutObject['metadata']),
    });
    return undefined;
  } catch (error) {
    if (error instanceof ControllerError) return error.message;
    throw error;
  }
}

type Report = RuleContext<'unknown', 'dropped'>['report'];

/** Go matches keys in any case. Only keys similar to a known one are reported, because the plugin may add others. */
function reportUnknown(
  map: Field,
  known: readonly string[],
  data: { readonly rollout: string; readonly plugin: string },
  report: Report,
): void {
  for (const entry of map.entries) {
    const key = String(entry.key);
    if (known.some((other) => other.toLowerCase() === key.toLowerCase())) continue;
    const nearest = nearestName(key, known);
    if (nearest !== undefined)
      report(
        entry,
        'unknown',
        { ...data, key, nearest },
        {
          atKey: true,
          case: 'dropped',
          fix: () => renamedTo(entry, nearest, 'unsafe'),
        },
      );
  }
}

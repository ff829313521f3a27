import { gatewayGroup } from '../../kubernetes/kinds/gateway-defaults.js';
import { isList, isMap } from '../../kubernetes/objects/json.js';
import { allOf } from '../facts/words.js';
import type { Graph } from '../../repository/graph/graph.js';
import {
  allowedVerbs,
  concernsGroup,
  includes,
  isAggregated,
  isBoundTo,
  rbacGroup,
  roleRef,
  rulesOfRole,
} from '../../kubernetes/kinds/rbac.js';
import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { nearestName } from '../../model/nearest-name.js';
import type { Resource } from '../../model/resource.js';
import { parseValues } from '../../yaml/parse/values.js';
import gateway, { routeReferences, routeSelectors } from '../../rollouts/routers/gateway-api.js';
import { gatewayPlugin } from '../../rollouts/routers/gateway-api/plugin.js';
import { rolloutsRoutedBy } from '../../rollouts/routers/router.js';
import { renamedTo, partTo, addedTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'gateway/plugin-installed',
    description:
      'Require the Gateway API plugin to be installed under its name and to be allowed to write the routes, if the files show that.',
    why: 'Every pass of the controller fails with an error: no weight is set, no pods are scaled, and no step completes.',
    consequence: 'pass-error',
    severity: 'error',
    messages: {
      misspelt:
        'Rollout "{rollout}" configures plugin "{name}", but the Gateway API plugin only reads configuration under "{plugin}"; write that.',
      unlisted:
        'ConfigMap "{configMap}" does not install plugin "{plugin}", which Rollout "{rollout}" uses; list it in trafficRouterPlugins{hint}.',
      forbidden:
        '{kind} "{role}" does not allow the controller to {verbs} {resource}, as plugin "{plugin}" does for Rollout "{rollout}"; add {missing}.',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/docs/installation.md',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/plugin/types/types.go',
      'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/v0.15.0/pkg/plugin/plugin.go',
    ],
  },

  checkRollout(rollout, { report }) {
    const names = trafficRouting(rollout).at('plugins').entries;
    for (const entry of names) {
      const name = String(entry.key);
      if (name === gatewayPlugin || nearestName(name, [gatewayPlugin], 2) === undefined) continue;
      report(
        entry,
        'misspelt',
        { rollout: rollout.name, name, plugin: gatewayPlugin },
        { atKey: true, fix: () => renamedTo(entry, gatewayPlugin, 'unsafe') },
      );
    }
  },

  check({ graph, report }) {
    const [rollout] = rolloutsRoutedBy(gateway, graph.rollouts);
    if (!rollout) return;
    const data = { plugin: gatewayPlugin, rollout: rollout.name };
    const related = [
      { at: trafficRouting(rollout).at('plugins', gatewayPlugin), message: 'uses the plugin' },
    ];
    const lists = graph.ofKind('ConfigMap', '').filter(isOfController).map(pluginList);
    const isListed = lists.some((list) => listedIn(list)?.includes(gatewayPlugin) ?? true);
    const [list] = lists;
    if (list && !isListed) {
      const near = nearestName(gatewayPlugin, listedIn(list) ?? [], 2);
      const hint = near === undefined ? '' : ` by this very name, and not as "${near}"`;
      report(
        list,
        'unlisted',
        { ...data, configMap: list.resource.name, hint },
        {
          related,
          complete: [list.resource.at('data')],
          fix: () => (near === undefined ? undefined : partTo(list, near, gatewayPlugin, 'unsafe')),
        },
      );
    }

    const roles = rolesOfController(graph);
    const rules = roles.flatMap((role) => rulesOfRole(role).items);
    if (roles.length === 0 || !rules.some((rule) => concernsGroup(rule, gatewayGroup))) return;
    for (const { resource, verbs, user } of needs(graph)) {
      const missing = verbs.filter((verb) => !isAllowed(rules, resource, verb));
      const [near] = rules.filter((rule) => concernsGroup(rule, gatewayGroup));
      if (missing.length === 0 || !near) continue;
      const allowed = allowedVerbs(near, gatewayGroup, resource);
      report(
        allowed ?? near.at('resources'),
        'forbidden',
        {
          ...{ plugin: gatewayPlugin, rollout: user.name, resource },
          ...{ kind: near.resource.kind, role: near.resource.name },
          verbs: allOf(missing),
          missing: allowed ? allOf(missing) : `"${resource}"`,
        },
        {
          related: [{ at: trafficRouting(user).at('plugins', gatewayPlugin), message: 'uses the plugin' }],
          rests: rules,
          fix: () => {
            if (!allowed) return addedTo(near.at('resources'), resource, 'unsafe');
            const [verb, another] = missing;
            return another === undefined ? addedTo(allowed, verb, 'unsafe') : undefined;
          },
          complete: roles.map(rulesOfRole),
        },
      );
    }
  },
});

/** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/defaults/defaults.go (DefaultRolloutsConfigMapName) */
function isOfController({ name }: Resource): boolean {
  return name === 'argo-rollouts-config';
}

function pluginList(configMap: Resource): Field {
  return configMap.at('data', 'trafficRouterPlugins');
}

/** The names in a list of plugins; undefined if unreadable. */
function listedIn(list: Field): readonly string[] | undefined {
  if (!list.exists) return [];
  const [value, another] = parseValues(list.text ?? '');
  if (another !== undefined || !isList(value)) return undefined;
  return value.flatMap((plugin) => (isMap(plugin) && typeof plugin.name === 'string' ? [plugin.name] : []));
}

/** The roles of the controller's ServiceAccount; none unless all are known. */
function rolesOfController(graph: Graph): readonly Resource[] {
  const bindings = ['ClusterRoleBinding', 'RoleBinding']
    .flatMap((kind) => graph.ofKind(kind, rbacGroup))
    .filter((binding) => isBoundTo(binding, 'argo-rollouts'));
  const found = bindings.map((binding) => rolesOf(graph, binding));
  const roles = [...new Set(found.flat())];
  return found.some(({ length }) => length === 0) || roles.some(isAggregated) ? [] : roles;
}

/** Cluster roles have no namespace, even if the manifest sets one. */
function rolesOf(graph: Graph, binding: Resource): readonly Resource[] {
  const reference = roleRef(binding);
  if (!reference) return [];
  return graph.withManifestName(reference.to);
}

/** A rule limited to some objects is assumed to include the routes. */
function isAllowed(rules: readonly Field[], resource: string, verb: string): boolean {
  return rules.some((rule) => {
    const verbs = allowedVerbs(rule, gatewayGroup, resource);
    return verbs !== undefined && includes(verbs, verb);
  });
}

interface Need {
  readonly resource: string;
  readonly verbs: readonly string[];
  readonly user: Resource;
}

/** The permissions that the plugin needs for routes: get and update, and list for routes that are selected. */
function needs(graph: Graph): readonly Need[] {
  const known = new Map<string, Need>();
  for (const user of rolloutsRoutedBy(gateway, graph.rollouts)) {
    const named = routeReferences(user).map(({ to }) => ({ kind: to.kind, verbs: ['get', 'update'] }));
    const selected = routeSelectors(user).map(({ kind }) => ({ kind, verbs: ['get', 'list', 'update'] }));
    for (const { kind, verbs } of [...selected, ...named]) {
      const resource = `${kind.toLowerCase()}s`;
      const before = known.get(resource);
      if (!before || before.verbs.length < verbs.length) known.set(resource, { resource, verbs, user });
    }
  }
  return [...known.values()];
}

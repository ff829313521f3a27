import { isRollout, trafficRouting } from '../../../kubernetes/kinds/rollout.js';
import { type Shape, shapeOf } from '../../../kubernetes/schemas/shape.js';
import type { Path } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import { configKeys, routeKeys } from '../../../rollouts/routers/gateway-api/config.js';
import { gatewayPlugin } from '../../../rollouts/routers/gateway-api/plugin.js';

type PluginFields = readonly { readonly name: string; readonly shape: Shape | undefined }[];

const [list, map, flag, text] = (['array', 'object', 'boolean', 'string'] as const).map((type) =>
  shapeOf({ type }),
);

/** The fields in the configuration of a plugin, of which the schema of a Rollout says nothing. */
export function pluginFields(resource: Resource, container: Path): PluginFields {
  if (!isRollout(resource)) return [];
  const plugins = trafficRouting(resource).at('plugins').path;
  if (!plugins.every((key, index) => container[index] === key)) return [];
  const [plugin, key, index, ...more] = container.slice(plugins.length);
  if (plugin === undefined) return [{ name: gatewayPlugin, shape: map }];
  if (plugin !== gatewayPlugin || more.length > 0) return [];
  if (key === undefined) return configKeys.all.map((name) => ({ name, shape: shapeOfKey(name) }));
  const isEntry = routeKeys.some((one) => one.list === key) && typeof index === 'number';
  return isEntry ? configKeys.entry.map((name) => ({ name, shape: shapeOfKey(name) })) : [];
}

function shapeOfKey(name: string): Shape | undefined {
  if (routeKeys.some((one) => one.list === name)) return list;
  if (routeKeys.some((one) => one.selector === name)) return map;
  return ['disableInProgressLabel', 'useHeaderRoutes'].includes(name) ? flag : text;
}

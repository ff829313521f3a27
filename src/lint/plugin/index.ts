/** For rules of one's own: what `rolloutkit lint --plugin PATH` loads is what `definePlugin` takes. */
export {
  definePlugin,
  defineRule,
  type Plugin,
  type PluginContext,
  type PluginField,
  type PluginFix,
  type PluginGraph,
  type PluginObject,
  type PluginReport,
  type PluginRule,
  type PluginTarget,
} from './plugin.js';
export type { Safety } from '../../model/fix.js';
export type { Severity } from '../../model/finding.js';

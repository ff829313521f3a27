/** The API for custom rules. `rolloutkit lint --plugin PATH` loads the result of `definePlugin`. */
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

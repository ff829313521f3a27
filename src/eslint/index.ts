/** rolloutkit as an ESLint plugin: findings in a file, based on all other files, also in an editor. */
import { rules as all } from '../rules/index.js';
import { configuredOf, type Grants } from './configured.js';
import { pluginOf, type RolloutkitPlugin } from './plugin.js';

export type { Plugin } from '../lint/plugin/plugin.js';
export type { Grants } from './configured.js';
export type { RolloutkitConfigs, RolloutkitPlugin } from './plugin.js';

const plugin = pluginOf(all);

// An ESLint plugin is an object with these properties, and so is this module, imported or required.
export const meta: RolloutkitPlugin['meta'] = plugin.meta;
export const rules: RolloutkitPlugin['rules'] = plugin.rules;
export const languages: RolloutkitPlugin['languages'] = plugin.languages;
export const processors: RolloutkitPlugin['processors'] = plugin.processors;
export const configs: RolloutkitPlugin['configs'] = plugin.configs;

/** The same plugin with additional rules and schemas, for `plugins` of a configuration. */
export function configure(grants: Grants): RolloutkitPlugin {
  return configuredOf(all, grants);
}

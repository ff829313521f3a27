/** rolloutkit in ESLint: what it finds in a file, with all others behind it, while somebody edits it. */
import { rules as all } from '../rules/index.js';
import { configuredOf, type Grants } from './configured.js';
import { pluginOf, type RolloutkitPlugin } from './plugin.js';

export type { Plugin } from '../lint/plugin/plugin.js';
export type { Grants } from './configured.js';
export type { RolloutkitConfigs, RolloutkitPlugin } from './plugin.js';

const plugin = pluginOf(all);

// A plugin of ESLint is an object with these; so is this module, whether it is imported or required.
export const meta: RolloutkitPlugin['meta'] = plugin.meta;
export const rules: RolloutkitPlugin['rules'] = plugin.rules;
export const languages: RolloutkitPlugin['languages'] = plugin.languages;
export const processors: RolloutkitPlugin['processors'] = plugin.processors;
export const configs: RolloutkitPlugin['configs'] = plugin.configs;

/** The same plugin with rules and schemas of one's own, for `plugins` of a configuration. */
export function configure(grants: Grants): RolloutkitPlugin {
  return configuredOf(all, grants);
}

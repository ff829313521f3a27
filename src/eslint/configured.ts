import { readPlugin } from '../lint/plugin/read-plugin.js';
import type { Plugin } from '../lint/plugin/plugin.js';
import { rulesOf } from '../lint/plugin/rules.js';
import { ruleNames } from '../lint/select-rules.js';
import type { Rule } from '../rules/rule.js';
import { pluginOf, type RolloutkitPlugin } from './plugin.js';

/** Permissions that an ESLint configuration grants and rolloutkit.yaml cannot. */
export interface Grants {
  /** Imported plugins with additional rules. */
  readonly plugins?: readonly Plugin[];
  /** Folders of CRDs and JSON schemas to check objects of other kinds by, relative to the working folder. */
  readonly schemas?: readonly string[];
}

/** The ESLint plugin with additional rules and schemas. */
export function configuredOf(
  rules: readonly Rule[],
  {
    plugins = [],
    schemas = [],
  }: { readonly plugins?: readonly Plugin[]; readonly schemas?: readonly string[] },
): RolloutkitPlugin {
  const areas = new Set([...ruleNames(rules).filter((name) => !name.includes('/')), 'rolloutkit']);
  const own = plugins.flatMap((given) => {
    const plugin = readPlugin(given, areas);
    if ('why' in plugin)
      throw new TypeError(`The plugin at ${plugins.indexOf(given)} of "plugins": ${plugin.why}.`);
    areas.add(plugin.prefix);
    return rulesOf(plugin);
  });
  return pluginOf([...rules, ...own], { schemas, isReachKnown: own.length === 0 });
}

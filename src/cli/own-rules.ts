import { rules } from '../rules/index.js';
import type { Rule } from '../rules/rule.js';
import { userConfig } from '../repository/config/user-config.js';
import { ruleNames } from '../lint/select-rules.js';
import { list } from './options.js';
import { type Loaded, loadPlugins, type NamedPlugin } from './plugins.js';
import type { Surroundings } from './surroundings.js';

/** All rules of a run. */
export interface AllRules {
  /** The rules of rolloutkit, followed by those of plugins. */
  readonly rules: readonly Rule[];
  readonly plugins: readonly Loaded[];
}

/** The rules of rolloutkit and of the plugins that the command line or the user's configuration names. */
export function allRules(given: readonly string[] | undefined, around: Surroundings): AllRules {
  const { folder, environment } = around;
  const user = userConfig(folder, environment);
  const named: readonly NamedPlugin[] = [
    ...list(given).map((one) => ({ given: one, folder })),
    ...user.plugins.map((one) => ({ given: one, folder: user.folder, by: user.file })),
  ];
  if (named.length === 0) return { rules, plugins: [] };
  const areas = ruleNames(rules).filter((name) => !name.includes('/'));
  const plugins = loadPlugins(named, [...areas, 'rolloutkit'], folder);
  return { rules: [...rules, ...plugins.flatMap((plugin) => plugin.rules)], plugins };
}

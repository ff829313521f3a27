import { createRequire } from 'node:module';
import path from 'node:path';
import { cannotRepeat } from '../model/repeatable.js';
import { existsSync, realpathSync } from '../repository/files/disk.js';
import { isInCheckout, workTree } from '../repository/files/boundary.js';
import { reason } from '../repository/files/read-text.js';
import { FileUsageError, UsageError } from '../model/usage-error.js';
import { readPlugin } from '../lint/plugin/read-plugin.js';
import { rulesOf } from '../lint/plugin/rules.js';
import type { Rule } from '../rules/rule.js';

/** A plugin named by the command line or by the user's configuration. */
export interface NamedPlugin {
  /** A path or a package name. */
  readonly given: string;
  /** The folder in which to resolve it. */
  readonly folder: string;
  /** The user's configuration that names it; absent for the command line. */
  readonly by?: string | undefined;
}

/** A plugin that was loaded. */
export interface Loaded {
  readonly name: string;
  readonly file: string;
  readonly rules: readonly Rule[];
}

/**
 * Loads plugins. Their code runs with all permissions of the user, so a plugin inside of the linted repository is
 * loaded only if the command line names it. `areas` are those of all other rules.
 */
export function loadPlugins(
  named: readonly NamedPlugin[],
  areas: readonly string[],
  workingFolder: string,
): readonly Loaded[] {
  cannotRepeat(); // Their code can depend on anything.
  const taken = new Set(areas);
  const byFile = new Map<string, Loaded>();
  for (const one of named) {
    const { given, by } = one;
    const fail = (why: string): never => {
      throw by === undefined
        ? new UsageError(`--plugin ${given}: ${why}.`)
        : new FileUsageError(`${by}: the plugin ${given}: ${why}.`);
    };
    const file =
      pluginFile(one) ?? fail('it is not found; name a file, or a package that is installed there');
    if (byFile.has(file)) continue;
    if (by !== undefined && isOfCheckout(file, workingFolder))
      fail(
        'it is in the repository that is linted, so any commit could change what runs; name it with --plugin instead',
      );
    const plugin = readPlugin(load(file, fail), taken);
    if ('why' in plugin) return fail(plugin.why);
    taken.add(plugin.prefix);
    byFile.set(file, { name: plugin.prefix, file, rules: rulesOf(plugin) });
  }
  return [...byFile.values()];
}

/** The path after resolving symbolic links, so that a link cannot hide where the file is. */
function pluginFile({ given, folder }: NamedPlugin): string | undefined {
  const file = path.resolve(folder, given);
  try {
    const require = createRequire(path.join(folder, 'plugins.js'));
    return realpathSync(require.resolve(existsSync(file) ? file : given));
  } catch {
    return undefined;
  }
}

function load(file: string, fail: (why: string) => never): unknown {
  try {
    return createRequire(file)(file);
  } catch (error) {
    return fail(`it cannot be loaded: ${reason(error)}`.replace(/\.$/, ''));
  }
}

function isOfCheckout(file: string, workingFolder: string): boolean {
  const tree = workTree(realpathSync(workingFolder)) ?? realpathSync(workingFolder);
  return isInCheckout(tree, file);
}

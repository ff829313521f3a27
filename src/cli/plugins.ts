import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isWithin, workTree } from '../repository/files/boundary.js';
import { reason } from '../repository/files/read-text.js';
import { FileUsageError, UsageError } from '../model/usage-error.js';
import { readPlugin } from '../lint/plugin/read-plugin.js';
import { rulesOf } from '../lint/plugin/rules.js';
import type { Rule } from '../rules/rule.js';

/** A plugin that somebody who may do so has named. */
export interface Named {
  /** A path or the name of a package. */
  readonly given: string;
  /** Where that is to be looked up. */
  readonly folder: string;
  /** The configuration of the user that names it; absent for the command line. */
  readonly by?: string | undefined;
}

/** A plugin that was loaded. */
export interface Loaded {
  readonly name: string;
  readonly file: string;
  readonly rules: readonly Rule[];
}

/**
 * Loads plugins: their code runs with all that the user may do. So none is loaded that a checkout brings, unless the command line names
 * it: what a configuration of the user names is not taken from the repository that is linted. `areas` are those of all other rules.
 */
export function loadPlugins(
  named: readonly Named[],
  areas: readonly string[],
  workingFolder: string,
): readonly Loaded[] {
  const taken = new Set(areas);
  const byFile = new Map<string, Loaded>();
  for (const one of named) {
    const { given, by } = one;
    const fail = (why: string): never => {
      throw by === undefined
        ? new UsageError(`--plugin ${given}: ${why}.`)
        : new FileUsageError(`${by}: the plugin ${given}: ${why}.`);
    };
    const file = fileOf(one) ?? fail('it is not found; name a file, or a package that is installed there');
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

/** Without links, so that nothing is somewhere else than it seems. */
function fileOf({ given, folder }: Named): string | undefined {
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
  return isWithin(tree, file);
}

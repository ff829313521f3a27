import { homedir } from 'node:os';
import path from 'node:path';
import { readFileSync, realpathSync, statSync } from '../files/disk.js';
import { isInCheckout, workTree } from '../files/boundary.js';
import { reason } from '../files/read-text.js';
import { FileUsageError } from '../../model/usage-error.js';
import { configKeys } from './keys.js';
import { parseConfig } from './parse-config.js';
import { type Key, list, string } from './shape.js';

/** Settings that only the user may grant; all others belong to the repository. */
const keys = {
  render: configKeys.render,
  plugins: {
    about: 'files or packages with rules of your own, relative to the file',
    shape: list(string, 'An entry of "plugins"'),
  },
  schemas: {
    about: 'folders of CRDs and JSON schemas to check objects of other kinds by, relative to the file',
    shape: list(string, 'An entry of "schemas"'),
  },
} satisfies Readonly<Record<string, Key>>;

/** The settings that the user grants. */
export interface UserConfig {
  readonly render: boolean | undefined;
  readonly plugins: readonly string[];
  readonly schemas: readonly string[];
  /** The file, and the folder that its paths are relative to. */
  readonly file: string;
  readonly folder: string;
}

/**
 * The configuration of the user, which is trusted, unlike that of a repository: `rolloutkit/config.yaml` in XDG_CONFIG_HOME, else
 * in `~/.config`. A file in the repository around the working folder is ignored, because a commit can add it.
 * https://specifications.freedesktop.org/basedir-spec/latest/ (a relative path is ignored)
 */
export function userConfig(workingFolder: string, environment: NodeJS.ProcessEnv): UserConfig {
  const given = environment['XDG_CONFIG_HOME'] ?? '';
  const file = path.join(
    path.isAbsolute(given) ? given : path.join(environment['HOME'] ?? homedir(), '.config'),
    'rolloutkit',
    'config.yaml',
  );
  const none: UserConfig = {
    render: undefined,
    plugins: [],
    schemas: [],
    file,
    folder: path.dirname(file),
  };
  let text: string;
  try {
    if (!statSync(file, { throwIfNoEntry: false })) return none;
    const tree = workTree(realpathSync(workingFolder));
    if (tree !== undefined && [file, realpathSync(file)].some((at) => isInCheckout(tree, at))) return none;
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return none;
    throw new FileUsageError(`${file}: it cannot be read: ${reason(error)}`);
  }
  const parsed = parseConfig(text, file, undefined, keys);
  if ('problems' in parsed) throw new FileUsageError(parsed.problems.join('\n'));
  const { render, plugins = [], schemas = [] } = parsed.config as Partial<UserConfig>;
  return { ...none, render, plugins, schemas };
}

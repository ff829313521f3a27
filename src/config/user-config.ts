import { readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isWithin, workTree } from '../files/boundary.js';
import { reason } from '../files/read-text.js';
import { FileUsageError } from '../model/usage-error.js';
import { type Config, emptyConfig } from './config.js';
import { configKeys } from './keys.js';
import { parseConfig } from './parse-config.js';

/** What only the user can grant; all else is for the repository to say. */
const keys = { render: configKeys.render };

/**
 * The configuration of the user, which is trusted as that of a repository is not: `rolloutkit/config.yaml` in
 * XDG_CONFIG_HOME, else in `~/.config`. What is in the repository around the working folder a commit can bring, and is nobody's own.
 * https://specifications.freedesktop.org/basedir-spec/latest/ (a relative path is ignored)
 */
export function userConfig(workingFolder: string, environment: NodeJS.ProcessEnv): Config {
  const given = environment['XDG_CONFIG_HOME'] ?? '';
  const file = path.join(
    path.isAbsolute(given) ? given : path.join(environment['HOME'] ?? homedir(), '.config'),
    'rolloutkit',
    'config.yaml',
  );
  let text: string;
  try {
    const tree = workTree(realpathSync(workingFolder));
    if (tree !== undefined && [file, realpathSync(file)].some((at) => isWithin(tree, at))) return emptyConfig;
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return emptyConfig;
    throw new FileUsageError(`${file}: it cannot be read: ${reason(error)}`);
  }
  const parsed = parseConfig(text, file, undefined, keys);
  if ('problems' in parsed) throw new FileUsageError(parsed.problems.join('\n'));
  return parsed.config;
}

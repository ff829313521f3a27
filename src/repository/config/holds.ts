import path from 'node:path';
import ignore from 'ignore';
import { glob } from '../../argocd/glob.js';
import { withSlashes } from '../files/ignore-files.js';
import type { Where } from '../graph/where.js';
import type { Override } from './config.js';

/** Whether an override applies to what is deployed somewhere; `folder` is that of the configuration. */
export function holdsAt(
  { files, namespaces, applications }: Pick<Override, 'files' | 'namespaces' | 'applications'>,
  folder: string,
): (where: Where) => boolean {
  const patterns = files && ignore().add(files);
  const isInFiles = (file: string): boolean => {
    const relative = withSlashes(path.relative(folder, file));
    return relative !== '' && !relative.startsWith('..') && patterns?.ignores(relative) === true;
  };
  const isAmong = (names: readonly string[], name: string): boolean =>
    names.some((pattern) => glob(literalGlob(pattern), name));
  return (where) =>
    (!namespaces || (where.namespace !== undefined && isAmong(namespaces, where.namespace))) &&
    (!applications || where.applications.some((name) => isAmong(applications, name))) &&
    (!patterns || where.paths.some(isInFiles));
}

/** Only `*` has a special meaning. */
function literalGlob(pattern: string): string {
  return pattern.replaceAll(/[\\?[\]{}]/g, '\\$&');
}

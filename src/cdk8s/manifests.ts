import { resolve } from 'node:path';
import { discover } from '../repository/files/discover.js';
import { reason } from '../repository/files/read-text.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { readText } from '../repository/files/read-text.js';
import type { Source } from '../model/source.js';

/** The manifests that cdk8s wrote, by file name. */
export function manifestSources(paths: readonly string[]): readonly Source[] {
  return paths.map((name) => ({ path: absolutePath(name), name, read: () => readText(name) }));
}

/**
 * The manifests in files and folders that are linted together with an app, without those of the app itself.
 * @throws Error for paths that do not exist or cannot be read
 */
export function otherSources(also: readonly string[], ofApp: readonly Source[]): readonly Source[] {
  if (also.length === 0) return [];
  const { sources, failures } = discover(also, process.cwd());
  if (failures.length > 0)
    throw new Error(`"also" cannot be read: ${failures.map(({ message }) => message).join(' ')}`);
  return sources.filter(({ path }) => !ofApp.some((source) => source.path === path));
}

/** Where a file stands among others. */
export function absolutePath(file: string): string {
  return withSlashes(resolve(file));
}

/** @throws Error if a file cannot be read, because the result would be incomplete */
export function refuseUnread(unread: readonly { readonly source: Source; readonly error: unknown }[]): void {
  if (unread.length > 0)
    throw new Error(unread.map(({ source, error }) => `${source.name}: ${reason(error)}`).join(' '));
}

/** Whether a path is below a folder, both with `/` between segments; the root is `/` or empty. */
export function isBelow(path: string, folder: string): boolean {
  if (folder === '') return path !== '';
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Whether a path is a folder or below it. */
export function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder);
}

/** The last three parts of a path: what its own folders say, and not where the repository lies. */
export function lastParts(path: string): string {
  return path.split('/').slice(-3).join('/');
}

/** Whether a path is below a folder, both with `/` between segments; the root is `/` or empty. */
export function isBelow(path: string, folder: string): boolean {
  if (folder === '') return path !== '';
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The folders that a path is below, outermost first. */
export function foldersAbove(path: string): readonly string[] {
  const folders = path === '' ? [] : [''];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
    folders.push(at === 0 ? '/' : path.slice(0, at));
  return folders;
}

/** Whether a path is a folder or below it. */
export function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder);
}

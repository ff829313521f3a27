/** Whether a path is below a folder, both with `/` between segments; the root is `/` or empty. */
export function isBelow(path: string, folder: string): boolean {
  if (folder === '') return path !== '';
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

let lastFolder = '';

/**
 * The folder of a path: all before its last segment. Paths come folder by folder, and those of one folder get the same string,
 * which is a faster key of a map than an equal one.
 */
export function folderOfPath(path: string): string {
  const end = path.lastIndexOf('/');
  if (end === lastFolder.length && path.startsWith(lastFolder)) return lastFolder;
  return (lastFolder = path.slice(0, Math.max(0, end)));
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

// Decides which rolloutkit serves the editor, and with which arguments. Nothing here imports VS Code, so it is tested
// without it.
import { isAbsolute, join, sep } from 'node:path';

/**
 * What the user's own settings say.
 * @typedef {{ path: string, preferWorkspace: boolean, plugins: readonly string[], schemas: readonly string[] }} Settings
 */

/**
 * A program of ours that the editor's own Node runs, or any other program.
 * @typedef {{ from: 'settings' | 'workspace' | 'extension', module: string } | { from: 'settings', program: string }} Server
 */

/** The program of a package, from its folder. */
const bin = join('bin', 'rolloutkit.js');

/**
 * The user's settings, whatever a workspace says: the scope of each is the machine, and this reads no other value in case
 * that a future editor offers one.
 * @param {(key: string) => unknown} global the value of a setting in the user's own settings
 * @returns {Settings}
 */
export function settingsFrom(global) {
  const path = global('server.path');
  return {
    path: typeof path === 'string' ? path.trim() : '',
    preferWorkspace: global('server.preferWorkspace') !== false,
    plugins: strings(global('plugins')),
    schemas: strings(global('schemas')),
  };
}

/** @param {unknown} value @returns {readonly string[]} */
function strings(value) {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one !== '') : [];
}

/**
 * The server to start: that of the settings, that of a trusted workspace, or that of the extension. Returns a problem in
 * words if the setting names none.
 * @param {Settings} settings
 * @param {{ isTrusted: boolean, folders: readonly string[], extension: string, exists: (file: string) => boolean }} around
 * @returns {Server | { problem: string }}
 */
export function chooseServer({ path, preferWorkspace }, { isTrusted, folders, extension, exists }) {
  if (path !== '') {
    if (!isAbsolute(path))
      return { problem: `rolloutkit.server.path is "${path}"; it must be an absolute path.` };
    if (exists(join(path, bin))) return { from: 'settings', module: join(path, bin) };
    if (!exists(path)) return { problem: `rolloutkit.server.path is "${path}", which is not found.` };
    return /\.[cm]?js$/.test(path) ? { from: 'settings', module: path } : { from: 'settings', program: path };
  }
  if (isTrusted && preferWorkspace)
    for (const folder of folders) {
      const own = join(folder, 'node_modules', 'rolloutkit');
      // A release without the language server has no such bundle.
      if (exists(join(own, bin)) && exists(join(own, 'dist', 'cli-lsp.js')))
        return { from: 'workspace', module: join(own, bin) };
    }
  return { from: 'extension', module: join(extension, 'server', 'node_modules', 'rolloutkit', bin) };
}

/**
 * The arguments of the server. Relative paths would mean files of the workspace, so they are left out, with a warning.
 * @param {Settings} settings
 * @returns {{ args: readonly string[], warnings: readonly string[] }}
 */
export function serverArguments({ plugins, schemas }) {
  const given = [
    ...plugins.map((path) => /** @type {const} */ (['plugin', path])),
    ...schemas.map((path) => /** @type {const} */ (['schemas', path])),
  ];
  const isUsable = (/** @type {string} */ path) => isAbsolute(path) && !path.includes(',');
  return {
    args: ['lsp', ...given.filter(([, path]) => isUsable(path)).map(([name, path]) => `--${name}=${path}`)],
    warnings: given
      .filter(([, path]) => !isUsable(path))
      .map(
        ([name, path]) =>
          `"${path}" of rolloutkit.${name === 'plugin' ? 'plugins' : name} was skipped; use an absolute path without commas.`,
      ),
  };
}

/**
 * The arguments that write the page of an update of a Rollout to standard output: of the folder that has the file.
 * @param {unknown} name
 * @param {unknown} namespace
 * @returns {readonly string[] | undefined}
 */
export function simulateArguments(name, namespace) {
  if (typeof name !== 'string' || name === '') return undefined;
  const rollout = typeof namespace === 'string' && namespace !== '' ? `${namespace}/${name}` : name;
  // A name with a comma would be two.
  return rollout.includes(',') ? undefined : ['simulate', '.', '--format=html', `--rollout=${rollout}`];
}

/**
 * The innermost folder that has a file.
 * @param {string} file
 * @param {readonly string[]} folders
 */
export function folderOf(file, folders) {
  return folders
    .filter((folder) => file.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    .reduce(
      (/** @type {string | undefined} */ best, one) => (one.length > (best?.length ?? -1) ? one : best),
      undefined,
    );
}

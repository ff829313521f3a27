// Moves functions of some modules into files of their own, with everything they import. The files are loaded when one
// of the functions is called. They share nothing with the rest except their arguments.
import { dirname, join, relative } from 'node:path';

/** Files, the modules in each, and the functions of each module. @typedef {Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>} Apart */

/**
 * Replaces such a module by one that loads the file when a function is called.
 * @param {Apart} apart @param {string} root from where modules are named @param {(file: string) => string} loaded what loads a file
 * @returns {import('esbuild').Plugin}
 */
export const lazily = (apart, root, loaded) => ({
  name: 'lazily',
  setup(build) {
    build.onResolve({ filter: /\.js$/ }, ({ path, importer, namespace }) => {
      if (namespace === 'apart' || !path.startsWith('.')) return undefined;
      const name = relative(root, join(dirname(importer), path))
        .replaceAll('\\', '/')
        .replace(/\.js$/, '');
      const file = Object.keys(apart).find((key) => name in (apart[key] ?? {}));
      return file === undefined ? undefined : { path: name, namespace: 'apart', pluginData: file };
    });
    build.onResolve({ filter: /^(?:\.\/|(?:\.\.\/)+)cli-/, namespace: 'apart' }, ({ path }) => ({
      path,
      external: true,
    }));
    build.onLoad({ filter: /.*/, namespace: 'apart' }, ({ path, pluginData: file }) => ({
      contents: (apart[file]?.[path] ?? [])
        .map((name) => `export const ${name} = (...args) => ${loaded(file)}.${name}(...args);`)
        .join('\n'),
    }));
  },
});

/** The entry of such a file. @param {Apart} apart @param {string} file */
export const contentsOf = (apart, file) =>
  Object.entries(apart[file] ?? {})
    .map(([name, exported]) => `export { ${exported.join(', ')} } from './${name}.js';`)
    .join('\n');

// Bundles that share modules: a bundle gets the modules of the bundles that it uses from these. So a process has one
// instance of each module, and the package contains each module once.
import { dirname, join, relative } from 'node:path';
import * as esbuild from 'esbuild';
import { lazily } from './apart.mjs';

/**
 * The entry of a bundle, the bundles from which it gets modules, whether it is written (an unwritten bundle only
 * determines what others share), and whether most of its code is that of packages.
 * @typedef {{ contents: string, uses: readonly string[], isWritten?: boolean, isOfPackages?: boolean }} Bundle
 */
/**
 * Bundles by file in dist/, without extension; used bundles come before their users.
 * @typedef {Readonly<Record<string, Bundle>>} Bundles
 */
/** The exports of a bundle that others use, by module. @typedef {Map<string, Set<string>>} Used */

const sharing = 'shared:';

/**
 * Writes bundles into a folder, and returns the folders of the packages of which they contain code. `plugins` gets the path from a bundle to dist/.
 * @param {Bundles} bundles
 * @param {{ src: string, dist: string, apart: import('./apart.mjs').Apart, options: esbuild.BuildOptions, plugins: (up: string) => esbuild.Plugin[] }} around `plugins` are told how a bundle leads to dist/
 */
export async function writeBundles(bundles, { src, dist, apart, options, plugins }) {
  /** @type {Map<string, Set<string>>} */
  const modules = new Map();
  /** @type {Map<string, Used>} */
  const used = new Map();

  /** @param {string} name @param {'esm' | 'cjs'} format */
  const build = (name, format) => {
    const { contents, uses, isOfPackages = false } = /** @type {Bundle} */ (bundles[name]);
    return esbuild.build({
      ...options,
      // What is loaded at each start is read, checked and decoded whole; our names stay, for stacks in reports of bugs.
      ...(format === 'cjs' && {
        minifyWhitespace: true,
        minifySyntax: true,
        minifyIdentifiers: isOfPackages,
        lineLimit: 160,
      }),
      format,
      stdin: {
        contents: contents + exporting(used.get(name)),
        resolveDir: src,
        loader: 'ts',
        sourcefile: `entry of ${name}.ts`,
      },
      outfile: join(dist, `${name}.js`),
      metafile: true,
      write: format === 'cjs',
      plugins: [
        lazily(without(apart, name), src, (file) => `require('${upFrom(name)}${file}.js')`),
        fromOthers(
          src,
          uses,
          (module) => uses.find((one) => modules.get(one)?.has(module)),
          format,
          upFrom(name),
        ),
        ...plugins(upFrom(name)),
      ],
    });
  };

  // An export that another bundle uses can add modules, which the other bundles then get from there.
  let last = '';
  for (let round = 0; ; round += 1) {
    const found = new Map();
    for (const name of Object.keys(bundles)) {
      const { metafile, outputFiles } = await build(name, 'esm');
      modules.set(name, modulesOf(metafile));
      note(outputFiles?.[0]?.text ?? '', found);
    }
    used.clear();
    for (const [name, its] of found) used.set(name, its);
    const state = JSON.stringify([...modules].map(([name, its]) => [name, ...its]));
    if (state === last) break;
    if (round === mostRounds) throw new Error('Which bundle has which module does not come to rest.');
    last = state;
  }
  disjoint(modules, bundles);
  /** @type {Set<string>} */
  const packages = new Set();
  for (const [name, { isWritten = true }] of Object.entries(bundles)) {
    if (!isWritten) continue;
    const { metafile } = await build(name, 'cjs');
    for (const folder of packagesOf(metafile)) packages.add(folder);
  }
  return [...packages].sort();
}

/** The folders of the packages whose code is in a bundle. @param {esbuild.Metafile} metafile */
const packagesOf = ({ outputs }) =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => {
      const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
      return folder === undefined || bytesInOutput === 0 ? [] : [folder];
    }),
  );

/**
 * Throws if a bundle has a module that a bundle which it uses has, too: the process would have two instances of it.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} modules @param {Bundles} bundles
 */
function disjoint(modules, bundles) {
  for (const [name, { uses }] of Object.entries(bundles))
    for (const used of uses)
      for (const module of modules.get(used) ?? [])
        if (modules.get(name)?.has(module)) throw new Error(`${module} is in ${name} and in ${used}.`);
}

const mostRounds = 6;

/** The modules of src/ that contribute to a bundle. @param {esbuild.Metafile} metafile */
const modulesOf = ({ outputs }) =>
  new Set(
    Object.entries(Object.values(outputs)[0]?.inputs ?? {})
      .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && file.startsWith('src/'))
      .map(([file]) => file.replace(/^src\//, '').replace(/\.ts$/, '')),
  );

/** The path from a bundle to dist/. @param {string} name */
const upFrom = (name) => '../'.repeat(name.split('/').length - 1) || './';

/** @param {import('./apart.mjs').Apart} apart @param {string} name */
const without = (apart, name) => Object.fromEntries(Object.entries(apart).filter(([file]) => file !== name));

/** Records which exports of other bundles a bundle imports. @param {string} text @param {Map<string, Used>} found */
function note(text, found) {
  for (const [line, clause = '', bundle = '', module = ''] of text.matchAll(
    /^import (?:([^"]*) from )?"shared:([^:"]+):([^"]+)";$/gm,
  )) {
    const [, byDefault, names = ''] = /^(\w+)?(?:, )?(?:\{([^]*)\})?$/.exec(clause) ?? [];
    if (byDefault === undefined && names === '') throw new Error(`${line} uses no name, or all of them.`);
    const its = found.get(bundle) ?? new Map();
    found.set(bundle, its);
    const all = its.get(module) ?? new Set();
    its.set(module, all);
    if (byDefault !== undefined) all.add('default');
    for (const one of names.split(',').filter((part) => part.trim() !== ''))
      all.add(one.trim().split(' as ')[0]);
  }
}

/** The additional exports of an entry, for the bundles that use it. @param {Used | undefined} used */
function exporting(used) {
  if (!used) return '';
  const imports = [];
  const entries = [];
  for (const [index, [module, names]] of [...used].entries()) {
    const list = [...names].sort();
    imports.push(
      `import { ${list.map((name) => `${name} as ${name}_${index}`).join(', ')} } from './${module}.js';`,
    );
    entries.push(
      `${JSON.stringify(module)}: () => ({ __esModule: true, ${list.map((name) => `${name}: ${name}_${index}`).join(', ')} }),`,
    );
  }
  return `\n${imports.join('\n')}\nexport const shared = {\n${entries.join('\n')}\n};\n`;
}

/**
 * Imports modules from other bundles.
 * @param {string} src @param {readonly string[]} uses @param {(module: string) => string | undefined} homeOf @param {'esm' | 'cjs'} format @param {string} up
 * @returns {esbuild.Plugin}
 */
const fromOthers = (src, uses, homeOf, format, up) => ({
  name: 'from-others',
  setup(build) {
    build.onResolve({ filter: /^\..*\.js$/ }, ({ path, importer, namespace, kind, resolveDir }) => {
      if (namespace !== 'file' || uses.length === 0 || kind === 'entry-point') return undefined;
      const module = relative(
        src,
        join(importer === '' || !importer.startsWith(src) ? resolveDir : dirname(importer), path),
      )
        .replaceAll('\\', '/')
        .replace(/\.js$/, '');
      const home = homeOf(module);
      if (home === undefined) return undefined;
      return format === 'esm'
        ? { path: `${sharing}${home}:${module}`, external: true }
        : { path: module, namespace: 'shared', pluginData: home };
    });
    build.onResolve({ filter: /^\./, namespace: 'shared' }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path, pluginData: home }) => ({
      contents: `module.exports = require('${up}${home}.js').shared[${JSON.stringify(path)}]();`,
      loader: 'js',
    }));
  },
});

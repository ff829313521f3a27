// Repositories with unfavorable shapes: broken, all alike, or all in one place. An algorithm that searches all objects
// for a similar name takes quadratic time with them. node scripts/shapes.mjs <folder> [--shape broken] [--files 10000]
// writes one.
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { folders, write } from './corpus.mjs';

/** @typedef {import('./corpus.mjs').File} File */
/** @typedef {(file: File, folder: number) => File} Edit */

/** At least this many files, in whole folders, each edited. @param {number} count @param {...Edit} edits */
function* edited(count, ...edits) {
  let taken = 0;
  let folder = 0;
  for (const files of folders()) {
    const kept = files.filter(({ path }) => !/^crds\/|\/(?:values|workflow)\./.test(path));
    for (const file of kept) yield edits.reduce((last, edit) => edit(last, folder), file);
    taken += kept.length;
    folder += 1;
    if (taken >= count) return;
  }
}

/** @param {(text: string, folder: number) => string} change @returns {Edit} */
const text = (change) => (file, folder) => ({ path: file.path, text: change(file.text, folder) });
/** @param {(path: string, folder: number) => string} change @returns {Edit} */
const moved = (change) => (file, folder) => ({ path: change(file.path, folder), text: file.text });

/** Every name that a Rollout refers to is slightly misspelled. */
const broken = text((text) =>
  text.includes('\nkind: Rollout') ? text : text.replaceAll(/^( {2}name: "?[a-z]+-[a-z]+-\d+)/gm, '$1x'),
);
/** All systems have the same names. */
const alike = text((text) => text.replaceAll(/[a-z]+-[a-z]+-\d+(?=\b|-|x)/g, 'shop-cart-1'));
const ofOneNamespace = text((text) => text.replaceAll(/^ {2}namespace: .*$/gm, '  namespace: shop'));
const ofNoNamespace = text((text) =>
  text.includes('\nkind: Application') ? text : text.replaceAll(/^ {2}namespace: .*\n/gm, ''),
);
const inOneFolder = moved((path, folder) => `all/${folder}-${basename(path)}`);
/** @type {Edit} */
const withoutBuilds = ({ path, text }) => ({
  path,
  text: /^kind: (?:Application|Kustomization)$/m.test(text) ? 'kind: Nothing\n' : text,
});

/** @param {string} name @param {string} path */
export const applicationOf = (name, path) => ({
  path: `argocd/${name}.yaml`,
  text: `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec:
  project: default
  source: {repoURL: https://git.example.com/shop.git, path: ${path}, directory: {recurse: true}}
  destination: {server: https://kubernetes.default.svc, namespace: shop}
`,
});

/** @param {number} count @param {...Edit} edits */
function* inOneFile(count, ...edits) {
  const texts = [...edited(count, ...edits)].map(({ text }) => text);
  yield { path: 'all.yaml', text: texts.join('---\n') };
}

/** One base with a Rollout and the objects it refers to, and overlays that build it. @param {number} count */
function* overlays(count) {
  const base = [...edited(1, withoutBuilds, ofNoNamespace)].map((file) => ({
    path: `base/${basename(file.path)}`,
    text: file.text,
  }));
  yield* base;
  const names = base.filter(({ text }) => text !== 'kind: Nothing\n').map(({ path }) => basename(path));
  yield { path: 'base/kustomization.yaml', text: `resources: [${names.join(', ')}]\n` };
  for (let index = 0; index < count; index += 1)
    yield {
      path: `overlays/env-${index}/kustomization.yaml`,
      text: `resources: [../../base]\nnamespace: env-${index}\nnameSuffix: -${index % 7}\n`,
    };
}

/** @param {number} count */
function* applications(count) {
  yield* edited(1, withoutBuilds, ofNoNamespace, broken);
  const { path } = [...edited(1)][0] ?? { path: '' };
  for (let index = 0; index < count; index += 1) yield applicationOf(`shop-${index}`, dirname(path));
}

/** @param {number} count */
function* oneApplication(count) {
  yield applicationOf('all', 'apps');
  yield* edited(count, withoutBuilds, ofNoNamespace, broken);
}

/** Every selector selects the pods of all systems. */
const selectingAll = text((text) =>
  text
    .replaceAll(/^( +)matchLabels:(?:\n +app: .*| \{.*)$/gm, '$1matchLabels: {team: all}')
    .replaceAll(/^( +)(app|team): team-\S+$/gm, '$1$2: all')
    .replaceAll(/^ {2}selector:\n {4}app: .*$/gm, '  selector:\n    team: all'),
);

/** @type {Readonly<Record<string, (count: number) => Iterable<File>>>} */
export const shapes = {
  healthy: (count) => edited(count),
  broken: (count) => edited(count, broken),
  'broken in one namespace': (count) => edited(count, withoutBuilds, broken, ofOneNamespace),
  'broken in no namespace': (count) => edited(count, withoutBuilds, broken, ofNoNamespace),
  'broken in one folder': (count) => edited(count, withoutBuilds, broken, ofNoNamespace, inOneFolder),
  'broken in one Application': oneApplication,
  'broken in one file': (count) => inOneFile(count, withoutBuilds, broken, ofNoNamespace),
  'one folder': (count) => edited(count, withoutBuilds, ofNoNamespace, inOneFolder),
  'one file': (count) => inOneFile(count, withoutBuilds, ofOneNamespace),
  'names alike': (count) => edited(count, alike),
  'names alike, broken': (count) => edited(count, broken, alike),
  'names alike in no namespace': (count) => edited(count, withoutBuilds, alike, ofNoNamespace),
  'names alike, broken in one namespace': (count) =>
    edited(count, withoutBuilds, broken, alike, ofOneNamespace),
  'names alike in one folder': (count) => edited(count, withoutBuilds, alike, ofNoNamespace, inOneFolder),
  'selectors of all': (count) => edited(count, withoutBuilds, selectingAll, ofOneNamespace),
  'selectors of all in one folder': (count) =>
    edited(count, withoutBuilds, selectingAll, ofNoNamespace, inOneFolder),
  'overlays of one base': overlays,
  'Applications for one path': applications,
};

if (process.argv[1] === import.meta.filename) {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: { files: { type: 'string', default: '10000' }, shape: { type: 'string', default: 'broken' } },
  });
  const [folder] = positionals;
  const shape = shapes[options.shape];
  if (folder === undefined || !shape)
    throw new Error(`A folder and one of these shapes: ${Object.keys(shapes).join(', ')}.`);
  const { count, chars } = write(folder, shape(Number(options.files)));
  console.log(`${count} files, ${(chars / 1e6).toFixed(1)} million characters`);
}

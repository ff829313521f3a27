// Fails when a folder of src/ imports from a folder that is not on a lower line of this table.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cruise } from 'dependency-cruiser';

const layers = [
  ['cli', 'cdk8s', 'eslint'],
  ['migrate'],
  ['scaffold'],
  ['constructs', 'project'],
  ['baseline', 'fragments'],
  ['lint', 'fix', 'report', 'config', 'plugin', 'render', 'rollback'],
  ['rules'],
  ['manifests', 'facts'],
  ['impact'],
  ['drift'],
  ['simulate'],
  ['graph'],
  ['controllers'],
  ['routers', 'argocd'],
  ['edit'],
  ['cel', 'definitions', 'jq', 'apply', 'validation'],
  ['kinds', 'parse', 'schemas', 'files'],
  ['model', 'cluster'],
];
const folders = layers.flat();

/** @param {string[]} names */
const inside = (names) => `^src/(${names.join('|')})/`;

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  ...folders.map((folder) => {
    const lower = layers.slice(layers.findIndex((line) => line.includes(folder)) + 1).flat();
    return {
      name: `${folder} imports only from ${lower.join(', ') || 'itself'}`,
      from: { path: inside([folder]) },
      to: { path: '^src/', pathNot: inside([folder, ...lower]) },
    };
  }),
  {
    name: 'every folder is in the table',
    from: { path: '^src/.+/', pathNot: inside(folders) },
    to: {},
  },
  {
    // Two types may name each other: that is gone when the code runs.
    name: 'nothing imports in a circle',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  { name: 'every import leads somewhere', from: { path: '^src/' }, to: { couldNotResolve: true } },
];

const { positionals } = parseArgs({ allowPositionals: true });
const root = resolve(positionals[0] ?? join(import.meta.dirname, '..'));

const { output } = await cruise(['src'], {
  baseDir: root,
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  validate: true,
  ruleSet: { forbidden: forbidden.map((rule) => ({ ...rule, severity: 'error' })) },
});
if (typeof output === 'string') throw new Error(output);

const { violations } = output.summary;
for (const { from, to, rule } of violations) console.log(`${from} → ${to}: ${rule.name}`);

const modules = output.modules.filter(({ source }) => /^src\/.*\.ts$/.test(source));
const dependencies = modules.flatMap((module) => module.dependencies);
console.log(`${modules.length} modules, ${dependencies.length} dependencies`);

const sawNothing = modules.length === 0 || dependencies.length === 0;
if (sawNothing) console.log('Nothing was looked at, so nothing is known.');
process.exitCode = violations.length > 0 || sawNothing ? 1 : 0;

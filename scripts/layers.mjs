// Fails if a folder of src/ imports from one that is not above it in the table of rooms.mjs.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cruise } from 'dependency-cruiser';
import { writeRegistry } from './registry.mjs';
import { rooms } from './rooms.mjs';

const names = Object.keys(rooms);

/** @param {readonly string[]} folders */
const inside = (folders) => `^src/(${folders.join('|')})/`;

/** The files of a part, or those in the room itself. @param {string} room @param {string} part */
const ofPart = (room, part) => (part === '.' ? `^src/${room}/[^/]+$` : `^src/${room}/${part}/`);

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  ...names.map((room, index) => {
    const lower = names.slice(0, index);
    return {
      name: `${room} imports only from ${lower.join(', ') || 'itself'}`,
      from: { path: inside([room]) },
      to: { path: '^src/', pathNot: inside([room, ...lower]) },
    };
  }),
  ...Object.entries(rooms).flatMap(([room, parts]) =>
    parts.flatMap((line, index) =>
      line.map((part) => ({
        name: `${room}: ${part} uses none of ${parts.slice(index).flat().join(', ')}`,
        from: { path: ofPart(room, part) },
        to: {
          path: inside([room]),
          pathNot: [part, ...parts.slice(0, index).flat()].map((one) => ofPart(room, one)),
        },
      })),
    ),
  ),
  {
    name: 'every folder is in the table',
    from: { path: '^src/.+/', pathNot: inside(names) },
    to: {},
  },
  {
    // Two types may refer to each other, because types do not exist at run time.
    name: 'nothing imports in a circle',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  { name: 'every import leads somewhere', from: { path: '^src/' }, to: { couldNotResolve: true } },
];

const { positionals } = parseArgs({ allowPositionals: true });
const root = resolve(positionals[0] ?? join(import.meta.dirname, '..'));
if (positionals.length === 0) writeRegistry();

const { output } = await cruise(['src'], {
  baseDir: root,
  tsPreCompilationDeps: true,
  // Packages of the editor and MCP servers have several entries.
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'node', 'default'] },
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

// JSON schemas that are given with --schemas: whoever keeps them beside the manifests lets a commit write them.
import { attack, isTooMuch, isShort } from '../bombs.mjs';
import { printsSecret } from '../files.mjs';
import { object } from '../pieces.mjs';

/** @typedef {import('../world.mjs').World} World */

/**
 * @param {World} world @param {object} spec what the schema asks of the field @param {unknown} value
 * @param {object} [rest]
 */
function given(world, spec, value, rest = {}) {
  world.write('schemas/foo-x-v1.json', JSON.stringify({ type: 'object', properties: { spec }, ...rest }));
  world.write('foo.yaml', object('x.io/v1', 'Foo', { name: 'a', namespace: 'shop' }, value));
}

/** @param {number[]} exit */
const runs = (exit) => [
  { args: ['lint', '--schemas', 'schemas', '.'], exit, check: isShort },
  { args: ['lint', '--schemas', 'schemas', '--format', 'json', '.'], exit, check: isShort },
];

/** Two ways at each step. @param {number} steps */
const chain = (steps) =>
  Object.fromEntries(
    Array.from({ length: steps }, (_, at) => [
      `a${at}`,
      { allOf: [{ $ref: `#/definitions/a${at + 1}` }, { $ref: `#/definitions/a${at + 1}` }] },
    ]),
  );

const never = isTooMuch('const f = (n) => n === 0 || (f(n - 1) && f(n - 1)); f(40)');

/** @type {import('../attack.mjs').Attack[]} */
export default [
  attack(
    'a JSON schema of hundreds of alternatives, each asked for all that is wrong',
    (world) =>
      given(
        world,
        {
          anyOf: Array.from({ length: 800 }, (_, index) => ({
            type: 'object',
            properties: Object.fromEntries(
              Array.from({ length: 10 }, (_, at) => [
                `p${index}${at}`,
                { enum: [`x${at}`, index], minimum: at },
              ]),
            ),
            required: [`p${index}`],
          })),
        },
        {},
      ),
    // As a compiler without care does: a function of all of it, asked of as many objects as somebody commits.
    async (world) => {
      const script = `const Ajv = require('ajv').default;
        const schema = JSON.parse(require('node:fs').readFileSync(process.argv[1], 'utf8'));
        for (let at = 0; at < 500; at++) new Ajv({ strict: false, allErrors: true, verbose: true }).compile({ ...schema, title: String(at) })({ spec: {} });`;
      const file = `${world.repo}/schemas/foo-x-v1.json`;
      return (await world.run('node', ['-e', script, file], { cwd: world.installation, seconds: 2 })).isLate;
    },
    { runs: runs([1, 4]) },
  ),
  attack(
    'a JSON schema refers to itself in two ways at each of forty steps',
    (world) =>
      given(
        world,
        { $ref: '#/definitions/a0' },
        {},
        { definitions: { ...chain(40), a40: { type: 'object' } } },
      ),
    never,
    { runs: runs([1]) },
  ),
  attack(
    'a JSON schema refers to itself alone, or to what refers back',
    (world) =>
      given(
        world,
        { $ref: '#/definitions/a' },
        {},
        {
          definitions: { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } },
        },
      ),
    isTooMuch('const f = () => f(); f()'),
    { runs: runs([1, 4]) },
  ),
  attack(
    'a JSON schema refers to a file of the machine and to a port of it',
    (world) => {
      world.link('stolen.json', '../outside/credentials');
      given(
        world,
        { allOf: [{ $ref: '../../outside/credentials' }, { $ref: `http://127.0.0.1:${world.port}/x.json` }] },
        {},
      );
      world.write('schemas/bar-x-v1.json', JSON.stringify({ $ref: `file://${world.outside}/credentials` }));
      world.write(
        'schemas/baz-x-v1.json',
        JSON.stringify({ $schema: `http://127.0.0.1:${world.port}/dialect`, type: 'object' }),
      );
    },
    printsSecret('stolen.json'),
    { runs: runs([1, 4]) },
  ),
  attack(
    'a JSON schema has patterns that backtrack and names of prototypes',
    (world) =>
      given(
        world,
        {
          patternProperties: { '^(a+)+$': { pattern: '^(a|a)*$' }, ['.{0,999}'.repeat(90)]: {} },
          properties: { ['__proto__']: { default: 1 }, constructor: { const: 1 }, toString: false },
          propertyNames: { pattern: '(x+x+)+y' },
        },
        { ['a'.repeat(9000)]: `${'a'.repeat(9000)}b`, constructor: 1, ['x'.repeat(9000)]: 1 },
      ),
    isTooMuch(`/^(a+)+$/.test('a'.repeat(40) + 'b')`),
    { runs: runs([1, 4]) },
  ),
  attack(
    'a JSON schema is nested beyond any stack',
    (world) => {
      world.write('schemas/foo-x-v1.json', `${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}`);
      world.write('schemas/bar-x-v1.json', `{"items":${'['.repeat(100_000)}`);
      world.write('foo.yaml', object('x.io/v1', 'Foo', { name: 'a', namespace: 'shop' }, {}));
    },
    isTooMuch(`const f = (n) => n === 0 ? 0 : f(n - 1) + 1; f(50000)`),
    { runs: runs([1, 4]) },
  ),
];

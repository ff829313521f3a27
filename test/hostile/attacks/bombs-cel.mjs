// Rules and schemas of definitions that ask for all of the time or the memory there is. The API server counts what they cost.
import { attack, backtracks, isTooMuch } from '../bombs.mjs';
import { object } from '../pieces.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../attack.mjs').Run} Run */

/** @type {NonNullable<Run['check']>} */
const tellsLimit = (_, output) =>
  output.includes('takes too much work') ? [] : ['it is not told what was not checked'];

/** What is not checked for that is told, and everything else is found. */
const runs = /** @type {Run[]} */ ([
  { args: ['lint', '.'], exit: [1], check: tellsLimit },
  { args: ['lint', '--format', 'json', '.'], exit: [1], check: tellsLimit },
  { args: ['simulate', '--rollout', 'legit/legit', '.'], exit: [1, 4] },
  { args: ['drift', '.'], exit: [0, 1, 2, 4], finds: false },
]);

/**
 * A definition, and an object of its kind.
 * @param {World} world @param {object} spec the schema of the field @param {unknown} value
 */
function define(world, spec, value) {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  world.write(
    'crd.yaml',
    object(
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      { name: 'foos.x.io' },
      {
        group: 'x.io',
        names: { kind: 'Foo', plural: 'foos' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    ),
  );
  world.write('foo.yaml', object('x.io/v1', 'Foo', { name: 'a', namespace: 'shop' }, value));
}

/**
 * @param {string} name @param {string} rule @param {number} length of a text of that many letters
 * @param {string} script which does the same without care
 */
const rule = (name, rule, length, script) =>
  attack(
    `a rule ${name}`,
    (world) =>
      define(
        world,
        { type: 'object', properties: { s: { type: 'string' } }, 'x-kubernetes-validations': [{ rule }] },
        { s: 'a'.repeat(length) },
      ),
    isTooMuch(script),
    { runs },
  );

const long = 'a'.repeat(2000);
const trees = `[[1]]${'.map(a, [a, a])'.repeat(60)}`;

/** @type {import('../attack.mjs').Attack[]} */
export default [
  rule(
    'searches a text for a long part, for each of its letters',
    `self.s.split('').all(a, self.s.indexOf('${long}b') < 0 && self.s.lastIndexOf('b${long}') < 0)`,
    60_000,
    `const s = 'a'.repeat(60000); for (const _ of s) s.indexOf('a'.repeat(2000) + 'b')`,
  ),
  rule(
    'replaces each letter by thousands, again and again',
    `self.s${`.replace('a', '${long}')`.repeat(4)}.size() > 0`,
    2000,
    `let s = 'a'.repeat(2000); for (let i = 0; i < 4; i++) s = s.split('a').join('a'.repeat(2000))`,
  ),
  rule(
    'replaces nothing, which is between all letters',
    `self.s${`.replace('', '${long}')`.repeat(4)}.size() > 0`,
    2000,
    `let s = 'a'.repeat(2000); for (let i = 0; i < 4; i++) s = s.split('').join('a'.repeat(2000))`,
  ),
  rule(
    'joins a text as often as it has letters',
    "self.s.split('').map(a, self.s).join(self.s).size() > 0",
    60_000,
    `const s = 'a'.repeat(60000); s.split('').map(() => s).join(s)`,
  ),
  rule(
    'doubles a text sixty times',
    `[self.s]${'.map(a, a + a)'.repeat(60)}[0].size() > 0`,
    1000,
    `let s = 'a'.repeat(1000); for (let i = 0; i < 60; i++) s += s`,
  ),
  rule(
    'doubles a list sixty times',
    `[[1]]${'.map(a, a + a)'.repeat(60)}[0].size() > 0`,
    1,
    `let l = [1]; for (let i = 0; i < 60; i++) l = [...l, ...l]`,
  ),
  rule(
    'compares trees of which each branch is the same twice',
    `${trees} == ${trees} || ${trees} in [${trees}]`,
    1,
    `const same = (l) => l === 0 || (same(l - 1) && same(l - 1)); same(60)`,
  ),
  rule(
    'looks for each letter among all, for each letter',
    "self.s.split('').all(a, sets.equivalent(self.s.split(''), self.s.split('')))",
    20_000,
    `const l = [...'a'.repeat(19999), 'b']; for (const a of l) for (const b of l) l.indexOf('b')`,
  ),
  rule(
    'orders texts that are long',
    "self.s.split('').map(a, self.s).isSorted() && self.s.split('').map(a, self.s).max() == self.s",
    40_000,
    `const s = 'a'.repeat(40000); for (const _ of s) for (let i = 0; i < s.length; i++) s.codePointAt(i)`,
  ),
  attack(
    'a rule and a field match a pattern of counts upon counts',
    (world) => {
      const pattern = `${'.{0,1000}'.repeat(100)}!`;
      define(
        world,
        {
          type: 'object',
          properties: {
            s: { type: 'string', pattern },
            t: { type: 'string', pattern: `${'(?:(?:a{0,30}){0,30}){0,30}'}b` },
          },
          'x-kubernetes-validations': [{ rule: `self.s.matches('${pattern}') || self.s.matches(self.s)` }],
        },
        { s: 'ab'.repeat(4900), t: 'a'.repeat(9000) },
      );
    },
    backtracks(`^${'.{0,1000}'.repeat(100)}!$`, 'ab'.repeat(4900)),
    {
      // It may be done before the limit.
      runs: runs.map((run) => ({ ...run, check: () => [] })),
    },
  ),
  attack(
    'defaults of a definition are filled into each of many items',
    (world) => {
      const one = { type: 'array', items: { type: 'integer' }, default: Array.from({ length: 50 }, () => 1) };
      const properties = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`d${index}`, one]));
      define(
        world,
        {
          type: 'object',
          properties: { l: { type: 'array', items: { type: 'object', properties } } },
          'x-kubernetes-validations': [{ rule: 'size(self.l) > 0' }],
        },
        { l: Array.from({ length: 2000 }, () => ({})) },
      );
    },
    isTooMuch(
      `const all = []; for (let i = 0; i < 2000; i++) { const o = new Map(); for (let k = 0; k < 150; k++) o.set('d' + k, Array.from({ length: 50 }, () => ({ n: BigInt(k) }))); all.push(o); }`,
    ),
    { runs },
  ),
  attack(
    'defaults fill in maps that have defaults, twice on each of many levels',
    (world) => {
      /** @param {number} depth @returns {object} */
      const level = (depth) =>
        depth === 0
          ? { type: 'integer', default: 1 }
          : {
              type: 'object',
              default: {},
              properties: Object.fromEntries(['a', 'b'].map((name) => [name, level(depth - 1)])),
            };
      define(
        world,
        {
          type: 'object',
          properties: { l: { type: 'array', items: { type: 'object', properties: { tree: level(9) } } } },
          'x-kubernetes-validations': [{ rule: 'self.l.all(a, a.tree == a.tree)' }],
        },
        { l: Array.from({ length: 20_000 }, () => ({})) },
      );
    },
    isTooMuch(
      `const level = (n) => n === 0 ? { v: 1n } : { a: level(n - 1), b: level(n - 1) }; const all = []; for (let i = 0; i < 20_000; i++) all.push(level(9)); JSON.stringify(all.map((x) => [x, x]), (_, v) => typeof v === 'bigint' ? 1 : v)`,
    ),
    { runs },
  ),
];

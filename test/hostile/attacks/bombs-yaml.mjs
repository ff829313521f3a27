// YAML that takes time or memory, or reaches for prototypes.
import { object, rollout } from '../pieces.mjs';
import { commands, isTooMuch, attack, isShort } from '../bombs.mjs';

/** @type {import('../attack.mjs').Attack[]} */
export default [
  attack(
    'aliases of aliases',
    (world) => {
      const levels = Array.from(
        { length: 30 },
        (_, index) =>
          `a${index + 1}: &a${index + 1} [${Array.from({ length: 9 }, () => `*a${index}`).join(', ')}]`,
      );
      world.write(
        'a.yaml',
        `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: web }\na0: &a0 [x]\n${levels.join('\n')}\nspec: *a30\n`,
      );
    },
    isTooMuch(
      `let n = ['x']; const grow = (l) => l === 0 ? n : Array.from({ length: 9 }, () => grow(l - 1)); grow(30)`,
    ),
  ),
  attack(
    'merges of merges',
    (world) => {
      const levels = Array.from(
        { length: 200 },
        (_, index) =>
          `m${index + 1}: &m${index + 1} { <<: [${Array.from({ length: 20 }, () => `*m${index}`).join(', ')}], k${index}: 1 }`,
      );
      world.write(
        'm.yaml',
        `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: web }\nm0: &m0 { a: 1 }\n${levels.join('\n')}\nspec: { <<: *m200 }\n`,
      );
    },
    isTooMuch(
      `const grow = (l) => l === 0 ? { a: 1 } : Object.assign({}, ...Array.from({ length: 20 }, () => grow(l - 1))); grow(200)`,
    ),
  ),
  attack(
    'an alias that holds itself',
    (world) =>
      world.write(
        's.yaml',
        'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: &m { name: web, labels: *m }\nspec: &s { strategy: *s, template: *s, <<: *s }\n',
      ),
    isTooMuch(`const a = {}; a.a = a; JSON.stringify(a)`),
  ),
  attack(
    'nested beyond any stack',
    (world) => {
      for (const [name, open, close] of [
        ['flow', '[', ']'],
        ['map', '{a: ', '}'],
      ])
        world.write(
          `${name}.yaml`,
          `kind: Rollout\napiVersion: argoproj.io/v1alpha1\nspec: ${open?.repeat(100_000)}${close?.repeat(100_000)}\n`,
        );
      world.write(
        'list.yaml',
        `kind: Rollout\napiVersion: argoproj.io/v1alpha1\nspec:\n${'- '.repeat(100_000)}a\n`,
      );
      world.write(
        'json.json',
        `{"kind":"Rollout","apiVersion":"argoproj.io/v1alpha1","spec":${'{"template":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
      );
      world.write('open.yaml', `kind: Rollout\nspec: ${'['.repeat(200_000)}`);
    },
    isTooMuch(`const f = (t) => t.length === 0 ? 0 : f(t.slice(1)); f('['.repeat(100000))`),
  ),
  attack(
    'one key a hundred thousand times',
    (world) =>
      world.write('k.yaml', `kind: Service\napiVersion: v1\nmetadata:\n${'  a: b\n'.repeat(100_000)}`),
    async (world) => Number((await world.run('sh', ['-c', 'grep -c "  a: b" k.yaml'])).output) === 100_000,
    {
      runs: [
        { args: ['lint', '.'], exit: [1, 4], check: isShort },
        { args: ['lint', '--format', 'json', '.'], exit: [1, 4], check: isShort },
      ],
    },
  ),
  attack(
    'a hundred thousand faults in one document',
    (world) => {
      const containers = Array.from({ length: 30_000 }, (_, index) => ({ nmae: index, image: index }));
      world.write(
        'k.yaml',
        rollout('web', { template: { metadata: { labels: { app: 'web' } }, spec: { containers } } }),
      );
      world.write(
        'rules.yaml',
        object(
          'v1',
          'Service',
          { name: 'x', namespace: 'shop' },
          Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`unknown${index}`, 1])),
        ),
      );
    },
    async (world) => Number((await world.run('sh', ['-c', 'grep -o nmae k.yaml | wc -l'])).output) === 30_000,
    { runs: [{ args: ['lint', '.'], exit: [1, 4], check: isShort, seconds: 20 }] },
  ),
  attack(
    'scalars, comments, documents and tags without end',
    (world) => {
      world.write('docs.yaml', '---\nkind: Service\napiVersion: v1\n'.repeat(50_000));
      world.write('line.yaml', `a: ${'x'.repeat(20_000_000)}\n`);
      world.write(
        'tags.yaml',
        `kind: Rollout\napiVersion: argoproj.io/v1alpha1\na: !!js/function "process.exit()"\nb: !!python/object/apply:os.system ["${world.shot}"]\nc: !<tag:${'x'.repeat(100_000)}> 1\nd: !!binary ${'A'.repeat(100_000)}\n`,
      );
      world.write(
        'anchors.yaml',
        `kind: Rollout\napiVersion: argoproj.io/v1alpha1\n${Array.from({ length: 50_000 }, (_, index) => `k${index}: &a${index} *a${Math.max(0, index - 1)}`).join('\n')}\n`,
      );
      world.write(
        'digits.yaml',
        `kind: Rollout\napiVersion: argoproj.io/v1alpha1\nspec: { replicas: ${'9'.repeat(200_000)}, a: 0x${'f'.repeat(200_000)}, b: 1e${'9'.repeat(1000)}, c: ${'1:'.repeat(50_000)}1, d: .${'1'.repeat(200_000)}e }\n`,
      );
    },
    async (world) => Number((await world.run('sh', ['-c', 'grep -c -e --- docs.yaml'])).output) === 50_000,
    { runs: [{ args: ['lint', '.'], exit: [1, 4], seconds: 15 }] },
  ),
  attack(
    'names that are those of prototypes',
    (world) => {
      const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
      for (const name of names) {
        world.write(
          `p-${name}.yaml`,
          `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: "${name}", namespace: "${name}", labels: { __proto__: { polluted: yes }, constructor: { prototype: { polluted: yes } } } }\n__proto__: { spec: { replicas: 1 } }\nspec: { __proto__: { a: 1 }, ${name}: { a: 1 }, selector: { matchLabels: { ${name}: a } }, strategy: { canary: { ${name}: [], stableService: ${name}, trafficRouting: { ${name}: { ${name}: 1 } } } } }\n`,
        );
        world.write(`k-${name}.yaml`, `apiVersion: ${name}/v1\nkind: ${name}\nmetadata: { name: ${name} }\n`);
      }
      world.write('rolloutkit.yaml', 'rules: {}\n');
      world.write('values/__proto__/Chart.yaml', 'name: constructor\nversion: __proto__\n');
    },
    isTooMuch(
      `const merge = (a, b) => { for (const k in b) a[k] = typeof b[k] === 'object' ? merge(a[k] ?? {}, b[k]) : b[k]; return a; }; merge({}, JSON.parse('{"__proto__":{"polluted":1}}')); if ({}.polluted) process.exit(1)`,
    ),
    { runs: commands.map((run) => ({ ...run, exit: [0, 1, 4] })) },
  ),
];

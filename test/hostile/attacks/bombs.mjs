// YAML, expressions, patterns and numbers that take time or memory, reach for the machine, or end a run.
import { application, object, rollout, service } from '../pieces.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../attack.mjs').Attack} Attack */
/** @typedef {import('../attack.mjs').Run} Run */

const commands = /** @type {Run[]} */ ([
  { args: ['lint', '.'], exit: [1, 4] },
  { args: ['simulate', '--rollout', 'legit/legit', '.'], exit: [1, 4] },
  { args: ['drift', '.'], exit: [0, 1, 2, 4], finds: false },
]);

/** Whether a script of Node does not end in time, or ends by an error: what it took before there were limits.
 * @param {string} script
 * @param {number} seconds
 */
const isTooMuch =
  (script, seconds = 2) =>
  async (/** @type {World} */ world) => {
    const { isLate, status } = await world.run('node', ['-e', script], { seconds });
    return isLate || status !== 0;
  };

/** @param {string} pattern @param {string} text */
const backtracks = (pattern, text) =>
  isTooMuch(`new RegExp(${JSON.stringify(pattern)}).test(${JSON.stringify(text)})`);

/**
 * @param {string} name
 * @param {(world: World) => void} build
 * @param {(world: World) => boolean | Promise<boolean>} proof
 * @param {Partial<Attack>} [rest]
 * @returns {Attack}
 */
const attack = (name, build, proof, rest = {}) => ({
  name: `bombs: ${name}`,
  build,
  proof,
  runs: commands,
  ...rest,
});

/**
 * Expressions of jq in an Application that deploys a Rollout with a router.
 * @param {World} world
 * @param {string[]} expressions
 */
function ignoring(world, expressions) {
  const ignoreDifferences = expressions.map((expression) => ({
    group: '*',
    kind: '*',
    jqPathExpressions: [expression],
  }));
  world.write('jq/app.yaml', application({ name: 'web', path: 'jq/shop', spec: { ignoreDifferences } }));
  const routed = {
    stableService: 'stable',
    canaryService: 'canary',
    trafficRouting: { istio: { virtualService: { name: 'web' } } },
  };
  world.write('jq/shop/rollout.yaml', rollout('web', {}, routed));
  world.write('jq/shop/services.yaml', `${service('stable')}---\n${service('canary')}`);
  const route = ['stable', 'canary'].map((host, index) => ({
    destination: { host },
    weight: index === 0 ? 100 : 0,
  }));
  world.write(
    'jq/shop/virtual-service.yaml',
    object(
      'networking.istio.io/v1',
      'VirtualService',
      { name: 'web', namespace: 'shop' },
      { hosts: ['web'], http: [{ route }] },
    ),
  );
}

/**
 * @param {string} name
 * @param {(world: World) => string[]} expressions
 * @param {(world: World) => Promise<boolean>} proof
 * @returns {Attack}
 */
const jq = (name, expressions, proof) =>
  attack(`jq ${name}`, (world) => ignoring(world, expressions(world)), proof, {
    // jq has a limit of its own, for each expression and Rollout.
    runs: [
      { args: ['lint', '.'], exit: [1, 4], seconds: 15 },
      { args: ['drift', '.'], exit: [0, 1, 2, 4], finds: /Rollout|web/, seconds: 30 },
      { args: ['drift', '--argocd', '2.13', '.'], exit: [0, 1, 4], finds: /Rollout|web/, seconds: 30 },
    ],
  });

/**
 * jq itself, as compiled for Node, without our care.
 * @param {string} filter
 */
const bareJq = (filter) => async (/** @type {World} */ world) => {
  const script = `require('jq-wasm').raw({ spec: {} }, process.argv[1]).then((r) => { console.log(JSON.stringify(r).slice(0, 3000)); })`;
  return world.run('node', ['-e', script, filter], { cwd: world.installation, seconds: 3 });
};

/** An Application whose source is everything, and objects that controllers count.
 * @param {string} name
 * @param {object} spec
 * @param {object} canary
 * @param {RegExp} proof
 * @param {number[]} exit
 */
const numbers = (name, spec, canary, proof, exit) =>
  attack(
    name,
    (world) => world.write('web.yaml', rollout('web', spec, canary)),
    async (world) => proof.test((await world.run('cat', ['web.yaml'])).output),
    {
      runs: [
        { args: ['lint', '.'], exit: [1, 4] },
        { args: ['simulate', '.'], exit, seconds: 10 },
        {
          args: ['simulate', '--format', 'html', '.'],
          exit,
          seconds: 10,
          finds: /legit/,
          isForTerminal: false,
        },
        { args: ['drift', '.'], exit, finds: false, seconds: 10 },
      ],
    },
  );

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
    { runs: [{ args: ['lint', '.'], exit: [1, 4], check: isShort, seconds: 10 }] },
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
  jq(
    'reads files, modules, the environment and its input',
    (world) => [
      'import "credentials" as $x; .spec',
      `include "${world.outside}/credentials"; .spec`,
      `import "values" as $x {search: "${world.outside}"}; .spec`,
      '.spec | select($ENV.TOKEN_OF_CI == "x")',
      'env.TOKEN_OF_CI',
      '.[$ENV.TOKEN_OF_CI]',
      'input_filename',
      'inputs',
      'input',
      'get_search_list',
      '$__prog_args',
      '$__loc__',
      'error($ENV.TOKEN_OF_CI)',
      'halt',
      'halt_error',
      '"x" | halt_error(3)',
      '.spec | debug',
      '.spec | stderr',
      '@sh',
      'modulemeta',
      'input_line_number',
      'ltrimstr($ENV|tostring)',
      '"\\(env)"|error',
      'now|todate',
      'splits("a")',
      'getpath(["a",{}])',
      '.. |= env',
    ],
    async (world) => {
      // The jq of the machine, where there is one, shows what the words mean; the one in Node knows no environment.
      const { output } = await bareJq('$ENV')(world);
      return output.length > 2;
    },
  ),
  jq(
    'never ends',
    () => [
      'def f: f; f',
      '[recurse(.)] | length',
      'last(repeat(1))',
      '[range(1e12)]',
      'limit(1; while(true; .))',
      'until(false; .)',
      'reduce range(1e12) as $i (0; .+$i)',
      'first(range(1e15)|select(.<0))',
      'path(..|recurse)',
      'label $a | def g: g; g',
      'def f(x): f(x|x); f(.)',
      '[limit(1e9; repeat(.))]',
    ],
    async (world) => (await bareJq('last(repeat(1))')(world)).isLate,
  ),
  jq(
    'takes all memory',
    () => [
      '[range(1e9)]',
      '.a[1e9] = 1',
      'reduce range(100) as $i ("x"; . + .)',
      '[range(1e6)] | combinations(3)',
    ],
    async (world) => {
      const { isLate, status } = await bareJq('reduce range(100) as $i ("x"; . + .)')(world);
      return isLate || status !== 0;
    },
  ),
  jq(
    'backtracks in its own expressions',
    () => [
      `.spec | select("${'a'.repeat(40)}" | test("(a+)+$b"))`,
      `"${'a'.repeat(40)}" | test("(a|a)*c")`,
      `"${'x'.repeat(60)}" | sub("(x+x+)+y"; "")`,
      `[match("(a*)*(b*)*c"; "g")]`,
      `"${'a'.repeat(30)}" | test("(?<x>a+)+(?<y>a+)+\\\\k<x>z")`,
      `scan("${'(a?)'.repeat(30)}${'a'.repeat(30)}")`,
    ],
    backtracks('(a|a)*c', 'a'.repeat(40)),
  ),
  jq(
    'is nested or long beyond any stack',
    () => [
      '('.repeat(20_000) + '.' + ')'.repeat(20_000),
      '.a'.repeat(50_000),
      '['.repeat(10_000) + ']'.repeat(10_000),
      '.' + '[]?'.repeat(20_000),
      'def a: 1; '.repeat(5000) + '.',
      '.a | '.repeat(20_000) + '.',
      '-'.repeat(20_000) + '1',
      'if . then '.repeat(3000) + '.' + ' end'.repeat(3000),
      '"' + '\\('.repeat(3000) + '1' + ')'.repeat(3000) + '"',
      '\0',
      '.\u0000a',
      '\ud800',
    ],
    isTooMuch(`const f = (n) => n === 0 ? 0 : 1 + f(n - 1); f(100000)`),
  ),
  attack(
    'folders of an ApplicationSet are a pattern of many stars',
    (world) => {
      const generator = {
        git: {
          repoURL: 'x',
          directories: [
            { path: `**/**/**/**/${'*a'.repeat(30)}*b` },
            { path: `${'[a-z]*'.repeat(20)}!` },
            { path: '{a,b,{c,d}*}*'.repeat(10), exclude: true },
            { path: '*'.repeat(5000) },
            { path: '[' },
            { path: '[^\\' },
          ],
          files: [{ path: `**/${'*a'.repeat(30)}*.json` }],
        },
      };
      world.write(
        'set.yaml',
        object(
          'argoproj.io/v1alpha1',
          'ApplicationSet',
          { name: 'all', namespace: 'argocd' },
          {
            generators: [generator],
            template: {
              metadata: { name: '{{path.basename}}' },
              spec: {
                project: 'default',
                destination: { namespace: 'shop' },
                source: { repoURL: 'x', path: '{{path}}' },
              },
            },
          },
        ),
      );
      world.write(`apps/${'a'.repeat(250)}/rollout.yaml`, rollout('web', {}, { stableService: 'nope' }));
      world.write(`apps/x/y/z/${'a'.repeat(200)}/service.yaml`, service('web'));
    },
    backtracks(`^(?:.*/)?(?:.*/)?${'[^/]*a'.repeat(30)}[^/]*b$`, `apps/${'a'.repeat(250)}`),
    { runs: [...commands, { args: ['rollback', '--dry-run', 'web'], exit: [1, 2], finds: false }] },
  ),
  attack(
    'patterns of projects, sources and hosts are of many stars',
    (world) => {
      const stars = `${'*a'.repeat(40)}*b`;
      const project = {
        sourceRepos: [stars, `!${stars}`],
        destinations: [{ server: stars, namespace: stars, name: stars }],
        sourceNamespaces: [stars],
        clusterResourceWhitelist: [{ group: stars, kind: stars }],
        orphanedResources: { ignore: [{ group: stars, kind: stars, name: stars }] },
      };
      world.write(
        'project.yaml',
        object('argoproj.io/v1alpha1', 'AppProject', { name: 'default', namespace: 'argocd' }, project),
      );
      world.write(
        'app.yaml',
        application({
          name: 'a'.repeat(60),
          path: '.',
          namespace: 'a'.repeat(60),
          spec: {
            source: {
              repoURL: 'a'.repeat(300),
              path: '.',
              directory: { include: stars, exclude: `{${stars},${stars}}`, recurse: true },
            },
            ignoreDifferences: [
              {
                group: stars,
                kind: stars,
                name: stars,
                namespace: stars,
                jsonPointers: ['/'.repeat(10_000), '/a~1'.repeat(10_000)],
                managedFieldsManagers: [stars],
              },
            ],
          },
        }),
      );
      const http = Array.from({ length: 300 }, (_, index) => ({
        match: [{ uri: { regex: '(a+)+$' }, authority: { regex: '(.*)*x' } }],
        name: `${'a'.repeat(40)}${index}`,
        route: [{ destination: { host: `${'a'.repeat(60)}.${'a.'.repeat(60)}b` } }],
      }));
      world.write(
        'shop/vs.yaml',
        object(
          'networking.istio.io/v1',
          'VirtualService',
          { name: 'web', namespace: 'shop' },
          { hosts: ['*.a'.repeat(80), '*', '**', ''], gateways: ['*'], http },
        ),
      );
      world.write(
        'shop/gateway.yaml',
        object(
          'networking.istio.io/v1',
          'Gateway',
          { name: 'g', namespace: 'shop' },
          {
            servers: [
              { hosts: ['*/*', './*.a.a.a', '*.*.*.*'], port: { number: 80, name: 'x', protocol: 'HTTP' } },
            ],
          },
        ),
      );
      world.write(
        'shop/rollout.yaml',
        rollout(
          'web',
          {},
          {
            stableService: 'a'.repeat(60),
            canaryService: 'b',
            trafficRouting: {
              istio: { virtualService: { name: 'web', routes: ['a'.repeat(41)] } },
              nginx: { stableIngress: 'a'.repeat(60) },
            },
          },
        ),
      );
    },
    backtracks(`^${'.*a'.repeat(40)}.*b$`, 'a'.repeat(60)),
  ),
  attack(
    'labels and fields are matched against long texts',
    (world) => {
      const long = 'a-'.repeat(100_000);
      const labels = Object.fromEntries(
        Array.from({ length: 2000 }, (_, index) => [`k${index}/${'a'.repeat(100)}-`, `${'a.'.repeat(200)}!`]),
      );
      world.write(
        'long.yaml',
        rollout(
          long,
          {
            selector: {
              matchLabels: labels,
              matchExpressions: Array.from({ length: 2000 }, () => ({
                key: long.slice(0, 500),
                operator: 'In',
                values: [`${'a'.repeat(300)}_`],
              })),
            },
            template: {
              metadata: { labels },
              spec: { containers: [{ name: long, image: `${'a/'.repeat(50_000)}:` }] },
            },
          },
          {
            stableService: long,
            steps: [
              { setWeight: 1 },
              { pause: { duration: `${'1'.repeat(100_000)}x` } },
              { setCanaryScale: { matchTrafficWeight: true } },
            ],
            maxSurge: `${'9'.repeat(100_000)}%`,
          },
        ),
      );
    },
    backtracks('^(([A-Za-z0-9]+-?)+)$', `${'a'.repeat(40)}!`),
    // Its document is one line of megabytes.
    { runs: commands.map((run) => ({ ...run, check: isShort })) },
  ),
  numbers(
    'two thousand million replicas',
    { replicas: 2_147_483_647, revisionHistoryLimit: 2_147_483_647, minReadySeconds: 2_147_483_647 },
    {
      maxSurge: '100%',
      maxUnavailable: 2_147_483_647,
      steps: [
        { setWeight: 50 },
        { setCanaryScale: { replicas: 2_147_483_647 } },
        { pause: { duration: 9_000_000_000_000_000 } },
      ],
    },
    /2147483647/,
    [0, 1, 4],
  ),
  numbers(
    'ten thousand steps',
    {},
    {
      steps: Array.from({ length: 10_000 }, (_, index) =>
        index % 2 === 0 ? { setWeight: (index / 2) % 100 } : { pause: { duration: 1 } },
      ),
    },
    /setWeight/,
    [4],
  ),
  attack(
    'an analysis of two thousand million measurements',
    (world) => {
      const metrics = Array.from({ length: 200 }, (_, index) => ({
        name: `m${index}`,
        count: 2_147_483_647,
        interval: '1ns',
        initialDelay: '9223372036s',
        successCondition: '(a+)+'.repeat(100),
        failureLimit: 2_147_483_647,
        consecutiveErrorLimit: 2_147_483_647,
        provider: { job: { spec: {} } },
      }));
      world.write(
        'analysis.yaml',
        object(
          'argoproj.io/v1alpha1',
          'AnalysisTemplate',
          { name: 'much', namespace: 'shop' },
          { metrics, templates: [{ templateName: 'much' }] },
        ),
      );
      const analysis = { templates: Array.from({ length: 50 }, () => ({ templateName: 'much' })) };
      world.write(
        'web.yaml',
        rollout(
          'web',
          {},
          {
            analysis,
            steps: [
              { analysis },
              {
                experiment: {
                  duration: '292277h',
                  templates: Array.from({ length: 50 }, (_, index) => ({
                    name: `t${index}`,
                    specRef: 'canary',
                    replicas: 2_147_483_647,
                  })),
                  analyses: [{ name: 'x', templateName: 'much' }],
                },
              },
            ],
          },
        ),
      );
    },
    async (world) => /2147483647/.test((await world.run('cat', ['analysis.yaml'])).output),
    {
      runs: [
        { args: ['lint', '.'], exit: [1, 4] },
        { args: ['simulate', '.'], exit: [1, 4], seconds: 10 },
        { args: ['drift', '.'], exit: [0, 1, 2, 4], finds: false, seconds: 10 },
      ],
    },
  ),
  attack(
    'objects of the wrong shape',
    (world) => {
      const odd = [null, [], {}, '', 'a', 1, -1, true, [null], [[]], [{}], { a: 'b' }, '\u0000', 9e15];
      const pods = (/** @type {unknown} */ volumes) => ({
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'web', image: 'web:1' }], volumes },
        },
      });
      for (const [index, one] of odd.entries()) {
        world.write(
          `v${index}.yaml`,
          rollout(`v${index}`, pods(one), { steps: [one, { pause: { duration: one } }, { setWeight: one }] }),
        );
        world.write(
          `w${index}.yaml`,
          rollout(
            `w${index}`,
            { selector: one },
            { stableService: one, canaryService: one, trafficRouting: one },
          ),
        );
        world.write(
          `i${index}.yaml`,
          object(
            'networking.k8s.io/v1',
            'Ingress',
            { name: `i${index}`, namespace: 'shop' },
            { rules: [one, { http: one }, { http: { paths: [one] } }] },
          ) +
            '---\n' +
            rollout(
              `i${index}`,
              {},
              {
                stableService: 'web',
                canaryService: `s${index}`,
                trafficRouting: {
                  alb: { ingress: `i${index}`, servicePort: 80 },
                  nginx: { stableIngress: `i${index}` },
                },
              },
            ),
        );
        world.write(
          `s${index}.yaml`,
          `${JSON.stringify({ apiVersion: one, kind: 'Service', metadata: { name: `s${index}`, namespace: 'shop' }, spec: one })}\n`,
        );
        world.write(
          `a${index}.yaml`,
          application({
            name: `a${index}`,
            path: '.',
            spec: { ignoreDifferences: one, syncPolicy: one, sources: one },
          }),
        );
        world.write(
          `k${index}/kustomization.yaml`,
          `${JSON.stringify({ resources: one, patches: one, images: one, namePrefix: one, components: one, configMapGenerator: one, replicas: one, labels: one })}\n`,
        );
      }
      world.write('web.yaml', service('web'));
    },
    isTooMuch(`for (const volume of { a: 'b' }) volume`),
    // A fault would be exit 3.
    { runs: commands.map((run) => ({ ...run, seconds: 10 })) },
  ),
];

/** @param {World} _ @param {string} output */
function isShort(_, output) {
  return output.length < 2_000_000 ? [] : [`prints ${output.length} characters`];
}

// Texts that whatever reads them looks through from each of their characters, or level by level.
import { attack, backtracks, commands, isShort, isTooMuch } from '../bombs.mjs';
import { application, object, rollout, service } from '../pieces.mjs';

/** @typedef {import('../world.mjs').World} World */

/** What looks at the rest of a text from each of its characters takes so long. */
const square = isTooMuch(
  `const t = '\\t'.repeat(200000); for (let i = 0; i < t.length; i++) for (let j = i; j < t.length; j++) t.charCodeAt(j)`,
);

const overflow = isTooMuch('const f = (n) => n === 0 ? 0 : f(n - 1) + 1; f(100000)');

/**
 * A Rollout with an analysis of some metrics.
 * @param {World} world @param {object[]} metrics
 */
function analysed(world, metrics) {
  world.write(
    'template.yaml',
    object('argoproj.io/v1alpha1', 'AnalysisTemplate', { name: 'gate', namespace: 'shop' }, { metrics }),
  );
  const analysis = { templates: [{ templateName: 'gate' }] };
  world.write('web.yaml', rollout('web', {}, { steps: [{ setWeight: 20 }, { analysis }, { pause: {} }] }));
}

/** @param {string} name @param {object} spec */
const set = (name, spec) =>
  object('argoproj.io/v1alpha1', 'ApplicationSet', { name, namespace: 'argocd' }, spec);

/** What a generator fills in. @param {string} text */
const template = (text) => ({
  metadata: { name: text },
  spec: {
    project: 'default',
    source: { repoURL: 'https://example.com/shop.git', path: text },
    destination: { namespace: 'shop' },
  },
});

const slow = commands.map((run) => ({ ...run, seconds: 10, check: isShort }));

/** @type {import('../attack.mjs').Attack[]} */
export default [
  attack(
    'lines of a hundred thousand tabs, before, behind and within what is read',
    (world) => {
      const tabs = '\t'.repeat(100_000);
      const head = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n';
      world.write('behind.yaml', `${head}a: b${tabs}!\n`);
      world.write('block.yaml', `${head}a: |\n  b\n${tabs}\n`);
      world.write('dashes.yaml', `${head}a: [\n${'-\t'.repeat(50_000)}b]\n`);
      world.write('plain.yaml', `${head}a:\n  b${'\n   \t'.repeat(20_000)}\n`);
      world.write('before.yaml', `${tabs}${head}`);
    },
    square,
    { runs: slow },
  ),
  attack(
    'queries of quotes, braces and parentheses that do not end',
    (world) =>
      analysed(
        world,
        ['\\"', "'", '{', '[', '{{', '${', '#', '(', 'sum('].flatMap((part, index) => [
          {
            name: `q${index}`,
            successCondition: 'result[0] > 1',
            provider: { prometheus: { address: 'http://p', query: part.repeat(40_000) } },
          },
          {
            name: `p${index}`,
            successCondition: 'result[0] > 1',
            provider: {
              prometheus: { address: 'http://p', query: `${'('.repeat(4900)}1${')'.repeat(4900)}` },
            },
          },
        ]),
      ),
    square,
    { runs: slow },
  ),
  attack(
    'conditions of quotes and parentheses that do not end',
    (world) =>
      analysed(
        world,
        ['\\"', "'", '`', '{{', 'result[', '(', '!', 'a.b.', '1 + '].map((part, index) => ({
          name: `c${index}`,
          successCondition: part.repeat(40_000),
          failureCondition: `${'('.repeat(20_000)}result${')'.repeat(20_000)}`,
          provider: { prometheus: { address: 'http://p', query: 'up' } },
        })),
      ),
    overflow,
    { runs: slow },
  ),
  attack(
    'functions of numbers within each other in conditions',
    (world) =>
      analysed(
        world,
        ['round(', 'abs(', 'max(1, ', 'round(0.37 * ', '1 / (1 + '].map((part, index) => ({
          name: `f${index}`,
          successCondition: `${part.repeat(40)}result[0]${')'.repeat(40)} > 1`,
          failureCondition: `${part.repeat(40)}result[0]${')'.repeat(40)} < 0`,
          provider: { prometheus: { address: 'http://p', query: 'sum(up)' } },
        })),
      ),
    square,
    { runs: slow },
  ),
  attack(
    'numbers of a million digits, wherever a number is read',
    (world) => {
      const digits = '9'.repeat(1_000_000);
      const resources = {
        requests: { cpu: `${digits}m`, memory: `0.${digits}` },
        limits: { cpu: `1e${digits}`, memory: `${digits}Ei` },
      };
      world.write(
        'web.yaml',
        rollout(
          'web',
          {
            progressDeadlineSeconds: `${digits}`,
            template: {
              metadata: { labels: { app: 'web' } },
              spec: { containers: [{ name: 'web', image: 'web:1', resources }] },
            },
          },
          {
            steps: [
              { pause: { duration: `${digits}h` } },
              { pause: { duration: digits } },
              { setWeight: digits },
            ],
          },
        ),
      );
      world.write(
        'plain.yaml',
        `apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { a: ${digits}, b: 0x${digits}, c: 0b${'1'.repeat(1_000_000)}, d: ${digits}.${digits}e${digits}, ${digits}: e }\n`,
      );
    },
    isTooMuch(`for (let i = 0; i < 6; i++) BigInt('9'.repeat(3e6)) * 10n ** 3000000n`),
    { runs: slow },
  ),
  attack(
    'patterns of patches are counts upon counts, and so are names',
    (world) => {
      const name = `${'a'.repeat(200)}b`;
      world.write('k/r.yaml', rollout(name, {}, { stableService: 'nope' }));
      const patch = JSON.stringify([{ op: 'replace', path: '/spec/replicas', value: 3 }]);
      const counted = ['.{0,1000}'.repeat(100), '(?:(?:a{0,30}){0,30}){0,30}', '[a-z]{0,999}'.repeat(80)];
      const patches = counted.flatMap((pattern) =>
        [`${pattern}c`, `${pattern}b`].map((one) => ({ target: { kind: one, name: one }, patch })),
      );
      world.write('k/kustomization.yaml', JSON.stringify({ resources: ['r.yaml'], patches }));
      world.write(
        'project.yaml',
        object(
          'argoproj.io/v1alpha1',
          'AppProject',
          { name: 'default', namespace: 'argocd' },
          { sourceRepos: ['\\'.repeat(50_000), '['.repeat(50_000), '{a,'.repeat(20_000)], destinations: [] },
        ),
      );
      world.write('app.yaml', application({ name: 'web', path: 'k' }));
    },
    backtracks(`^${'.{0,1000}'.repeat(100)}c$`, 'ab'.repeat(4900)),
    { runs: slow },
  ),
  attack(
    'generators of an ApplicationSet multiply each other',
    (world) => {
      const list = (/** @type {number} */ at) => ({
        list: { elements: Array.from({ length: 300 }, (_, index) => ({ [`k${at}`]: `${index}` })) },
      });
      world.write(
        'matrix.yaml',
        set('matrix', {
          generators: [{ matrix: { generators: [{ matrix: { generators: [list(0), list(1)] } }, list(2)] } }],
          template: template('{{k0}}-{{k1}}-{{k2}}'),
        }),
      );
      world.write(
        'many.yaml',
        set('many', {
          generators: Array.from({ length: 100 }, (_, at) => list(at)),
          template: template('{{k0}}{{k1}}'.repeat(300)),
        }),
      );
    },
    isTooMuch(`const all = []; for (let i = 0; i < 27e6; i++) all.push({ name: 'a' + i, path: 'b' + i })`),
    { runs: slow },
  ),
  attack(
    'templates of an ApplicationSet ask for loops and texts without end',
    (world) =>
      world.write(
        'go.yaml',
        set('go', {
          goTemplate: true,
          goTemplateOptions: ['missingkey=error'],
          generators: [
            { list: { elements: [{ a: '{{.a}}', b: 'x'.repeat(10_000) }] } },
            { git: { repoURL: 'https://example.com/shop.git', directories: [{ path: '{{.a}}/**' }] } },
          ],
          template: template(
            `{{ range untilStep 0 1000000000 1 }}{{ repeat 1000000000 .b }}{{ end }}${'{{ if .a }}'.repeat(5000)}${'{{'.repeat(50_000)}`,
          ),
          templatePatch: `${'{{ .b }}'.repeat(50_000)}`,
        }),
      ),
    isTooMuch(`let s = ''; for (let i = 0; i < 1e9; i++) s += 'x'.repeat(1e4)`),
    { runs: slow },
  ),
  attack(
    'each reader gets what is nested as deep as its text is long',
    (world) => {
      const deep = (/** @type {string} */ open, /** @type {string} */ close) =>
        `${open.repeat(20_000)}1${close.repeat(20_000)}`;
      const texts = [
        deep('(', ')'),
        deep('[', ']'),
        deep('{a: ', '}'),
        deep('{{', '}}'),
        deep('!(', ')'),
        '/'.repeat(50_000),
      ];
      world.write(
        'app.yaml',
        application({
          name: 'web',
          path: 'shop',
          spec: {
            ignoreDifferences: texts.map((text) => ({
              group: '*',
              kind: '*',
              jqPathExpressions: [text],
              jsonPointers: [text, `/${text}`],
            })),
            source: {
              repoURL: texts[0],
              path: 'shop',
              helm: { values: texts[2], valuesObject: {}, parameters: [] },
            },
          },
        }),
      );
      const annotations = Object.fromEntries(
        texts.flatMap((text, at) => [
          [`nginx.ingress.kubernetes.io/x${at}`, text],
          [`alb.ingress.kubernetes.io/actions.x${at}`, text],
          [`argocd.argoproj.io/sync-options${at}`, text],
        ]),
      );
      world.write('shop/web.yaml', rollout('web', { template: texts[1] }, { steps: texts }));
      world.write(
        'shop/ingress.yaml',
        object(
          'networking.k8s.io/v1',
          'Ingress',
          { name: 'web', namespace: 'shop', annotations },
          { rules: texts },
        ),
      );
      world.write(
        'shop/service.yaml',
        service('web', { selector: Object.fromEntries(texts.map((text) => [text, text])) }),
      );
      world.write(
        'shop/kustomization.yaml',
        `resources: [web.yaml, service.yaml]\npatches: [{ patch: '${texts[2]}' }]\n`,
      );
      world.write('chart/templates/a.yaml', `a: {{ ${texts[0]} }}\n${texts[3]}\n`);
      world.write('chart/Chart.yaml', `name: ${texts[1]}\n`);
    },
    overflow,
    { runs: slow },
  ),
  attack(
    'commands of scripts, and variables that are made of each other',
    (world) => {
      const letters = [...'ABCDEFGHIJKL'];
      const lines = letters.slice(1).map((letter, at) => `V_${letter}=${`$V_${letters[at]}`.repeat(45)}`);
      world.write(
        'deploy.sh',
        `V_A=${'x'.repeat(190)}\n${lines.join('\n')}\nsed -i "s/web:latest/web:$V_L/" web.yaml\n${'echo $V_L $V_A image\n'.repeat(40_000)}`,
      );
      for (const word of ['sed a ', 'sed s/a/ ', 'A=$', '${{ env.A', 'yq  ', '| ', 'kubectl set image '])
        world.write(
          `${word.replaceAll(/\W/g, '')}.sh`,
          `tag ${word.repeat(Math.floor(900_000 / word.length))}\n`,
        );
      const containers = [{ name: 'web', image: 'example.com/web:latest' }];
      world.write(
        'web.yaml',
        rollout('web', { template: { metadata: { labels: { app: 'web' } }, spec: { containers } } }),
      );
    },
    isTooMuch(`let t = 'x'.repeat(190); for (let at = 0; at < 11; at++) t = t.repeat(45)`),
    { runs: [{ args: ['lint', '.'], exit: [0, 1], check: isShort }] },
  ),
];

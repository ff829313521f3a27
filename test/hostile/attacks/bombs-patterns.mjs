// Patterns, names and hosts that backtrack.
import { application, object, rollout, service } from '../pieces.mjs';
import { commands, backtracks, attack, isShort } from '../bombs.mjs';

/** @type {import('../attack.mjs').Attack[]} */
export default [
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
    { runs: commands.map((run) => ({ ...run, check: isShort, seconds: 12 })) },
  ),
];

// Numbers, lengths and shapes that nobody expects.
import { application, object, rollout, service } from '../pieces.mjs';
import { commands, isTooMuch, attack, numbers } from '../bombs.mjs';

/** @type {import('../attack.mjs').Attack[]} */
export default [
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

// What steers a terminal, the log of a CI or a page: names, messages and settings that are printed.
import path from 'node:path';
import { application, object, rollout, service } from '../pieces.mjs';

/** @typedef {import('../world.mjs').World} World */
/** @typedef {import('../attack.mjs').Attack} Attack */
/** @typedef {import('../attack.mjs').Run} Run */

/** Where the clone of rolloutkit has js-yaml: its bundles contain it, so that an installation has no such package. */
const modules = path.join(import.meta.dirname, '../../../node_modules');

/** Escape codes, C1, turned directions, invisible characters, line breaks, and commands of four CIs. */
const evil =
  "\u001b]0;pwned\u0007\u001b[2J\u009b31m\u202egnp\u2066\u200b\u2028\r\n::add-mask::zz\n::error file=a.yaml,line=1::injected\n ##[error]x ##vso[task.setvariable variable=A]b ##teamcity[buildStatus text='x'] ::stop-commands::x\n";

/**
 * @param {Run[]} runs
 * @returns {Run[]} as on a machine of a person, and as on those of CIs
 */
const everywhere = (runs) =>
  [{}, { GITHUB_ACTIONS: 'true', CI: 'true' }, { TF_BUILD: 'True' }].flatMap((env) =>
    runs.map((run) => ({ ...run, env: /** @type {Record<string, string>} */ (env) })),
  );

/**
 * @param {string} name
 * @param {(world: World) => void} build
 * @param {Run[]} runs
 * @returns {Attack}
 */
const attack = (name, build, runs) => ({
  name: `output: ${name}`,
  build,
  runs: everywhere(runs),
  // What is in the files reaches the terminal as it is.
  proof: async (world) => {
    const { output, status } = await world.run(
      'sh',
      [
        '-c',
        `node -e 'const y = require("js-yaml"); for (const f of process.argv.slice(1)) try { console.log(y.load(require("fs").readFileSync(f, "utf8"))?.metadata?.name ?? require("fs").readFileSync(f, "utf8").replace(/\\\\u001b/g, "\\u001b")) } catch { console.log(require("fs").readFileSync(f, "utf8")) }' *.yaml`,
      ],
      { env: { NODE_PATH: modules } },
    );
    if (status !== 0) throw new Error(`The proof cannot read the files: ${output.slice(0, 500)}`);
    return /\u001b|::add-mask::/.test(output);
  },
});

/** @type {import('../attack.mjs').Attack[]} */
export default [
  attack(
    'names of objects, of everything they refer to, and messages about them',
    (world) => {
      const named = rollout(
        evil,
        {
          template: {
            metadata: { labels: { app: 'web', [evil]: evil } },
            spec: { containers: [{ name: evil, image: evil }] },
          },
        },
        {
          stableService: evil,
          canaryService: `${evil}2`,
          [evil]: evil,
          steps: [{ [evil]: 1 }, { analysis: { templates: [{ templateName: evil }] } }, { setWeight: evil }],
        },
      );
      world.write('rollout.yaml', named);
      world.write(
        'rest.yaml',
        [
          service(evil, { [evil]: evil }),
          object(evil, evil, { name: evil, namespace: evil }, {}),
          object(
            'networking.istio.io/v1',
            'VirtualService',
            { name: evil, namespace: 'shop' },
            { hosts: [evil], http: [{ name: evil, [evil]: 1 }] },
          ),
          object(
            'networking.k8s.io/v1',
            'Ingress',
            { name: evil, namespace: 'shop', annotations: { [evil]: evil } },
            { rules: [{ host: evil }] },
          ),
        ].join('---\n'),
      );
      world.write(
        'app.yaml',
        application({
          name: evil,
          path: evil,
          namespace: evil,
          spec: {
            [evil]: evil,
            ignoreDifferences: [
              { group: evil, kind: evil, jqPathExpressions: [evil, `.a["${evil}`], jsonPointers: [evil] },
            ],
          },
        }),
      );
      world.write(
        'kustomization.yaml',
        `${JSON.stringify({ resources: ['rollout.yaml', evil], patches: [{ target: { kind: evil, name: evil }, patch: evil }], [evil]: evil })}\n`,
      );
      world.write('broken.yaml', `a: [ "${evil.replaceAll('\n', ' ')}\n::add-mask::x\n`);
      world.write('Chart.yaml', `${JSON.stringify({ apiVersion: 'v2', name: evil, version: evil })}\n`);
    },
    [
      { args: ['lint', '.'], exit: [1, 4] },
      { args: ['simulate', '.'], exit: [1, 2, 4] },
      { args: ['drift', '.'], exit: [0, 1, 2, 4], finds: false },
      { args: ['lint', '--render', '.'], exit: [1, 4] },
      { args: ['rollback', '--dry-run', 'web'], exit: [1, 2], finds: false },
      { args: ['rollback', '--dry-run', evil], exit: [0, 1, 2, 4], finds: false },
    ],
  ),
  attack(
    'a Rollout that is in sync has a name that steers',
    (world) => {
      world.write('shop/rollout.yaml', rollout(`e\u001be\u001b[31m\n::add-mask::zz`));
      world.write('app.yaml', application({ name: 'shop\u001b[31m\n::add-mask::zz', path: 'shop' }));
    },
    [
      { args: ['drift', '.'], exit: [0, 1, 2, 4], finds: false },
      { args: ['simulate', '.'], exit: [1, 4] },
      { args: ['simulate', '--rollout', 'nope', '.'], exit: [2], finds: false },
      { args: ['simulate', '--step', '1', '--rollout', 'legit/legit', '.'], exit: [0, 1, 2], finds: false },
      { args: ['drift', '--rollout', 'nope', '.'], exit: [2], finds: false },
    ],
  ),
  attack(
    'keys and values of settings that are wrong',
    (world) =>
      world.write(
        'rolloutkit.yaml',
        `${JSON.stringify({ [evil]: 1, rules: { [evil]: 'error', 'rollout/services-exist': evil }, rollouts: evil, argocd: evil, assume: [evil], ignore: [evil], helmValues: [[evil]], render: evil })}\n`,
      ),
    [
      { args: ['lint', '.'], exit: [2], finds: false },
      { args: ['drift', '.'], exit: [2], finds: false },
    ],
  ),
  attack(
    'eleven Rollouts, of which one has to be chosen, have names that steer',
    (world) => {
      for (let index = 0; index < 12; index += 1) world.write(`r${index}.yaml`, rollout(`${index}${evil}`));
    },
    [
      { args: ['simulate', '.'], exit: [1, 2, 4], finds: false },
      { args: ['rollback', 'nope'], exit: [2], finds: false },
    ],
  ),
  {
    ...attack(
      'findings as JSON in a log',
      (world) => world.write('rollout.yaml', rollout(`${evil}::`, {}, { stableService: evil })),
      [],
    ),
    runs: [
      // JSON is data; as a line of a log it must steer nothing all the same.
      { args: ['lint', '--format', 'json', '.'], exit: [1], env: { GITHUB_ACTIONS: 'true' } },
      { args: ['simulate', '--format', 'json', '.'], exit: [1], env: { GITHUB_ACTIONS: 'true' } },
    ],
  },
  {
    name: 'output: nobody can take what is printed',
    build: (world) => world.write('rollout.yaml', rollout('web', {}, { stableService: 'nope' })),
    runs: [
      {
        command: (world) => [
          'sh',
          '-c',
          `"${process.execPath}" "${world.installation}/bin/rolloutkit.js" lint . > /dev/full`,
        ],
        programs: [/^\/bin\/sh$|^\/usr\/bin\/sh$|^\/bin\/dash$/],
        exit: [3, 4],
        finds: false,
      },
      {
        command: (world) => [
          'sh',
          '-c',
          `"${process.execPath}" "${world.installation}/bin/rolloutkit.js" lint . | true`,
        ],
        programs: [/^\/bin\/sh$|^\/usr\/bin\/sh$|^\/bin\/dash$/],
        exit: [0],
        finds: false,
      },
    ],
    proof: async (world) => (await world.run('sh', ['-c', 'echo x > /dev/full'])).status !== 0,
  },
];

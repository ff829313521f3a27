// What bombs are made of, and which commands meet them.
import { application, object, rollout, service } from './pieces.mjs';

/** @typedef {import('./world.mjs').World} World */
/** @typedef {import('./attack.mjs').Attack} Attack */
/** @typedef {import('./attack.mjs').Run} Run */

export const commands = /** @type {Run[]} */ ([
  { args: ['lint', '.'], exit: [1, 4] },
  { args: ['simulate', '--rollout', 'legit/legit', '.'], exit: [1, 4] },
  { args: ['drift', '.'], exit: [0, 1, 2, 4], finds: false },
]);

/** Whether a script of Node does not end in time, or ends by an error: what it took before there were limits.
 * @param {string} script
 * @param {number} seconds
 */
export const isTooMuch =
  (script, seconds = 2) =>
  async (/** @type {World} */ world) => {
    const { isLate, status } = await world.run('node', ['-e', script], { seconds });
    return isLate || status !== 0;
  };

/** @param {string} pattern @param {string} text */
export const backtracks = (pattern, text) =>
  isTooMuch(`new RegExp(${JSON.stringify(pattern)}).test(${JSON.stringify(text)})`);

/**
 * @param {string} name
 * @param {(world: World) => void} build
 * @param {(world: World) => boolean | Promise<boolean>} proof
 * @param {Partial<Attack>} [rest]
 * @returns {Attack}
 */
export const attack = (name, build, proof, rest = {}) => ({
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
export function ignoring(world, expressions) {
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
export const jq = (name, expressions, proof) =>
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
export const bareJq = (filter) => async (/** @type {World} */ world) => {
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
export const numbers = (name, spec, canary, proof, exit) =>
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

/** @param {World} _ @param {string} output */
export function isShort(_, output) {
  return output.length < 2_000_000 ? [] : [`prints ${output.length} characters`];
}

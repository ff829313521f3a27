// Runs plays in a control plane, several at once, and stores each finished one.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ApiError, collection } from './api.mjs';
import { Deployment, startArgoCd, variants, variantsInOrder } from './argocd.mjs';
import { startControlPlane } from './control-plane.mjs';
import { Player } from './play.mjs';
import { fileOf, isPlayed, keep } from './results.mjs';
import { Spaces } from './space.mjs';

/** @typedef {import('../../test/conformance/live/systems.js').System} System */
/** @typedef {typeof import('../../test/conformance/live/live.js')} Live */
/** @typedef {{ jobs: number, quiet: number, again: boolean, isWanted: (name: string) => boolean }} Options */
/** @typedef {{ what: string, file: string, play: (namespace: string) => Promise<{ states: unknown[], problem?: string }> }} Job */

/**
 * Plays updates of systems and their branches. @param {Live} live @param {System[]} systems @param {Options} options
 */
export async function playAll(live, systems, { jobs, quiet, again, isWanted }) {
  const api = await startControlPlane({ argocd: false });
  const spaces = new Spaces(api);
  await spaces.watch();
  // The server that analyses query.
  createServer((_, response) => response.end('{"ok":true}')).listen(8088, '127.0.0.1');
  const played = systems.filter(({ isInOrder }) => !isInOrder);
  const queue = played.flatMap((system) =>
    [...live.predict(system).keys()].filter(isWanted).map((name) => ({
      name,
      what: `${system.name} ${name}`,
      file: fileOf('plays', system.name, name),
      play: async (/** @type {string} */ namespace) => {
        if (name === 'main') keep(fileOf('defaults', system.name), await defaultsOf(live, api, system));
        return playOne(live, spaces, { system, name, namespace, quiet });
      },
    })),
  );
  // Main lines first, because they cover the most.
  queue.sort((one, other) => Number(other.name === 'main') - Number(one.name === 'main'));
  await work(queue, { jobs, again });
}

/** Has Argo CD deploy systems in all variants. @param {Live} live @param {System[]} systems @param {Options} options */
export async function deployAll(live, systems, { jobs, quiet, again, isWanted }) {
  const api = await startControlPlane({ argocd: true });
  await startArgoCd(api);
  const spaces = new Spaces(api);
  await spaces.watch();
  const queue = Object.keys(variants).flatMap((variant) =>
    systems
      .filter(({ application, isInOrder }) => {
        if (isInOrder && !variantsInOrder.includes(variant)) return false;
        return application !== undefined && isWanted(variant);
      })
      .map((system) => ({
        what: `${system.name} by Argo CD, ${variant}`,
        file: fileOf('argocd', system.name, variant),
        play: async (/** @type {string} */ namespace) => {
          if (system.isInOrder) keep(fileOf('defaults', system.name), await defaultsOf(live, api, system));
          return deployOne(live, spaces, { system, variant, namespace, quiet });
        },
      })),
  );
  await work(queue, { jobs, again });
}

/** @param {Job[]} all @param {Pick<Options, 'jobs' | 'again'>} options */
async function work(all, { jobs, again }) {
  const queue = all.filter(({ file }) => again || !isPlayed(file));
  console.log(`${queue.length} of ${all.length} plays are to be played.`);
  let count = 0;
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      const start = Date.now();
      const played = await job.play(`live-${Date.now() % 1e9}-${++count}`);
      keep(job.file, played);
      const took = `${Math.round((Date.now() - start) / 1000)} s, ${queue.length} to go`;
      const problem = played.problem === undefined ? '' : `: ${played.problem}`;
      console.log(`${job.what}: ${played.states.length} states, ${took}${problem}`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}

/**
 * @param {Live} live @param {Spaces} spaces
 * @param {{ system: System, name: string, namespace: string, quiet: number }} one
 */
async function playOne(live, spaces, { system, name, namespace, quiet }) {
  const space = await spaces.open(namespace);
  const [branch = '', pause] = name.split('@');
  const manifests = pause === undefined ? system.manifests : live.withLongPauses(system.manifests);
  const player = new Player(space, placed(live, manifests, namespace), quiet);
  const problem = await problemOf(async () => {
    player.isRecording = pause === undefined;
    await player.install();
    if (player.isInvalid) return;
    await player.update();
    await player.follow(pause);
    player.isRecording = true;
    if (pause !== undefined) await player.branch(branch, live.scaledBy);
  });
  await spaces.close(namespace);
  return { namespace, hashes: space.hashes, states: player.states, ...problem };
}

/**
 * @param {Live} live @param {Spaces} spaces
 * @param {{ system: System, variant: string, namespace: string, quiet: number }} one
 */
async function deployOne(live, spaces, { system, variant, namespace, quiet }) {
  const space = await spaces.open(namespace);
  const application = placed(live, system.application, namespace);
  const deployment = new Deployment(
    space,
    placed(live, system.manifests, namespace),
    application,
    variant,
    quiet,
    system.isInOrder === true,
  );
  const predicted = deployment.predict(join(import.meta.dirname, '../../bin/rolloutkit.js'));
  const problem = await problemOf(() => deployment.play());
  await deployment.close();
  await spaces.close(namespace);
  return { namespace, hashes: space.hashes, application: predicted, states: deployment.told, ...problem };
}

/** @param {() => Promise<void>} act @returns {Promise<{ problem?: string }>} */
async function problemOf(act) {
  try {
    await act();
    return {};
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** @param {Live} live @param {unknown} manifests @param {string} namespace */
function placed(live, manifests, namespace) {
  return JSON.parse(JSON.stringify(manifests).replaceAll(live.namespace, namespace));
}

/**
 * The defaults that the API server sets in the predicted objects of a system, from dry-run creations.
 * @param {Live} live @param {import('./api.mjs').Api} api @param {System} system
 */
async function defaultsOf(live, api, system) {
  /** @type {Record<string, import('../../test/conformance/live/comparable.js').Default[]>} */
  const defaults = {};
  const asked = new Set();
  const frames = [...live.predict(system).values()].flat();
  for (const object of frames.flatMap(({ objects }) => [...objects.values()])) {
    const rest = /** @type {any} */ ({ ...object, status: undefined });
    const text = JSON.stringify(rest);
    if (asked.has(text) || !live.comparedKinds.has(rest.kind)) continue;
    asked.add(text);
    const list = (defaults[live.keyOf(rest)] ??= []);
    const changed = live.differences(live.comparable(rest), live.comparable(await stored(api, rest)));
    for (const { path, predicted: was, live: is } of changed)
      if (!list.some((other) => JSON.stringify(other) === JSON.stringify({ path, was, is })))
        list.push({ path, was, is });
  }
  return defaults;
}

/** @param {import('./api.mjs').Api} api @param {any} object */
async function stored(api, object) {
  const { metadata, apiVersion, kind } = object;
  const { name, namespace } = metadata;
  const ownerReferences = metadata.ownerReferences?.map((/** @type {any} */ owner) => ({
    ...owner,
    uid: 'none',
  }));
  // A name with H1 in it is not valid.
  const created = { ...metadata, name: name.toLowerCase(), namespace: 'scratch', ownerReferences };
  try {
    const path = `${collection(apiVersion, kind, 'scratch')}?dryRun=All`;
    const answer = await api.call('POST', path, { ...object, metadata: created });
    return { ...answer, metadata: { ...answer.metadata, name, namespace } };
  } catch (error) {
    // A rejected object gets no defaults; the comparison reports an object that exists nevertheless.
    if (error instanceof ApiError && error.status === 422) return object;
    throw error;
  }
}

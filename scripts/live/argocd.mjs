// Has Argo CD deploy and update a system from a repository, and records what it reports of each object in each stable
// state.
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import { sleep } from './api.mjs';
import { bin } from './build.mjs';
import { kubeconfig, run, start } from './control-plane.mjs';
import { endJobs } from './jobs.mjs';
import { Player } from './play.mjs';

/** @typedef {import('./api.mjs').KubeObject} KubeObject */
/**
 * What Argo CD reported in a stable state.
 * @typedef {import('./space.mjs').Rest & { event: string, application: string, resources: Record<string, string>, conditions: string[],
 *   operation?: string, hooks?: Record<string, string> }} Told
 */

const server = 'https://127.0.0.1:6443';
const updateAnnotation = 'rolloutkit/revision';
const compareOptions = 'argocd.argoproj.io/compare-options';

/**
 * Settings of an Application. Absent settings have Argo CD's defaults.
 * @type {Record<string, { rules: 'none' | 'given' | 'derived', options?: string[], serverSideDiff?: boolean, heals?: boolean }>}
 */
export const variants = {
  none: { rules: 'none' },
  given: { rules: 'given' },
  derived: { rules: 'derived' },
  heal: { rules: 'none', heals: true },
  'derived-heal': { rules: 'derived', heals: true },
  'server-side': { rules: 'none', options: ['ServerSideApply=true'] },
  'server-side-derived': { rules: 'derived', options: ['ServerSideApply=true'] },
  'server-side-diff': { rules: 'none', options: ['ServerSideApply=true'], serverSideDiff: true },
  'server-side-diff-derived': { rules: 'derived', options: ['ServerSideApply=true'], serverSideDiff: true },
  respect: { rules: 'derived', options: ['RespectIgnoreDifferences=true'] },
  'respect-heal': { rules: 'derived', options: ['RespectIgnoreDifferences=true'], heals: true },
  'server-side-respect': {
    rules: 'derived',
    options: ['ServerSideApply=true', 'RespectIgnoreDifferences=true'],
  },
  'server-side-respect-heal': {
    rules: 'derived',
    options: ['ServerSideApply=true', 'RespectIgnoreDifferences=true'],
    heals: true,
  },
};

/** Variants for systems with an ordered sync; the other variants compare the rest. */
export const variantsInOrder = ['none', 'derived', 'server-side', 'respect-heal'];

/** Starts Redis, the repository server and the application controller. @param {import('./api.mjs').Api} api */
export async function startArgoCd(api) {
  const namespace = 'argocd';
  const labels = { 'app.kubernetes.io/part-of': 'argocd' };
  const cluster = { ...labels, 'argocd.argoproj.io/secret-type': 'cluster' };
  const config = JSON.stringify({ bearerToken: api.token, tlsClientConfig: { insecure: true } });
  const key = createHash('sha256').update(randomBytes(16)).digest('hex');
  const any = [{ group: '*', kind: '*' }];
  for (const object of [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'argocd-cm', namespace, labels }, data: {} },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'argocd-secret', namespace, labels },
      stringData: { 'server.secretkey': key },
    },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'live', namespace, labels: cluster },
      stringData: { name: 'live', server, config },
    },
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AppProject',
      metadata: { name: 'default', namespace },
      spec: {
        sourceRepos: ['*'],
        destinations: [{ namespace: '*', server: '*' }],
        clusterResourceWhitelist: any,
      },
    },
  ])
    await api.apply(object);
  for (const folder of ['tls', 'ssh', 'repositories']) mkdirSync(join(run, folder), { recursive: true });
  writeFileSync(join(run, 'ssh/ssh_known_hosts'), '');
  const environment = {
    ARGOCD_GPG_ENABLED: 'false',
    ARGOCD_TLS_DATA_PATH: join(run, 'tls'),
    ARGOCD_SSH_DATA_PATH: join(run, 'ssh'),
    KUBECONFIG: kubeconfig,
    TMPDIR: run,
  };
  const redis = '127.0.0.1:6379';
  start('redis', 'redis-server', [
    '--bind',
    '127.0.0.1',
    '--port',
    '6379',
    '--save',
    '',
    '--appendonly',
    'no',
  ]);
  start(
    'argocd-repo-server',
    join(bin, 'argocd'),
    [
      ...['repo-server', '--disable-tls', '--client-ca-path', '', '--address', '127.0.0.1', '--port', '8081'],
      ...['--metrics-address', '127.0.0.1', '--redis', redis],
    ],
    environment,
  );
  start(
    'argocd-controller',
    join(bin, 'argocd'),
    [
      ...['controller', '--kubeconfig', kubeconfig, '--namespace', 'argocd', '--redis', redis],
      ...[
        '--repo-server',
        '127.0.0.1:8081',
        '--repo-server-plaintext',
        '--app-resync',
        '3600',
        '--app-hard-resync',
        '0',
      ],
    ],
    environment,
  );
}

/** A system that is deployed from its own repository. */
export class Deployment {
  /** @type {Told[]} */
  told = [];
  /** The names of Jobs that fail. @type {Set<string>} */
  failing = new Set();

  /**
   * @param {import('./space.mjs').Space} space @param {KubeObject[]} manifests @param {any} application as published
   * @param {string} variant @param {number} quiet @param {boolean} isInOrder whether a sync has waves or hooks, and so can wait
   */
  constructor(space, manifests, application, variant, quiet, isInOrder) {
    this.isInOrder = isInOrder;
    const settings = variants[variant];
    if (!settings) throw new Error(`there is no variant ${variant}`);
    this.settings = settings;
    this.space = space;
    this.manifests = manifests;
    this.player = new Player(space, manifests, quiet);
    this.repository = join(run, 'repositories', space.namespace);
    this.application = this.applicationOf(application);
  }

  /** @param {any} given @returns {KubeObject} */
  applicationOf(given) {
    const { rules, options, serverSideDiff, heals } = this.settings;
    const { namespace } = this.space;
    const policy = rules === 'given' ? given.spec.syncPolicy : {};
    const kept = { ...policy };
    delete kept.automated;
    return {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: {
        name: namespace,
        namespace: 'argocd',
        ...(serverSideDiff && { annotations: { [compareOptions]: 'ServerSideDiff=true' } }),
      },
      spec: {
        project: 'default',
        source: { repoURL: `file://${this.repository}`, targetRevision: 'main', path: 'app' },
        destination: { server, namespace },
        ...(rules === 'given' && { ignoreDifferences: given.spec.ignoreDifferences }),
        syncPolicy: {
          ...kept,
          ...(options && { syncOptions: options }),
          ...(heals && { automated: { selfHeal: true } }),
        },
      },
    };
  }

  /** @param {string[]} args */
  git(...args) {
    const who = ['-c', 'user.name=live', '-c', 'user.email=live@example.com', '-C', this.repository];
    return String(execFileSync('git', [...who, ...args])).trim();
  }

  /** Commits the manifests. @param {string} revision */
  commit(revision) {
    for (const manifest of this.manifests) {
      const copy = structuredClone(manifest);
      if (revision !== '' && manifest === this.player.templateOwner)
        copy['spec'].template.metadata = {
          ...copy['spec'].template.metadata,
          annotations: { ...copy['spec'].template.metadata?.annotations, [updateAnnotation]: revision },
        };
      writeFileSync(
        join(this.repository, 'app', `${copy.kind}-${copy.metadata['name']}.yaml`.toLowerCase()),
        dump(copy),
      );
    }
    this.git('add', '--all', 'app');
    this.git('commit', '--quiet', '--allow-empty', '-m', `revision ${revision}`);
  }

  /** The prediction of drift for the repository, with the Application beside its objects. @param {string} cli */
  predict(cli) {
    rmSync(this.repository, { recursive: true, force: true });
    mkdirSync(join(this.repository, 'app'), { recursive: true });
    this.git('init', '--quiet', '--initial-branch', 'main');
    this.commit('');
    const file = join(this.repository, 'application.yaml');
    const { source } = this.application['spec'];
    // Drift finds the repository by its name, as a clone.
    const written = {
      ...this.application,
      spec: {
        ...this.application['spec'],
        source: { ...source, repoURL: 'https://git.example.com/live.git' },
      },
    };
    writeFileSync(file, dump(written));
    const drift = (/** @type {string[]} */ ...args) =>
      execute(process.execPath, [cli, 'drift', this.repository, ...args]);
    if (this.settings.rules === 'derived') {
      drift('--write');
      const { ignoreDifferences, syncPolicy } = /** @type {any} */ (load(readFileSync(file, 'utf8'))).spec;
      Object.assign(this.application['spec'], {
        ...(ignoreDifferences && { ignoreDifferences }),
        ...(syncPolicy && { syncPolicy }),
      });
    }
    const text = readFileSync(file, 'utf8');
    return { application: text, answer: JSON.parse(drift('--format', 'json')) };
  }

  /** Records what Argo CD reports in a stable state. @param {string} event */
  async keep(event) {
    // A comparison can trigger self-healing, which must end first.
    await this.refresh();
    const rest = await this.rest();
    const { status } = await this.refresh();
    /** @type {Record<string, string>} */
    const resources = {};
    for (const { group = '', kind, namespace = '', name, status: one } of status.resources ?? [])
      if (one !== undefined) resources[`${group}/${kind}/${namespace}/${name}`] = one;
    const conditions = (status.conditions ?? []).map(
      (/** @type {any} */ { type, message }) => `${type}: ${message}`,
    );
    this.told.push({
      event,
      application: status.sync.status,
      resources,
      conditions,
      ...(this.isInOrder && operationIn(status)),
      ...rest,
    });
  }

  /** Waits for a stable state, in which no Job and no sync can continue. */
  async rest() {
    for (let turn = 0; turn < 40; turn++) {
      const rest = await this.space.rest(this.player.quiet);
      const hasEnded = await endJobs(this.space, this.failing);
      if (!this.isInOrder || (!hasEnded && !this.canGoOn(await this.operation()))) return rest;
      await sleep(1000);
    }
    throw new Error('a sync neither ends nor waits');
  }

  /** Triggers a comparison. */
  async refresh() {
    const annotation = 'argocd.argoproj.io/refresh';
    await this.space.api.patch(this.application, { metadata: { annotations: { [annotation]: 'hard' } } });
    for (let turn = 0; turn < 900; turn++) {
      const now = await this.space.api.get(this.application);
      if (now.metadata.annotations?.[annotation] === undefined) return now;
      await sleep(100);
    }
    throw new Error('Argo CD does not compare');
  }

  /** Starts a sync, and waits until it ends or needs a promotion. */
  async sync() {
    const revision = this.git('rev-parse', 'HEAD');
    const { syncOptions } = this.application['spec'].syncPolicy;
    const operation = {
      initiatedBy: { username: 'live' },
      sync: { revision, ...(syncOptions && { syncOptions }) },
    };
    // As Argo CD's own server does. Without this, Argo CD takes results of the last sync for those of the new one.
    await this.space.api.patch(this.application, { operation, status: { operationState: null } });
    for (let turn = 0; turn < 900; turn++) {
      const { operation: open, status } = await this.space.api.get(this.application);
      const state = status?.operationState;
      if (!open && state && state.phase !== 'Running') {
        if (state.phase !== 'Succeeded' && !this.isInOrder)
          throw new Error(`a sync ${state.phase}: ${state.message}`);
        return;
      }
      await endJobs(this.space, this.failing);
      if (this.isInOrder && state && !this.canGoOn(state)) return;
      await sleep(100);
    }
    throw new Error('a sync does not end');
  }

  /** The state of the last sync. @returns {Promise<{ phase: string, message?: string } | undefined>} */
  async operation() {
    return (await this.space.api.get(this.application)).status?.operationState;
  }

  /**
   * Whether a sync can continue without ready pods or a promotion.
   * @param {{ phase: string, message?: string } | undefined} state
   */
  canGoOn(state) {
    if (state?.phase !== 'Running') return false;
    const isPaused = this.space.waiting.length > 0 || this.player.wait === 'pause';
    return !(isPaused && state.message?.startsWith('waiting for healthy state of argoproj.io/Rollout/'));
  }

  /** Plays the first deployment, and an update with a sync in each pause. */
  async play() {
    const { player, space } = this;
    await space.api.apply(this.application);
    await this.sync();
    await space.until('a status', () => player.status.phase !== undefined);
    for (let turn = 0; turn < 20; turn++) {
      await space.rest(Math.min(player.quiet, 1500));
      if (space.waiting.length === 0) break;
      await player.release();
    }
    await this.keep('install');
    if (player.isInvalid) return;
    this.commit('2');
    await this.sync();
    await space.until('a second ReplicaSet', () => player.replicaSets.length > 1);
    await space.rest(player.quiet);
    await this.keep('update');
    for (let turn = 0; turn < 60 && !player.isDone; turn++) {
      const { wait } = player;
      // Argo CD rejects an operation while another one is running.
      if (wait === 'pause' && !this.settings.heals && (await this.operation())?.phase !== 'Running') {
        await this.sync();
        await this.keep('sync');
      }
      await player.goOn(wait);
      await this.keep(player.states.at(-1)?.event ?? '');
    }
    if (this.manifests.some(({ metadata }) => metadata['name'] === 'before')) await this.failBefore();
  }

  /** Plays a sync of another update whose PreSync hook fails. */
  async failBefore() {
    this.failing.add('before');
    this.commit('3');
    await this.sync();
    await this.keep('a hook fails');
  }

  async close() {
    await this.space.api.delete(this.application).catch(() => {});
    rmSync(this.repository, { recursive: true, force: true });
  }
}

/**
 * The progress of the last sync, and the hooks that it has run.
 * @param {any} status @returns {Pick<Told, 'operation' | 'hooks'>}
 */
function operationIn({ operationState }) {
  const ran = (operationState?.syncResult?.resources ?? []).filter((/** @type {any} */ one) => one.hookType);
  const hooks = ran.map((/** @type {any} */ { kind, name, hookPhase }) => [`${kind} ${name}`, hookPhase]);
  return { operation: operationState?.phase, hooks: Object.fromEntries(hooks) };
}

/** The output of a program, whatever its exit code. @param {string} program @param {string[]} args */
function execute(program, args) {
  try {
    return String(execFileSync(program, args, { maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe'] }));
  } catch (error) {
    return String(/** @type {{ stdout: Buffer }} */ (error).stdout);
  }
}

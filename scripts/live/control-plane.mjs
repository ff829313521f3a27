// Starts etcd, kube-apiserver, controllers of Kubernetes and rollouts-controller on the loopback interface of their own
// network namespace. The namespace and all its processes end with this process.
import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { Api, sleep } from './api.mjs';
import { bin, definitions, work } from './build.mjs';

/** The folder for input and output of the programs. */
export const run = join(work, process.argv.includes('--argocd') ? 'run-argocd' : 'run');
export const kubeconfig = join(run, 'kubeconfig');

/** The Gateway API plugin, which is not a module; undefined if the variable is not set. */
export const gatewayPlugin = process.env['GATEWAY_API_PLUGIN'];

/**
 * Starts a program whose output goes to run/<name>.log.
 * @param {string} name @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} [environment]
 */
export function start(name, program, args, environment = {}) {
  const log = openSync(join(run, `${name}.log`), 'w');
  const started = spawn(program, args, {
    cwd: run,
    stdio: ['ignore', log, log],
    env: { PATH: `${bin}:${process.env['PATH']}`, HOME: run, GOMAXPROCS: '2', ...environment },
  });
  started.on('exit', (code) => {
    console.error(`${name} has ended with ${code}; its log is ${join(run, `${name}.log`)}.`);
    process.exit(1);
  });
}

/** @param {() => Promise<boolean>} isReady @param {string} what */
async function until(isReady, what) {
  for (let turn = 0; turn < 600; turn++) {
    if (await isReady().catch(() => false)) return;
    await sleep(200);
  }
  throw new Error(`${what} does not become ready; its log is in ${run}.`);
}

/** @param {{ argocd: boolean }} options @returns {Promise<Api>} */
export async function startControlPlane({ argocd }) {
  rmSync(run, { recursive: true, force: true });
  mkdirSync(join(run, 'certificates'), { recursive: true });
  execFileSync('ip', ['link', 'set', 'lo', 'up']);
  const token = writeCredentials();
  const api = new Api(token);

  start('etcd', 'etcd', [
    ...['--data-dir', join(run, 'etcd'), '--logger', 'zap', '--log-level', 'warn'],
    ...['--listen-client-urls', 'http://127.0.0.1:2379', '--advertise-client-urls', 'http://127.0.0.1:2379'],
    ...['--listen-peer-urls', 'http://127.0.0.1:2380'],
  ]);
  start('kube-apiserver', join(bin, 'kube-apiserver'), [
    ...[
      '--etcd-servers',
      'http://127.0.0.1:2379',
      '--bind-address',
      '127.0.0.1',
      '--advertise-address',
      '127.0.0.1',
    ],
    ...[
      '--secure-port',
      '6443',
      '--cert-dir',
      join(run, 'certificates'),
      '--token-auth-file',
      join(run, 'tokens.csv'),
    ],
    ...['--authorization-mode', 'AlwaysAllow', '--service-account-issuer', 'https://kubernetes.default.svc'],
    ...[
      '--service-account-key-file',
      join(run, 'key.pub'),
      '--service-account-signing-key-file',
      join(run, 'key'),
    ],
    ...['--service-cluster-ip-range', '10.0.0.0/16', '--disable-admission-plugins', 'ServiceAccount'],
    ...['--endpoint-reconciler-type', 'none', '--profiling=false'],
  ]);
  await until(async () => (await api.call('GET', '/readyz')) === 'ok', 'kube-apiserver');
  start('controllers', join(bin, 'controllers'), ['--kubeconfig', kubeconfig]);
  for (const name of ['argo-rollouts', 'argocd', 'scratch'])
    await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  await define(api, definitions(argocd));
  if (gatewayPlugin !== undefined) await nameGatewayPlugin(api, gatewayPlugin);
  start(
    'rollouts-controller',
    join(bin, 'rollouts-controller'),
    [
      '--kubeconfig',
      kubeconfig,
      '--leader-elect=false',
      '--namespace',
      'argo-rollouts',
      '--qps',
      '200',
      '--burst',
      '400',
    ],
    { KUBECONFIG: kubeconfig },
  );
  return api;
}

/** One token for all clients, and a signing key, which an API server requires even if nothing uses it. */
function writeCredentials() {
  const token = randomBytes(16).toString('hex');
  writeFileSync(join(run, 'tokens.csv'), `${token},admin,admin,system:masters\n`);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(join(run, 'key.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(join(run, 'key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const cluster = { server: 'https://127.0.0.1:6443', 'insecure-skip-tls-verify': true };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'live',
    clusters: [{ name: 'live', cluster }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'live', context: { cluster: 'live', user: 'admin' } }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config));
  return token;
}

/** Creates definitions and waits until they are served. @param {Api} api @param {string[]} texts */
async function define(api, texts) {
  /** @type {any[]} */
  const all = texts
    .flatMap((text) => loadAll(text))
    .filter((object) => object !== null && object !== undefined);
  const wanted = all.filter(({ kind }) => kind === 'CustomResourceDefinition');
  for (const definition of wanted)
    await api.call('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      ...definition,
      status: undefined,
    });
  for (const definition of wanted)
    await until(async () => {
      const { status } = await api.get(definition);
      return status.conditions.some(
        (/** @type {any} */ one) => one.type === 'Established' && one.status === 'True',
      );
    }, definition.metadata.name);
}

/** @param {Api} api @param {string} program */
async function nameGatewayPlugin(api, program) {
  const plugins = [{ name: 'argoproj-labs/gatewayAPI', location: `file://${program}` }];
  await api.apply({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'argo-rollouts-config', namespace: 'argo-rollouts' },
    data: { trafficRouterPlugins: JSON.stringify(plugins) },
  });
}

// Builds the programs of the control plane from pinned Go modules, and reports what cannot be built.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOnPath } from '../modules.mjs';

const root = join(import.meta.dirname, '../..');
const programs = join(root, 'conformance/live/programs');

/** The folder of all written files, which git ignores. */
export const work = join(root, 'conformance/live/work');
export const bin = join(work, 'bin');

const kube = 'v1.34.4';
const version = 'k8s.io/component-base/version';

/**
 * The packages to build in each module, with linker flags.
 * @type {Record<string, { program: string, from: string, flags?: string }[]>}
 */
const modules = {
  kube: [
    {
      program: 'kube-apiserver',
      from: 'k8s.io/kubernetes/cmd/kube-apiserver',
      // Without a version stamp, it reports v0.0.0, and clients depend on the reported version.
      flags: `-X ${version}.gitVersion=${kube} -X ${version}.gitMajor=1 -X ${version}.gitMinor=34`,
    },
    { program: 'controllers', from: '.' },
  ],
  rollouts: [
    { program: 'rollouts-controller', from: 'github.com/argoproj/argo-rollouts/cmd/rollouts-controller' },
    { program: 'kubectl-argo-rollouts', from: 'github.com/argoproj/argo-rollouts/cmd/kubectl-argo-rollouts' },
  ],
  argocd: [{ program: 'argocd', from: '.' }],
};

/**
 * The command prefix for running in a network namespace with only a loopback interface; undefined if that is not
 * allowed.
 */
export function isolation() {
  const own = ['--net', '--pid', '--fork', '--kill-child'];
  const ways = [own, ['--user', '--map-root-user', ...own]];
  return ways.find((flags) => {
    try {
      execFileSync('unshare', [...flags, 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

/** Why the control plane cannot run here; undefined if it can. @param {boolean} withArgoCd */
export function obstacle(withArgoCd) {
  const built = Object.entries(modules).every(
    ([name, list]) =>
      (name === 'argocd' && !withArgoCd) || list.every(({ program }) => existsSync(join(bin, program))),
  );
  if (!built && !isOnPath('go')) return 'there is no Go to build it with';
  if (!isOnPath('etcd'))
    return 'there is no etcd (Debian: apt-get install --no-install-recommends etcd-server)';
  if (withArgoCd && !isOnPath('redis-server'))
    return 'there is no redis-server (Debian: apt-get install --no-install-recommends redis-server)';
  if (!isOnPath('unshare') || !isOnPath('ip')) return 'there is no unshare or no ip (util-linux, iproute2)';
  if (!isolation()) return 'no network namespace is allowed here';
  return undefined;
}

/**
 * Builds missing programs, and those older than their module. Returns the reason if it cannot.
 * @param {boolean} withArgoCd @returns {string | undefined}
 */
export function build(withArgoCd) {
  mkdirSync(bin, { recursive: true });
  for (const [name, list] of Object.entries(modules)) {
    if (name === 'argocd' && !withArgoCd) continue;
    const lacking = name === 'argocd' ? fetchEngine() : undefined;
    if (lacking !== undefined) return lacking;
    for (const { program, from, flags = '' } of list) {
      const file = join(bin, program);
      if (existsSync(file) && statSync(file).mtimeMs > newest(join(programs, name))) continue;
      console.log(`${program} is built; that can take minutes.`);
      execFileSync('go', ['build', '-p', '2', '-ldflags', `-s -w ${flags}`, '-o', file, from], {
        cwd: join(programs, name),
        stdio: 'inherit',
      });
    }
  }
  if (!withArgoCd) return undefined;
  // The repository server runs it instead of git to verify signatures.
  const folder = moduleFolder('argocd', 'github.com/argoproj/argo-cd/v3');
  const script = join(bin, 'git-verify-wrapper.sh');
  if (existsSync(script)) return undefined;
  copyFileSync(join(folder, 'hack/git-verify-wrapper.sh'), script);
  chmodSync(script, 0o755);
  return undefined;
}

/**
 * Fetches the folder of Argo CD that is not a published module, as its recorder does. Returns the reason if it cannot.
 */
function fetchEngine() {
  const args = [join(root, 'scripts/conformance-argocd.mjs'), '--fetch'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status === 0) return undefined;
  if (status !== 77) throw new Error(`${stdout}${stderr}`);
  return stdout.trim().replace(/^skipped: /, '');
}

/** @param {string} folder */
function newest(folder) {
  return Math.max(...readdirSync(folder).map((file) => statSync(join(folder, file)).mtimeMs));
}

/** @param {string} name @param {string} module */
function moduleFolder(name, module) {
  const answer = execFileSync('go', ['mod', 'download', '-json', module], { cwd: join(programs, name) });
  return /** @type {{ Dir: string }} */ (JSON.parse(String(answer))).Dir;
}

/** Definitions of custom resources, from the Go modules that publish them. @param {boolean} withArgoCd */
export function definitions(withArgoCd) {
  const folders = [
    join(moduleFolder('rollouts', 'github.com/argoproj/argo-rollouts'), 'manifests/crds'),
    join(moduleFolder('definitions', 'istio.io/api'), 'kubernetes'),
    join(moduleFolder('definitions', 'sigs.k8s.io/gateway-api'), 'config/crd/standard'),
    ...(withArgoCd ? [join(moduleFolder('argocd', 'github.com/argoproj/argo-cd/v3'), 'manifests/crds')] : []),
  ];
  // From the experimental channel of the Gateway API, takes only kinds that the standard channel lacks.
  const experimental = join(
    moduleFolder('definitions', 'sigs.k8s.io/gateway-api'),
    'config/crd/experimental',
  );
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));
  const rare = readdirSync(experimental).filter((file) => /_(?:tcp|tls)routes\.yaml$/.test(file));
  const names = new Set(files.map((file) => file.split('/').at(-1)));
  return [...files, ...rare.filter((file) => !names.has(file)).map((file) => join(experimental, file))]
    .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
    .map((file) => readFileSync(file, 'utf8'));
}

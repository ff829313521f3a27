import { spawnSync } from 'node:child_process';
import { copyFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const rollout = (route = 'primary'): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  selector:
    matchLabels:
      app: checkout
  strategy:
    canary:
      stableService: checkout
      canaryService: checkout-canary
      trafficRouting:
        istio:
          virtualService:
            name: checkout
            routes:
              - ${route}
      steps:
        - setWeight: 20
        - pause: {}
  template:
    metadata:
      labels:
        app: checkout
    spec:
      containers:
        - name: checkout
          image: shop/checkout:1
`;

const service = (name: string, selector = 'checkout'): string => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector:
    app: ${selector}
  ports:
    - port: 80
      name: http
`;

const virtualService = (route = 'primary'): string => `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: checkout
spec:
  hosts:
    - checkout
  http:
    - name: ${route}
      route:
        - destination:
            host: checkout
          weight: 100
        - destination:
            host: checkout-canary
          weight: 0
`;

const shop = {
  'shop/rollout.yaml': rollout(),
  'shop/service.yaml': service('checkout'),
  'shop/service-canary.yaml': service('checkout-canary'),
  'shop/virtualservice.yaml': virtualService(),
};

/** Has one finding that no change here has to do with. */
const old = { 'old/rollout.yaml': rollout().replaceAll('checkout', 'old').replace('setWeight', 'setweight') };

interface Found {
  readonly file: string;
  readonly rule: string;
}

function findings(folder: string, ...args: string[]): string[] {
  const { stdout, stderr } = run(
    folder,
    'lint',
    '--format',
    'json',
    '--only',
    'istio/route-exists,rollout,schema,yaml',
    ...args,
  );
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { findings: Found[] }).findings.map(({ file, rule }) => `${file} ${rule}`);
}

const missingRoute = 'shop/rollout.yaml istio/route-exists';

beforeEach(() => {
  for (const name of Object.keys(process.env))
    if (/^(GIT|PRE_COMMIT)/.test(name)) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('lint --changed', () => {
  it('says nothing of what did not change', () => {
    const { folder } = new Repository({ ...shop, 'shop/rollout.yaml': rollout('main') });
    expect(findings(folder)).toEqual([missingRoute]);
    expect(findings(folder, '--changed')).toEqual([]);
    expect(run(folder, 'lint', '--changed').code).toBe(0);
  });

  it('reports what a changed file breaks elsewhere', () => {
    const repository = new Repository(shop);
    repository.write({ 'shop/virtualservice.yaml': virtualService('main') });
    expect(findings(repository.folder, '--changed')).toEqual([missingRoute]);
    expect(run(repository.folder, 'lint', '--changed').code).toBe(1);
  });

  it('reports what a deleted file leaves behind, and nothing else', () => {
    const repository = new Repository({ ...shop, ...old });
    repository.remove('shop/service-canary.yaml');
    const all = findings(repository.folder);
    const changed = findings(repository.folder, '--changed');
    expect(changed).toContain('shop/rollout.yaml rollout/services-exist');
    expect(changed.filter((line) => line.startsWith('old/'))).toEqual([]);
    expect(all.filter((line) => line.startsWith('shop/'))).toEqual(changed);
    expect(all.length).toBeGreaterThan(changed.length);
  });

  it('reports what a renamed object leaves behind', () => {
    const repository = new Repository({ ...shop, ...old });
    repository.move('shop/service-canary.yaml', 'shop/canary.yaml');
    repository.write({ 'shop/canary.yaml': service('checkout-preview') });
    expect(findings(repository.folder, '--changed')).toContain('shop/rollout.yaml rollout/services-exist');
  });

  it('says the same of changed files as a full run', () => {
    const repository = new Repository({ ...shop, ...old });
    repository.write({ 'shop/rollout.yaml': rollout('main').replace('setWeight: 20', 'setweight: 20') });
    const own = (lines: readonly string[]) => lines.filter((line) => line.startsWith('shop/rollout.yaml'));
    expect(findings(repository.folder, '--changed')).toEqual(own(findings(repository.folder)));
    expect(own(findings(repository.folder)).length).toBeGreaterThan(1);
  });

  it('knows files that Git does not know yet, and leaves out those it ignores', () => {
    const repository = new Repository({ '.gitignore': 'build/\n' });
    repository.write({ 'new/a.yaml': rollout(), 'build/a.yaml': rollout() });
    const files = findings(repository.folder, '--changed').map((line) => line.split(' ')[0]);
    expect([...new Set(files)]).toEqual(['new/a.yaml']);
  });

  it('knows what Git tracks although an ignore file matches it, in both states', () => {
    const repository = new Repository({ '.gitignore': '*-canary.yaml\n' });
    repository.write(shop);
    const missing = 'shop/rollout.yaml rollout/services-exist';
    repository.git('add', '--all');
    repository.git('commit', '--quiet', '--message', 'the Service of the canary is forgotten');
    expect(findings(repository.folder), 'it is ignored and not tracked').toContain(missing);
    repository.git('add', '--force', 'shop/service-canary.yaml');
    expect(findings(repository.folder)).toEqual([]);
    expect(findings(repository.folder, '--staged')).toEqual([]);
    repository.commit('All');
    repository.write({ 'shop/service.yaml': service('checkout', 'checkou') });
    expect(findings(repository.folder, '--changed')).not.toContain(missing);
    repository.git('checkout', '--quiet', '.');
    repository.git('rm', '--quiet', '--cached', 'shop/service-canary.yaml');
    expect(findings(repository.folder, '--changed')).toContain(missing);
    expect(findings(repository.folder, '--staged')).toContain(missing);
    repository.git('commit', '--quiet', '--message', 'not tracked any more');
    expect(findings(repository.folder, '--changed')).toEqual([]);
    expect(findings(repository.folder, '--changed=HEAD~1')).toContain(missing);
    expect(findings(repository.folder, '--changed=HEAD~1', '--render')).toContain(missing);
  });

  it('compares with what a branch has in common with this one', () => {
    const repository = new Repository(shop);
    repository.git('switch', '--quiet', '--create', 'feature');
    repository.write({ 'shop/virtualservice.yaml': virtualService('main') });
    repository.commit('Rename the route');
    repository.git('switch', '--quiet', 'main');
    repository.write(old);
    repository.commit('Something else');
    repository.git('switch', '--quiet', 'feature');
    expect(findings(repository.folder, '--changed')).toEqual([]);
    expect(findings(repository.folder, '--changed=main')).toEqual([missingRoute]);
  });

  it('sees only what it is given, from wherever it runs', () => {
    const repository = new Repository({ ...shop, ...old });
    repository.write({ 'shop/virtualservice.yaml': virtualService('main') });
    expect(findings(repository.folder, '--changed', 'old')).toEqual([]);
    expect(findings(path.join(repository.folder, 'shop'), '--changed')).toEqual([
      'rollout.yaml istio/route-exists',
    ]);
    expect(findings(path.join(repository.folder, 'old'), '--changed', '../shop')).toEqual([
      '../shop/rollout.yaml istio/route-exists',
    ]);
  });

  it('sees a change of what a manifest is a link to, whatever that is called', () => {
    const repository = new Repository({
      'shop/route.txt': virtualService(),
      ...shop,
      'shop/virtualservice.yaml': '',
    });
    repository.remove('shop/virtualservice.yaml');
    symlinkSync('route.txt', path.join(repository.folder, 'shop/virtualservice.yaml'));
    repository.commit('A link');
    expect(findings(repository.folder)).toEqual([]);
    repository.write({ 'shop/route.txt': virtualService('main') });
    expect(findings(repository.folder, '--changed')).toEqual([missingRoute]);
  });

  it('reads names with spaces, letters of all kinds and quotes', () => {
    const repository = new Repository({ 'a b/ü "x".yaml': virtualService() });
    repository.write({ 'a b/ü "x".yaml': 'apiVersion: v1\nkind: Service\n  metadata: {}\n' });
    expect(findings(repository.folder, '--changed')).toEqual(['a b/ü "x".yaml yaml/parses']);
  });

  it.each([
    [['--changed=nothing'], 'Commit "nothing" is not found.'],
    [['--changed=--output=x'], 'Commit "--output=x" is not found.'],
    [['--changed='], '--changed= needs a revision'],
    [['--changed', '--staged'], 'cannot be used together'],
    [['--changed', '..'], '".." is not in the repository of the working folder'],
    [['--staged', '..'], '".." is not in the repository of the working folder'],
    [['--changed', '-'], 'Standard input does not belong to a repository'],
  ])('%j is wrong usage', (args, message) => {
    const { code, stderr } = run(new Repository(shop).folder, 'lint', ...args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it('needs a repository, a commit and git', () => {
    const folder = folderOf(shop);
    expect(run(folder, 'lint', '--changed')).toMatchObject({ code: 2 });
    expect(run(folder, 'lint', '--staged').stderr).toContain('is not in a Git repository.');
    const repository = new Repository();
    repository.write(shop);
    expect(run(repository.folder, 'lint', '--changed').stderr).toContain('The repository has no commit');
    vi.stubEnv('PATH', folder);
    expect(run(folder, 'lint', '--changed').stderr).toContain(
      'git is required, but is not found in PATH. Without --changed, all files are reported.',
    );
  });

  it('says what a shallow clone lacks', () => {
    const repository = new Repository(shop);
    repository.git('switch', '--quiet', '--orphan', 'other');
    repository.write(shop);
    repository.commit('Other');
    const { code, stderr } = run(repository.folder, 'lint', '--changed=main');
    expect(stderr).toContain('"main" and HEAD have no common ancestor');
    expect(code).toBe(2);
  });
});

describe('lint --staged', () => {
  it('reports what is to be committed, as it will be', () => {
    const repository = new Repository({ ...shop, ...old });
    repository.write({ 'shop/virtualservice.yaml': virtualService('main') });
    repository.git('add', '--all');
    repository.write({ 'shop/virtualservice.yaml': virtualService() });
    expect(findings(repository.folder, '--staged')).toEqual([missingRoute]);
    expect(findings(repository.folder, '--changed')).toEqual([]);
  });

  it('takes no file for granted that is not committed', () => {
    const { 'shop/service-canary.yaml': canary, ...rest } = shop;
    const repository = new Repository();
    repository.write(rest);
    repository.git('add', '--all');
    repository.write({ 'shop/service-canary.yaml': canary });
    expect(findings(repository.folder)).toEqual([]);
    expect(findings(repository.folder, '--staged')).toContain('shop/rollout.yaml rollout/services-exist');
    repository.git('add', '--intent-to-add', '.');
    expect(findings(repository.folder, '--staged')).toContain('shop/rollout.yaml rollout/services-exist');
    repository.git('add', '--all');
    expect(findings(repository.folder, '--staged')).toEqual([]);
  });

  it('still sees a file that is deleted, but not in what is staged', () => {
    const repository = new Repository(shop);
    repository.write({ 'shop/rollout.yaml': rollout().replace('20', '30') });
    repository.git('add', '--all');
    repository.remove('shop/service-canary.yaml');
    expect(findings(repository.folder, '--staged')).toEqual([]);
    repository.git('add', '--all');
    expect(findings(repository.folder, '--staged')).toContain('shop/rollout.yaml rollout/services-exist');
  });

  it('reports everything where nothing is staged and nobody commits', () => {
    const repository = new Repository({ ...shop, 'shop/rollout.yaml': rollout('main') });
    expect(findings(repository.folder, '--staged')).toEqual([missingRoute]);
    vi.stubEnv('GIT_INDEX_FILE', path.join(repository.folder, '.git/index'));
    expect(findings(repository.folder, '--staged')).toEqual([]);
  });

  // For `git commit FILE` and `git commit --all` Git makes an index of what they commit, and names it to the hook.
  it('reads the index that Git makes for one commit', () => {
    const repository = new Repository(shop);
    repository.write({ 'shop/rollout.yaml': rollout('main') });
    const index = path.join(repository.folder, '.git/index');
    const ofCommit = path.join(repository.folder, '.git/next-index-1.lock');
    repository.git('add', '--all');
    copyFileSync(index, ofCommit);
    repository.git('reset', '--quiet');
    vi.stubEnv('GIT_INDEX_FILE', ofCommit);
    expect(findings(repository.folder, '--staged')).toEqual([missingRoute]);
    vi.stubEnv('GIT_INDEX_FILE', index);
    expect(findings(repository.folder, '--staged')).toEqual([]);
  });

  it('compares with what pre-commit is told to compare with', () => {
    const repository = new Repository({ ...shop, ...old });
    const from = repository.git('rev-parse', 'HEAD');
    repository.write({ 'shop/virtualservice.yaml': virtualService('main') });
    repository.commit('Rename the route');
    vi.stubEnv('PRE_COMMIT_FROM_REF', from);
    expect(findings(repository.folder, '--staged')).toEqual([missingRoute]);
  });
});

const hasKustomize = ['kustomize version', 'kubectl version --client'].some((command) => {
  const [program = '', ...args] = command.split(' ');
  return spawnSync(program, args).status === 0;
});

describe.skipIf(!hasKustomize)('what is rendered', () => {
  beforeEach(() => void vi.stubEnv('ROLLOUTKIT_RENDER', '1'));
  afterEach(() => void vi.unstubAllEnvs());
  const overlay = {
    'rolloutkit.yaml': 'ignore: [sandbox/]\n',
    'base/kustomization.yaml':
      'resources: [rollout.yaml, service.yaml, service-canary.yaml, virtualservice.yaml]\n',
    'base/rollout.yaml': rollout(),
    'base/service.yaml': service('checkout'),
    'base/service-canary.yaml': service('checkout-canary'),
    'base/virtualservice.yaml': virtualService(),
    'prod/kustomization.yaml': 'resources: [../base]\nnamespace: prod\npatches: [{ path: patch.yaml }]\n',
    'prod/patch.yaml':
      'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata:\n  name: checkout\nspec:\n  replicas: 2\n',
  };
  const patched = `${overlay['prod/patch.yaml']}  strategy:
    canary:
      trafficRouting:
        istio:
          virtualService:
            name: checkout
            routes: [main]
`;

  it('is compared, too: what a patch breaks is reported, and what was broken is not', () => {
    const repository = new Repository({ ...overlay, 'prod/patch.yaml': patched });
    const all = findings(repository.folder);
    expect(all).toEqual(['prod/patch.yaml istio/route-exists']);
    repository.write({ 'base/service.yaml': service('checkout').replace('80', '81') });
    expect(findings(repository.folder, '--changed')).toEqual([]);
    expect(findings(repository.folder)).toEqual(all);

    repository.write({
      'base/service.yaml': service('checkout'),
      'prod/patch.yaml': overlay['prod/patch.yaml'],
    });
    repository.commit('Mended');
    repository.write({ 'base/virtualservice.yaml': virtualService('main') });
    const caused = findings(repository.folder, '--changed');
    expect(caused).toEqual(findings(repository.folder));
    expect(caused).toEqual(['base/rollout.yaml istio/route-exists']);
  });

  it('is what is staged, whatever the files hold', () => {
    const repository = new Repository(overlay);
    repository.write({ 'prod/patch.yaml': patched });
    repository.git('add', '--all');
    repository.write({ 'prod/patch.yaml': overlay['prod/patch.yaml'] });
    expect(findings(repository.folder)).toEqual([]);
    expect(findings(repository.folder, '--staged')).toEqual(['prod/patch.yaml istio/route-exists']);
    expect(findings(path.join(repository.folder, 'prod'), '--staged', '..')).toEqual([
      'patch.yaml istio/route-exists',
    ]);
    expect(findings('/', '--render', repository.folder)).toEqual([]);
  });
});

describe('the configuration of a Rollout', () => {
  const config = (name: string, level: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  LEVEL: ${level}\n`;
  const using = (name: string): string =>
    `${rollout()}          envFrom:\n            - configMapRef:\n                name: ${name}\n`;
  const only = ['--only', 'config/change-is-a-revision,config/kept-for-stable-pods', '--format', 'json'];
  const found = ({ folder }: Repository, ...args: string[]): readonly string[] => {
    const { stdout } = run(folder, 'lint', ...args, ...only);
    const { findings } = JSON.parse(stdout) as {
      findings: { rule: string; severity: string; file: string; line: number }[];
    };
    return findings.map(({ rule, severity, file, line }) => `${file}:${line} ${severity} ${rule}`);
  };

  const first = { 'config.yaml': config('web', 'info'), 'rollout.yaml': using('web') };

  it('that changes in place is a warning at the key', () => {
    const repository = new Repository(first);
    repository.write({ 'config.yaml': config('web', 'debug') });
    expect(found(repository, '--changed')).toEqual(['config.yaml:6 warning config/change-is-a-revision']);
    repository.git('add', '.');
    expect(found(repository, '--staged')).toEqual(['config.yaml:6 warning config/change-is-a-revision']);
  });

  it('that goes with the update is told where its successor is used', () => {
    const repository = new Repository(first);
    repository.write({ 'config.yaml': config('web-2', 'debug'), 'rollout.yaml': using('web-2') });
    expect(found(repository, '--changed')).toEqual(['rollout.yaml:32 info config/kept-for-stable-pods']);
  });
});

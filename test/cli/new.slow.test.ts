import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.js';
import { ofProcess } from '../../src/cli/surroundings.js';
import { folderOf, run, type Run } from '../support/command.js';

const image = 'ghcr.io/acme/checkout:1.0.0';
const enough = ['checkout', '--style=yaml', '--router=none', `--image=${image}`, '--namespace=shop'] as const;

/** What there is without a router. */
const written = [
  'rollout.yaml',
  'service.yaml',
  'disruptionbudget.yaml',
  'serviceaccount.yaml',
  'networkpolicy.yaml',
];

function create(folder: string, ...args: readonly string[]): Run {
  return run(folder, 'new', ...enough, ...args);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

describe('new', () => {
  it('prints what it has written, and on standard error what to do next', () => {
    const folder = folderOf({});
    const { code, stdout, stderr } = create(folder);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: written.map((file) => `checkout/${file}\n`).join(''),
    });
    const lines = stderr.split('\n');
    expect(lines.slice(0, 7)).toEqual([
      'Next:',
      '  rolloutkit simulate checkout   # look at what it becomes',
      '  git add checkout               # lint, in a hook, checks what is in Git',
      '  rolloutkit lint                # after each change of yours',
      '  rolloutkit init                # have commits and pull requests checked',
      '  kubectl create namespace shop  # unless it exists',
      '  git commit                     # then deploy it',
    ]);
    expect(lines.slice(7)).toEqual([
      expect.stringMatching(
        /^A version that is bad from the start is stopped only by a person, at steps\[1\], and gets 25 % of all requests until then\. With --analysis, an analysis notices it\.$/,
      ),
      '',
    ]);
    expect(filesIn(folder)).toEqual(written.map((file) => `checkout/${file}`).toSorted());
  });

  it.each([
    [
      ['--router=istio-subset'],
      'reads istio_requests_total from the sidecars, as with --with podmonitor, and the label of the namespace has them injected',
    ],
    [['--router=nginx'], 'reads the metrics of ingress-nginx'],
    [['--router=none'], 'reads http_requests_total from the pods, as with --with podmonitor; without any'],
    [
      ['--router=none', '--with=podmonitor'],
      'reads http_requests_total from the pods; without any, every version passes. It takes those for failed whose label "code" begins with 5.',
    ],
  ])('says what the analysis needs to see requests: %j', (args, said) => {
    const { stderr } = create(folderOf({}), '--analysis=prometheus', ...args);
    expect(stderr).toContain(
      `The analysis sees requests only if Prometheus at http://prometheus.monitoring.svc.cluster.local:9090 ${said}`,
    );
  });

  it.each([
    ['istio-host', 'istio-injection'],
    ['istio-subset', 'istio-injection'],
    ['alb', 'elbv2.k8s.aws/pod-readiness-gate-inject'],
  ])('labels the namespace for %s by %s', (router, key) => {
    const folder = folderOf({});
    create(
      folder,
      `--router=${router}`,
      '--host=a.example.com',
      '--argocd-repo=https://git.example.com/x.git',
    );
    const application = readFileSync(path.join(folder, 'argocd/checkout.application.yaml'), 'utf8');
    expect(application).toContain(`managedNamespaceMetadata:\n      labels:\n        ${key}: enabled\n`);
    const { stderr } = create(folderOf({}), `--router=${router}`, '--host=a.example.com');
    expect(stderr).toContain(`kubectl label namespace shop ${key}=enabled`);
  });

  it('has the sidecars read that the analysis counts by', () => {
    const folder = folderOf({});
    create(folder, '--router=istio-host', '--analysis=prometheus', '--with=podmonitor');
    const monitor = readFileSync(path.join(folder, 'checkout/podmonitor.yaml'), 'utf8');
    expect(monitor).toContain('    - port: http-envoy-prom\n      path: /stats/prometheus\n');
    const without = folderOf({});
    create(without, '--router=none', '--analysis=prometheus', '--with=podmonitor');
    expect(readFileSync(path.join(without, 'checkout/podmonitor.yaml'), 'utf8')).not.toContain('envoy');
  });

  it('names the files that another style, router or choice of environments left', () => {
    const folder = folderOf({ 'checkout/README.md': '', 'checkout/base/notes.yaml': '' });
    const repository = '--argocd-repo=https://git.example.com/x.git';
    create(folder, '--style=kustomize', '--router=istio-host', repository);
    const { code, stderr } = create(folder, '--style=helm', '--router=nginx', '--host=a.b.c', repository);
    expect(code).toBe(0);
    const [, said = ''] = stderr.split('remove what is no longer meant:\n');
    const named = said.split('\n').filter((line) => /^ {2}\S+\.yaml$/.test(line));
    const left = filesIn(folder).filter((file) => /base|overlays|-(?:staging|production)/.test(file));
    expect(named.map((line) => line.trim()).toSorted()).toEqual(
      left.filter((file) => file !== 'checkout/base/notes.yaml'),
    );
    expect(named).toContain('  argocd/checkout-production.application.yaml');
    expect(create(folderOf({}), '--style=helm').stderr).not.toContain('earlier');
  });

  it('names the folder that a synthesis writes the Application to, and lints what was synthesized', () => {
    const { stderr } = create(
      folderOf({}),
      '--style=cdk8s',
      '--argocd-repo=https://git.example.com/shop.git',
    );
    const next = stderr.split('\n').map((line) => line.trim().split(/ +# /));
    expect(next).toContainEqual(['git add .', 'with dist/, which Argo CD deploys']);
    expect(next).toContainEqual(['npm run synth && rolloutkit lint', 'after each change of yours']);
    expect(next).toContainEqual([
      'git commit',
      'then apply dist/checkout-application/, once; Argo CD does the rest',
    ]);
  });

  it('says where the files are if a folder of the same name contains the one of the service', () => {
    const note = 'The files are in a folder "checkout" of its own inside of "checkout".';
    expect(create(folderOf({}), '--out=checkout').stderr).toContain(note);
    expect(create(folderOf({}), '--out=apps').stderr).not.toContain(note);
  });

  it('writes the same whenever it is asked for the same', { timeout: 60_000 }, () => {
    const args = ['--argocd-repo=https://git.example.com/shop.git', '--style=kustomize'];
    const [one, other] = [folderOf({}), folderOf({})];
    create(one, ...args);
    create(other, ...args);
    expect(filesIn(one)).toContain('argocd/checkout-staging.application.yaml');
    for (const file of filesIn(one))
      expect(readFileSync(path.join(other, file), 'utf8')).toBe(readFileSync(path.join(one, file), 'utf8'));
    expect(create(one, ...args)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Everything already exists.\n',
    });
  });

  it('says what to add to a file of other services, with --force too, and only what it does not have', () => {
    const args = ['--argocd-repo=https://git.example.com/shop.git', '--style=cdk8s'];
    const folder = folderOf({});
    create(folder, ...args);
    expect(create(folder, ...args, '--force').stderr).toBe('Everything already exists.\n');
    writeFileSync(path.join(folder, 'src/main.ts'), "import { App } from 'cdk8s';\n");
    const { stderr } = create(folder, ...args, '--force');
    expect(stderr).toContain('src/main.ts already exists and is kept, also with --force. Add to it:\n');
    expect(stderr).toContain('FOLDER_PER_CHART_FILE_PER_RESOURCE');
    expect(readFileSync(path.join(folder, 'src/main.ts'), 'utf8')).toBe("import { App } from 'cdk8s';\n");
  });

  it('writes an Application where the repository is known, with the path of the files in it', () => {
    const folder = folderOf({ '.git/HEAD': 'ref: refs/heads/main\n', 'team/README.md': '' });
    const { stdout } = create(
      path.join(folder, 'team'),
      '--out=apps',
      '--argocd-repo=git@git.example.com:shop.git',
    );
    expect(stdout).toContain('apps/argocd/checkout.application.yaml\n');
    const application = readFileSync(path.join(folder, 'team/apps/argocd/checkout.application.yaml'), 'utf8');
    expect(application).toContain('path: team/apps/checkout\n');
    expect(application).toContain('repoURL: git@git.example.com:shop.git\n');
  });

  it('notes an Application that will not find the files where they are', () => {
    const { code, stderr } = create(
      folderOf({}),
      '--argocd-repo=https://git.example.com/shop.git',
      '--argocd-path=/deploy/checkout/',
    );
    expect(code).toBe(0);
    expect(stderr).toContain(
      'The Application deploys deploy/checkout, and the files are written to checkout',
    );
  });

  it('notes what its router or style has no use for', () => {
    const { code, stderr } = create(
      folderOf({}),
      ...['--host=a.example.com', '--gateway=istio-system/public', '--header=x=1', '--argocd-path=a'],
      ...['--name-prefix=stg-', '--tls=a', '--scheme=internal', '--analysis-url=http://a'],
    );
    expect(code).toBe(0);
    expect(stderr.split('\n').filter((line) => line.includes('ignored'))).toEqual([
      '--host is ignored: router "none" does not use it, only istio-subset, istio-host, alb, nginx, gateway.',
      '--gateway is ignored: router "none" does not use it, only istio-subset, istio-host, gateway.',
      '--header is ignored: router "none" does not use it, only istio-subset, istio-host, alb, nginx, gateway.',
      '--scheme is ignored: router "none" does not use it, only alb.',
      '--tls is ignored: router "none" does not use it, only istio-subset, istio-host, nginx.',
      '--argocd-path is ignored: no Application is written without --argocd-repo.',
      '--name-prefix is ignored: only --style kustomize uses it.',
      '--analysis-url is ignored: there is no analysis without --analysis.',
    ]);
  });

  it('notes an image that may be another one tomorrow, and a port that is not for everybody', () => {
    const { stderr } = create(folderOf({}), '--image=localhost:5000/shop', '--port=80');
    expect(stderr).toContain('Image "localhost:5000/shop" has no tag, so');
    expect(stderr).toContain('it can listen on port 80 only with containerd 2 or Docker');
  });

  it.each([
    ['nginx:1.27', undefined],
    ['nginx', 'Image "nginx" has no tag'],
    ['nginx:latest', 'Image "nginx:latest" has tag "latest"'],
    ['localhost:5000/nginx:latest', 'Image "localhost:5000/nginx:latest" has tag "latest"'],
    ['localhost:5000/nginx:1', undefined],
    [`nginx@sha256:${'a'.repeat(64)}`, undefined],
    [`nginx:latest@sha256:${'a'.repeat(64)}`, undefined],
  ])('notes of image %s: %s', (image, note) => {
    const { stderr } = create(folderOf({}), `--image=${image}`, '--dry-run');
    expect(/Image "[^"]*" has (?:no tag|tag "latest")/.exec(stderr)?.[0]).toBe(note);
  });

  it('takes a Gateway for granted that somebody else has made', () => {
    const folder = folderOf({});
    const { code, stderr } = create(
      folder,
      ...['--router=istio-host', '--host=a.example.com', '--gateway=public'],
    );
    expect(code).toBe(0);
    expect(stderr).toContain('rolloutkit lint --assume Gateway/shop/public');
    expect(filesIn(folder)).not.toContain('checkout/gateway.yaml');
    expect(run(folder, 'lint').stdout).toContain('Gateway "public"');
    expect(run(folder, 'lint', '--assume', 'Gateway/shop/public', '--quiet').stdout).toBe('');
  });
});

describe('new beside what is there', () => {
  it('overwrites nothing, and shows what would change', () => {
    const folder = folderOf({});
    create(folder);
    const file = path.join(folder, 'checkout/rollout.yaml');
    const edited = readFileSync(file, 'utf8').replace('replicas: 4', 'replicas: 9');
    writeFileSync(file, edited);
    const service = path.join(folder, 'checkout/service.yaml');
    const other = ['--port=9090', '--force'];

    const { code, stdout, stderr } = create(folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('-  replicas: 9\n+  replicas: 4\n');
    expect(stderr).toContain('checkout/rollout.yaml already exists; use --force');
    expect(readFileSync(file, 'utf8')).toBe(edited);

    expect(create(folder, ...other)).toMatchObject({ code: 0, stdout: 'checkout/rollout.yaml\n' });
    expect(readFileSync(file, 'utf8')).toContain('containerPort: 9090');
    expect(existsSync(service)).toBe(true);
  });

  it('writes nothing at all where one file is another', () => {
    const folder = folderOf({ 'checkout/service.yaml': 'kind: Service\n' });
    expect(create(folder).code).toBe(2);
    expect(filesIn(folder)).toEqual(['checkout/service.yaml']);
  });

  it('writes nothing in a dry run', () => {
    const folder = folderOf({ 'checkout/service.yaml': 'kind: Service\n' });
    const { code, stdout, stderr } = create(folder, '--dry-run', '--force');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: written.map((file) => `checkout/${file}\n`).join(''),
    });
    expect(stderr).toContain('+++ b/checkout/service.yaml');
    expect(stderr).toContain('Nothing was written.');
    expect(filesIn(folder)).toEqual(['checkout/service.yaml']);
    expect(readFileSync(path.join(folder, 'checkout/service.yaml'), 'utf8')).toBe('kind: Service\n');
  });

  it('says which file it cannot write', () => {
    const blocked = folderOf({ checkout: 'a file, not a folder' });
    expect(create(blocked)).toMatchObject({ code: 4, stdout: '' });
    expect(create(blocked).stderr).toContain(
      'checkout/rollout.yaml cannot be written: a part of its path is a file.',
    );

    const full = folderOf({});
    mkdirSync(path.join(full, 'checkout/rollout.yaml'), { recursive: true });
    expect(create(full).stderr).toContain('checkout/rollout.yaml cannot be written: it is a folder.');
  });

  it('does not write through a link that leads nowhere', () => {
    const { code, stderr } = create(folderOf({ 'checkout/rollout.yaml': { link: '../elsewhere.yaml' } }));
    expect(code).toBe(4);
    expect(stderr).toContain('checkout/rollout.yaml cannot be written: ');
  });

  it('leaves the project of somebody else alone, and says what it lacks', () => {
    const manifest = JSON.stringify({
      scripts: { test: 'jest' },
      dependencies: { cdk8s: '^2.70.0' },
      devDependencies: { jest: '^29.0.0' },
    });
    const folder = folderOf({
      'package.json': manifest,
      'src/main.ts': '// mine\n',
      'cdk8s.yaml': 'app: mine\n',
    });
    const { code, stdout, stderr } = create(folder, '--style=cdk8s', '--force');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'src/services/checkout.ts\ntest/checkout.test.ts\ntsconfig.json\n.gitignore\n',
    });
    expect(readFileSync(path.join(folder, 'package.json'), 'utf8')).toBe(manifest);
    expect(readFileSync(path.join(folder, 'src/main.ts'), 'utf8')).toBe('// mine\n');
    expect(stderr).toContain(
      "  import { CheckoutChart } from './services/checkout';\n  new CheckoutChart(app);\n",
    );
    expect(stderr).toMatch(
      /npm install --save-dev --save-exact (?!.* (cdk8s|vitest)@).* constructs@.* rolloutkit@/,
    );
    expect(stderr).toContain('  "synth": "cdk8s synth"\n');
    expect(stderr).not.toContain('"test"');
    expect(stderr).toContain('    class: RolloutValidation\n');
    // Jest has its functions without an import.
    expect(readFileSync(path.join(folder, 'test/checkout.test.ts'), 'utf8')).not.toContain('vitest');
  });

  it('takes a package.json that is broken for one without anything', () => {
    expect(create(folderOf({ 'package.json': '{ "name": ' }), '--style=cdk8s')).toMatchObject({ code: 0 });
  });
});

describe('new without a terminal', () => {
  it.each([
    [
      [],
      'Missing options: <service> (such as checkout), --style (yaml, kustomize, helm, cdk8s), --router (istio-subset,',
    ],
    [['checkout', '--style=yaml', '--router=alb', '--namespace=shop'], 'Missing options: --image'],
    [['checkout', 'cart', ...enough.slice(1)], 'new takes one service; remove "cart".'],
    [
      ['Checkout', ...enough.slice(1)],
      'The service is "Checkout"; it must have at most 63 lowercase letters',
    ],
    [['8ball', ...enough.slice(1)], 'The service is "8ball"; it must'],
    [['a'.repeat(60), ...enough.slice(1), '--router=nginx'], 'at most 63 characters'],
    [[...enough, '--style=ksonnet'], '--style is "ksonnet"; it must be one of yaml, kustomize, helm, cdk8s.'],
    [
      [...enough, '--router=istio'],
      '--router is "istio"; it must be one of istio-subset, istio-host, alb, nginx, gateway, none.',
    ],
    [
      [...enough, '--image=ghcr.io/acme/check out'],
      '--image is "ghcr.io/acme/check out"; it must be the name',
    ],
    [[...enough, '--port=0'], '--port is "0"; it must be a number from 1 to 65535.'],
    [[...enough, '--port=http'], '--port is "http"'],
    [[...enough, '--namespace=Shop'], '--namespace is "Shop"'],
    [[...enough, '--router=nginx', '--header=x-beta'], '--header is "x-beta"; it must be a name and a value'],
    [[...enough, '--router=nginx', '--host=*'], '--host is "*"; it must be a lowercase host name'],
    [
      [...enough, '--router=nginx', '--host=a.example.com', '--host=b.example.com'],
      '--host is given 2 times',
    ],
    [
      [...enough, '--router=istio-host', '--host=a.example.com', '--host=a.example.com'],
      '--host is given twice',
    ],
    [[...enough, '--router=istio-host', '--gateway=a/b'], '--gateway a/b needs --host'],
    [[...enough, '--router=istio-host', '--host=a.example.com', '--gateway=a/b/c'], '--gateway is "a/b/c"'],
    [[...enough, '--argocd-repo=my repo'], '--argocd-repo is "my repo"; it must be the URL'],
    [
      [...enough, '--argocd-repo=https://git.example.com/a.git', '--argocd-path=../a'],
      '--argocd-path is "../a"',
    ],
    [[...enough, '--style=kustomize', '--name-prefix=Stg_'], '--name-prefix is "Stg_"'],
    [['w'.repeat(54), ...enough.slice(1), '--style=helm'], 'with --style helm its name can have at most 53'],
    [['w'.repeat(56), ...enough.slice(1), '--router=alb'], 'with --router alb its name can have at most 55'],
    [
      ['w'.repeat(46), ...enough.slice(1), '--router=alb', '--header=a=b'],
      'with --router alb its name can have at most 45',
    ],
    [
      [...enough, '--router=istio-host', '--host=a.b', '--tls=a', '--environments=a,b'],
      '--environments and --tls cannot be used together with Istio',
    ],
    [
      [...enough, '--with=kafka'],
      '--with is "kafka"; it must be one of keda, servicemonitor, podmonitor, secret.',
    ],
    [[...enough, '--with=keda'], '--with keda needs --hpa'],
    [[...enough, '--with=secret,secret'], '--with has "secret" twice.'],
    [[...enough, '--environments=dev,Prod'], 'An environment is "Prod"; it must have at most 63 lowercase'],
    [[...enough, '--environments=dev,'], 'An environment is ""; it must have'],
    [[...enough, `--environments=${'d'.repeat(60)},prod`], 'The namespace of an environment is "shop-ddd'],
    [
      [...enough, '--style=cdk8s', '--environments=application,b'],
      '--environments has "application", which is the chart of the ApplicationSet with --style cdk8s',
    ],
    [[...enough, '--replicas=0'], '--replicas is "0"; it must be a number from 1 to 9999.'],
    [
      [...enough, '--hpa=4'],
      '--hpa is "4"; it must be two numbers of pods, the smaller first, such as 4-12.',
    ],
    [[...enough, '--hpa=4-2'], '--hpa is "4-2"; it must be two numbers of pods'],
    [[...enough, '--hpa=2-4', '--replicas=3'], '--replicas and --hpa cannot be used together.'],
    [[...enough, '--health-path=healthz'], '--health-path is "healthz"; it must be a path of a URL'],
    [[...enough, '--notify=slack'], '--notify is "slack"; it must be a service and a recipient'],
    [
      [...enough, '--analysis=web'],
      '--analysis web calls the new version, but with router "none" no Service',
    ],
    [
      [...enough, '--analysis=prometheus', '--analysis-url=prometheus:9090'],
      '--analysis-url is "prometheus:9090"; it must be a URL',
    ],
    [
      [...enough, '--strategy=blue-green', '--router=istio-subset'],
      'Router "istio-subset" splits traffic between subsets, which a blue-green update does not',
    ],
    [[...enough, '--router=nginx', '--tls=shop-tls'], '--tls shop-tls needs --host'],
    [[...enough, '--imgae=a'], 'Unknown option "--imgae". Did you mean "--image"?'],
  ])('is wrong usage with %j', (args, message) => {
    const folder = folderOf({});
    const result = run(folder, 'new', ...args);
    expect(result.stderr).toContain(message);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(filesIn(folder)).toEqual([]);
  });

  it.each(['localhost:5000/checkout', `acme/checkout@sha256:${'a'.repeat(64)}`, 'acme/checkout:1.0'])(
    'takes the image %s in every style',
    (name) => {
      for (const style of ['yaml', 'kustomize', 'helm', 'cdk8s'])
        expect(create(folderOf({}), `--style=${style}`, `--image=${name}`)).toMatchObject({ code: 0 });
    },
  );
});

describe('new on a terminal', () => {
  /** Answers questions as somebody does who waits for each. */
  async function answer(folder: string, answers: readonly string[], ...args: string[]): Promise<Run> {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const written = { stdout: '', stderr: '' };
    const left = [...answers];
    const stdout = { write: (text: string | Uint8Array) => (written.stdout += String(text)) !== '' };
    const asked = new Writable({
      write(chunk, _, done) {
        written.stderr += String(chunk);
        if (/\): $/.test(String(chunk))) {
          const next = left.shift();
          setImmediate(() => (next === undefined ? stdin.end() : stdin.write(`${next}\n`)));
        }
        done();
      },
    });
    const stderr = Object.assign(asked, { isTTY: true });
    const code = await main(['new', ...args], { ...ofProcess(), folder, stdin, stdout, stderr });
    return { code, ...written };
  }

  it('asks for what has no default, again where an answer is none', async () => {
    const folder = folderOf({});
    const { code, stdout, stderr } = await answer(
      folder,
      ['Checkout', 'checkout', '', 'yaml', 'nope', 'nginx', 'shop', ...Array.from({ length: 6 }, () => '')],
      `--image=${image}`,
    );
    expect(stderr.split('Name of the service? (such as checkout)')).toHaveLength(3);
    expect(stderr).toContain('It must have at most 63 lowercase letters');
    expect(stderr).toContain('It must be one of istio-subset, istio-host, alb, nginx, gateway, none.');
    expect(stderr).not.toContain('Container image');
    expect(code).toBe(0);
    expect(stdout).toContain('checkout/ingress.yaml\n');
    expect(filesIn(folder)).toContain('checkout/ingress.yaml');
    expect(existsSync(path.join(folder, 'argocd'))).toBe(false);
  });

  it('asks then for what has a default, too, as far as the router uses it', { timeout: 60_000 }, async () => {
    const folder = folderOf({});
    const { code, stderr } = await answer(
      folder,
      [
        'istio-host',
        'canary',
        'shop.example.com',
        'istio-system/public',
        'x-beta=yes',
        'many',
        '6',
        'prometheus',
        'https://git.example.com/shop.git',
      ],
      ...['checkout', '--style=yaml', `--image=${image}`, '--namespace=shop'],
    );
    expect(code).toBe(0);
    expect(stderr).toContain('External host name? (Enter: none): ');
    expect(stderr).toContain('It must be a number from 1 to 9999.');
    const rollout = readFileSync(path.join(folder, 'checkout/rollout.yaml'), 'utf8');
    expect(rollout).toContain('  replicas: 6\n');
    expect(rollout).toContain('headerName: x-beta\n');
    expect(rollout).toContain('templateName: checkout-success-rate\n');
    const virtualService = readFileSync(path.join(folder, 'checkout/virtualservice.yaml'), 'utf8');
    expect(virtualService).toContain('    - istio-system/public\n');
    expect(existsSync(path.join(folder, 'argocd/checkout.application.yaml'))).toBe(true);
  });

  it('writes nothing when nobody answers', async () => {
    const folder = folderOf({});
    expect(await answer(folder, ['checkout'])).toMatchObject({ code: 2, stdout: '' });
    expect(filesIn(folder)).toEqual([]);
  });
});

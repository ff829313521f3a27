import * as esbuild from 'esbuild';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadAll } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cdk8sSynth } from '../../support/cdk8s.js';
import { folderOf, run } from '../../support/command.js';
import { installPackage } from '../../support/package.js';
import { programCalled } from '../../support/programs.js';

const routers = ['istio-subset', 'istio-host', 'alb', 'nginx', 'gateway', 'none'] as const;
type Router = (typeof routers)[number];

const minute = 60_000;

/** Writes a new service into a folder, with all that its router has a use for. */
function create(folder: string, style: string, router: Router, ...args: string[]): void {
  const header = router === 'none' ? [] : ['--header', 'x-beta=true'];
  createWith(folder, style, router, [...header, ...args]);
}

function createWith(folder: string, style: string, router: Router, args: readonly string[]): void {
  const used = [
    ...(router === 'none' ? [] : ['--host', 'checkout.example.com']),
    ...(router === 'gateway' ? ['--gateway', 'infra/public'] : []),
  ];
  const { code, stderr } = run(
    folder,
    'new',
    'checkout',
    ...['--style', style, '--router', router, '--namespace', 'shop'],
    ...['--image', 'ghcr.io/acme/checkout:1.2.3', '--argocd-repo', 'https://git.example.com/shop.git'],
    ...used,
    ...args,
  );
  expect(stderr).not.toContain('ignored');
  expect(code).toBe(0);
}

/** Expects the commands to find Rollouts and Applications in a folder, and nothing against them. */
function expectSilence(folder: string, rollouts: number, applications: number): void {
  expectNoFindings(folder, rollouts);
  const drift = run(folder, 'drift', '--format', 'json');
  const { applications: found } = JSON.parse(drift.stdout) as {
    readonly applications: readonly {
      readonly application: { readonly name: string } | null;
      readonly frames: readonly { readonly status: string }[];
      readonly ignoreDifferences?: readonly unknown[];
    }[];
  };
  expect(new Set(found.map(({ application }) => application?.name)).size).toBe(applications);
  expect(found.flatMap(({ frames }) => frames.filter(({ status }) => status !== 'synced'))).toEqual([]);
  expect(found.every(({ frames }) => frames.length > 3)).toBe(true);
  expect(drift.stdout).not.toContain('is assumed to deploy');
  expect(drift.code).toBe(0);
}

function expectNoFindings(folder: string, rollouts: number): void {
  const lint = run(folder, 'lint', '--format', 'json');
  const { findings, summary } = JSON.parse(lint.stdout) as {
    readonly findings: readonly unknown[];
    readonly summary: { readonly rollouts: number };
  };
  expect(findings).toEqual([]);
  expect(summary.rollouts).toBe(rollouts);

  const simulated = run(folder, 'simulate', '--format', 'json');
  expect(simulated.stdout).toContain('"kind":"promoted"');
  expect(simulated.code).toBe(0);
}

const kustomize = programCalled('kustomize');
const kubectl = programCalled('kubectl');
const helm = programCalled('helm');

function build(program: string, folder: string): string {
  return execFileSync(program, program === kubectl ? ['kustomize', folder] : ['build', folder], {
    encoding: 'utf8',
  });
}

function render(chart: string, ...args: string[]): string {
  return execFileSync(helm ?? '', ['template', 'checkout', chart, '--namespace', 'shop', ...args], {
    encoding: 'utf8',
  });
}

describe.each(routers)('router %s', (router) => {
  it('has nothing against it as YAML', { timeout: minute }, () => {
    const folder = folderOf({});
    create(folder, 'yaml', router);
    expectSilence(folder, 1, 1);
  });

  it('has nothing against it as unrendered overlays', { timeout: minute }, () => {
    const folder = folderOf({});
    create(folder, 'kustomize', router);
    expectSilence(folder, 1, 2);
  });

  const programs = [kustomize, kubectl].filter((program) => program !== undefined);
  it.runIf(programs.length > 0)(
    'has nothing against it as rendered overlays, of which one has a prefix and each a namespace',
    { timeout: 2 * minute },
    () => {
      const folder = folderOf({});
      create(folder, 'kustomize', router, '--name-prefix', 'stg-');
      const [first, second = first] = programs.map((program) => {
        const rendered = folderOf({});
        cpSync(path.join(folder, 'argocd'), path.join(rendered, 'argocd'), { recursive: true });
        for (const overlay of ['staging', 'production']) {
          const target = path.join(rendered, 'checkout/overlays', overlay);
          mkdirSync(target, { recursive: true });
          const text = build(program, path.join(folder, 'checkout/overlays', overlay));
          writeFileSync(path.join(target, 'all.yaml'), text);
        }
        return rendered;
      });
      expectSilence(first ?? '', 2, 2);
      const lint = run(folder, 'lint', '--render', '--format', 'json');
      expect(JSON.parse(lint.stdout)).toMatchObject({ findings: [], failures: [], summary: { rollouts: 2 } });
      const staging = readFileSync(path.join(first ?? '', 'checkout/overlays/staging/all.yaml'), 'utf8');
      expect(staging).toMatch(
        /^kind: Rollout\nmetadata:\n(?: {2}.*\n)*? {2}name: stg-checkout\n {2}namespace: shop-staging$/m,
      );
      expect(staging).not.toMatch(/(host|Service|ingress|stableIngress): checkout/);
      if (router !== 'none') expect(staging).toContain('staging.checkout.example.com');
      // Both programs, whatever their versions, make the same objects.
      expect(objectsIn(second ?? '')).toEqual(objectsIn(first ?? ''));
    },
  );

  it.runIf(helm)('has nothing against it as a rendered chart', { timeout: minute }, () => {
    const folder = folderOf({});
    create(folder, 'helm', router);
    const chart = path.join(folder, 'checkout');
    const rendered = folderOf({ 'checkout/all.yaml': render(chart) });
    cpSync(path.join(folder, 'argocd'), path.join(rendered, 'argocd'), { recursive: true });
    expectSilence(rendered, 1, 1);
  });

  it.runIf(helm)('has nothing against its chart with other values', { timeout: minute }, () => {
    const folder = folderOf({});
    create(folder, 'helm', router);
    const chart = path.join(folder, 'checkout');
    const values = path.join(chart, 'ci/other-steps-values.yaml');
    const set = ['--set', 'image.tag=9.9.9,replicas=6'];
    const text = render(chart, '--values', values, ...set);
    expectNoFindings(folderOf({ 'all.yaml': text }), 1);
    expect(text).toContain('image: "ghcr.io/acme/checkout:9.9.9"');
    expect(text).toContain('replicas: 6');
    const isManaged = router !== 'nginx' && router !== 'none';
    expect(text.includes('managedRoutes:\n          - name: "testers"\n')).toBe(isManaged);
    expect(() => render(chart, '--set', 'canary.steps[0].setWieght=5')).toThrow(/setWieght/);
  });
});

describe('the least that can be said', () => {
  const least = ['--image', 'checkout:1', '--namespace', 'shop'];

  it.each(routers)('is enough, with router %s', { timeout: minute }, (router) => {
    for (const style of ['yaml', 'kustomize', 'helm', 'cdk8s']) {
      const folder = folderOf({});
      const gateway = router === 'gateway' ? ['--gateway', 'public'] : [];
      const chosen = ['--style', style, '--router', router, ...gateway];
      const { code } = run(folder, 'new', 'checkout', ...chosen, ...least);
      expect({ style, code }).toEqual({ style, code: 0 });
      expect(existsSync(path.join(folder, 'argocd'))).toBe(false);
      if (style === 'yaml') expectNoFindings(folder, 1);
      if (style === 'kustomize' && kustomize !== undefined)
        expect(build(kustomize, path.join(folder, 'checkout/overlays/production'))).toContain(
          'namespace: shop\n',
        );
      if (style === 'helm' && helm !== undefined)
        expectNoFindings(folderOf({ 'all.yaml': render(path.join(folder, 'checkout')) }), 1);
    }
  });
});

describe('what an overlay can do', () => {
  it.runIf(kustomize)('takes in replicas and labels for a Rollout, too', () => {
    const folder = folderOf({});
    create(folder, 'kustomize', 'istio-subset');
    const overlay = path.join(folder, 'checkout/overlays/production');
    const file = path.join(overlay, 'kustomization.yaml');
    const more = `replicas:
  - name: checkout
    count: 7
labels:
  - pairs:
      team: till
    includeSelectors: true
`;
    writeFileSync(file, `${readFileSync(file, 'utf8')}${more}`);
    const text = build(kustomize ?? '', overlay);
    expect(text).toContain('  replicas: 7\n');
    // The Rollout, its selector and its pods, and where these look for each other.
    const rollout = text.split('---\n').find((one) => one.includes('kind: Rollout')) ?? '';
    expect(rollout.match(/team: till/g)).toHaveLength(5);
    expectNoFindings(folderOf({ 'all.yaml': text }), 1);
  });
});

describe('hosts and headers that need quotes', () => {
  it.runIf(helm !== undefined && kustomize !== undefined)('are texts wherever they are written', () => {
    const args = ['--header', 'x-beta=1e3', '--image', 'checkout:1.10'];
    for (const router of ['istio-host', 'nginx'] as const) {
      const [chart, overlays] = [folderOf({}), folderOf({})];
      const hosts = router === 'nginx' ? [] : ['--host', '*.shop.example.com'];
      create(chart, 'helm', router, ...args, ...hosts);
      create(overlays, 'kustomize', router, ...args, ...hosts);
      const texts = [
        render(path.join(chart, 'checkout')),
        ...['staging', 'production'].map((name) =>
          build(kustomize ?? '', path.join(overlays, 'checkout/overlays', name)),
        ),
      ];
      for (const text of texts) {
        expectNoFindings(folderOf({ 'all.yaml': text }), 1);
        expect(text).toMatch(/image: "?checkout:1\.10"?\n/);
        expect(text).toMatch(/: ["']1e3["']\n/);
      }
      if (router === 'istio-host') expect(texts[1]).toContain('*.staging.shop.example.com');
    }
  });
});

/** Options of `new` that say what differs between environments, and what not every service has. */
const chosen: readonly { readonly router: Router; readonly args: readonly string[] }[] = [
  {
    router: 'istio-subset',
    args: ['--host=www.example.com', '--hpa=4-8', '--with=keda,servicemonitor,podmonitor,secret'],
  },
  { router: 'istio-host', args: ['--strategy=blue-green', '--gateway=infra/public', '--analysis=web'] },
  { router: 'alb', args: ['--hpa=4-8', '--with=secret'] },
];

describe('cdk8s', () => {
  let folder: string;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-new-')));
    await installPackage(folder);
  }, minute);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(routers)(
    'synthesizes what the other styles write, with router %s',
    { timeout: minute },
    async (router) => {
      const project = path.join(folder, router);
      mkdirSync(project);
      create(project, 'cdk8s', router);
      await esbuild.build({
        entryPoints: [path.join(project, 'src/**/*.ts')],
        outdir: path.join(project, 'src'),
        platform: 'node',
      });
      execFileSync(process.execPath, ['src/main.js'], { cwd: project });

      const synthesized = folderOf({});
      cpSync(path.join(project, 'dist'), path.join(synthesized, 'dist'), { recursive: true });
      expectSilence(synthesized, 1, 1);
      const plain = folderOf({});
      create(plain, 'yaml', router, '--argocd-path', 'dist/checkout');
      expect(objectsIn(synthesized)).toEqual(objectsIn(plain));
    },
  );

  it.each(chosen)(
    'synthesizes environments by its own command, with router $router and $args',
    { timeout: 4 * minute },
    async ({ router, args }) => {
      const project = path.join(folder, `${router}-environments`);
      mkdirSync(project);
      symlinkSync(path.join(folder, 'node_modules'), path.join(project, 'node_modules'));
      const options = [...args, '--environments=dev,off,prod'];
      createWith(project, 'cdk8s', router, options);
      await esbuild.build({
        entryPoints: [path.join(project, 'src/**/*.ts')],
        outdir: path.join(project, 'src'),
        platform: 'node',
      });
      const { status, stdout } = cdk8sSynth(project, '--app', `"${process.execPath}" src/main.js`);
      expect([status, stdout]).toEqual([0, expect.stringMatching(/ rollouts +│ 3 /)]);

      const synthesized = folderOf({});
      cpSync(path.join(project, 'dist'), path.join(synthesized, 'dist'), { recursive: true });
      // An ApplicationSet makes an Application for each.
      expectSilence(synthesized, 3, 3);
      const plain = folderOf({});
      createWith(plain, 'yaml', router, options);
      const inFolders = JSON.stringify(objectsIn(plain)).replace(
        '"path":"checkout/{{.environment}}"',
        '"path":"dist/checkout-{{.environment}}"',
      );
      expect(objectsIn(synthesized)).toEqual(JSON.parse(inFolders));
    },
  );
});

/** Every object below a folder, by kind, namespace and name, whatever the order of its keys. */
function objectsIn(folder: string): Readonly<Record<string, unknown>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.yaml'));
  const objects = files.flatMap((file) => loadAll(readFileSync(path.join(folder, file), 'utf8')));
  expect(objects.length).toBeGreaterThan(2);
  return Object.fromEntries(
    objects.map((value) => {
      const { kind, metadata } = value as {
        readonly kind: string;
        readonly metadata: { readonly name: string; readonly namespace?: string };
      };
      return [`${kind} ${metadata.namespace ?? ''}/${metadata.name}`, value];
    }),
  );
}

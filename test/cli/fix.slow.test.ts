import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels: { app: web }
  strategy:
    canary:
      canaryService: "web-canary" # the new one
      stableService: web-stable
      trafficRouting:
        istio:
          virtualService:
            name: web
            routes: [primary]
        managedRoutes:
          - name: beta
      steps:
        - setWeight: 20
        - setHeaderRoute:
            name: beta
            match:
              - headerName: x-beta
                headerValue: { exact: "1" }
        - pause: {}
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: web
          image: web:1
          ports: [{ name: http, containerPort: 8080 }]
          readinessProbe:
            httpGet: { path: /, port: http }
`;

const service = (name: string): string => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: shop
spec:
  selector: { app: web }
  ports:
    - name: http
      port: 80
      targetPort: http
`;

const virtualService = `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: web
  namespace: shop
spec:
  hosts: [web-stable]
  http:
    - name: other
      match: [{ uri: { prefix: /other } }]
      route:
        - destination: { host: web-stable }
    - name: primary
      route:
        - destination: { host: web-stable }
          weight: 100
        - destination: { host: web-canary }
          weight: 0
`;

const system = {
  'rollout.yaml': rollout,
  'services.yaml': `${service('web-stable')}---\n${service('web-canary')}`,
  'virtual-service.yaml': virtualService,
};

/** What is wrong with a file of the system, and is certain to be repaired. */
const faults: readonly (readonly [string, keyof typeof system, from: string, to: string])[] = [
  ['a route', 'rollout.yaml', 'routes: [primary]', 'routes: [pirmary]'],
  ['a Service in quotes', 'rollout.yaml', '"web-canary"', '"web-canry"'],
  ['a VirtualService', 'rollout.yaml', '            name: web\n', '            name: wbe\n'],
  ['managedRoutes', 'rollout.yaml', '        managedRoutes:\n          - name: beta\n', ''],
  ['a probe', 'rollout.yaml', 'port: http }', 'port: htpt }'],
  ['a targetPort', 'services.yaml', 'targetPort: http\n---', 'targetPort: htpt\n---'],
  ['weights', 'virtual-service.yaml', 'weight: 0', 'weight: 20'],
  ['a canary Service', 'services.yaml', `---\n${service('web-canary')}`, ''],
];

/** A copy of a Service gets the name that is asked for, right or wrong. */
const atOnce = faults.filter(([name]) => name !== 'a canary Service');

function textsOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.keys(system).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  );
}

function broken(file: keyof typeof system, from: string, to: string): Record<string, string> {
  const text = system[file].replace(from, () => to);
  expect(text).not.toBe(system[file]);
  return { ...system, [file]: text };
}

describe('lint --fix', () => {
  it('has nothing to do where nothing is wrong', () => {
    const folder = folderOf(system);
    expect(run(folder, 'lint', '--fail-on=info')).toMatchObject({ code: 0 });
    expect(run(folder, 'lint', '--fix')).toMatchObject({ code: 0 });
    expect(textsOf(folder)).toEqual(system);
  });

  it.each(faults)('restores %s, byte for byte', (_, file, from, to) => {
    const folder = folderOf(broken(file, from, to));
    expect(run(folder, 'lint')).toMatchObject({ code: 1 });
    const { stdout, code } = run(folder, 'lint', '--fix', '--fail-on=info');
    expect(stdout).toContain(`i ${file}: 1 finding fixed (`);
    expect(code, stdout).toBe(0);
    expect(textsOf(folder)).toEqual(system);
  });

  it.each(faults)('restores %s in a file of Windows', (_, file, from, to) => {
    const windows = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n').trimEnd()}`;
    const folder = folderOf({ ...system, [file]: windows(broken(file, from, to)[file]!) });
    run(folder, 'lint', '--fix');
    expect(textsOf(folder)).toEqual({ ...system, [file]: windows(system[file]) });
  });

  it('repairs all of it at once', () => {
    const texts: Record<string, string> = { ...system };
    for (const [, file, from, to] of atOnce) texts[file] = texts[file]!.replace(from, () => to);
    const folder = folderOf(texts);
    expect(run(folder, 'lint', '--fix')).toMatchObject({ code: 0 });
    // What is added is put behind what is there, as it was.
    expect(textsOf(folder)).toEqual(system);
  });

  it('prints one diff, which can be applied, and writes nothing', () => {
    const texts: Record<string, string> = { ...system };
    for (const [, file, from, to] of atOnce) texts[file] = texts[file]!.replace(from, () => to);
    texts['virtual-service.yaml'] = texts['virtual-service.yaml']!.replaceAll('\n', '\r\n').trimEnd();
    const repository = new Repository(texts);
    const { folder } = repository;
    const { stdout, stderr, code } = run(folder, 'lint', '--fix', '--dry-run');
    expect(code).toBe(1);
    expect(stderr).toContain('would be fixed in 3 files; nothing was written.');
    expect(textsOf(folder)).toEqual(texts);
    writeFileSync(path.join(folder, 'fix.diff'), stdout);
    repository.git('apply', '--whitespace=nowarn', 'fix.diff');
    const applied = textsOf(folder);
    const other = folderOf(texts);
    run(other, 'lint', '--fix');
    expect(applied).toEqual(textsOf(other));
  });

  it('makes unsafe fixes only if they are asked for', () => {
    const texts = broken('rollout.yaml', 'port: http }', 'port: admin }');
    const folder = folderOf(texts);
    expect(run(folder, 'lint', '--fix')).toMatchObject({ code: 1 });
    expect(textsOf(folder)).toEqual(texts);
    expect(run(folder, 'lint', '--fix').stdout).toContain('fix   Write "http". (--fix=all, unsafe)');
    expect(run(folder, 'lint', '--fix=all')).toMatchObject({ code: 0 });
    expect(textsOf(folder)).toEqual(system);
  });

  it('writes the entries of an Application that drift --write writes', () => {
    const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop, namespace: argocd }
spec:
  # What is deployed.
  source: { repoURL: 'https://git.example.com/shop.git', path: shop }
  destination: { namespace: shop, server: 'https://kubernetes.default.svc' }
`;
    const inShop = Object.entries(system).map(([name, text]) => [`shop/${name}`, text]);
    const texts = { ...Object.fromEntries(inShop), 'application.yaml': application } as Record<
      string,
      string
    >;
    const folder = folderOf(texts);
    run(folder, 'lint', '--fix');
    const entry = `  ignoreDifferences:
    - group: networking.istio.io
      kind: VirtualService
      name: web
      jqPathExpressions:
        - .spec.http[]? | select(.name == "primary") | .route[]?.weight
        - .spec.http[]? | select(.name == "beta")
`;
    const option = `  syncPolicy:
    syncOptions:
      - ApplyOutOfSyncOnly=true
`;
    const fixed = readFileSync(path.join(folder, 'application.yaml'), 'utf8');
    expect(fixed).toBe(`${application}${entry}${option}`);
    const other = folderOf(texts);
    run(other, 'drift', '--write');
    const written = readFileSync(path.join(other, 'application.yaml'), 'utf8');
    expect(written).toContain(entry);
    expect(written).toContain(option);
  });

  it('does not make a fix after which something else is wrong', () => {
    // The only name near is the one of the other Service.
    const texts = {
      ...broken('rollout.yaml', '"web-canary"', 'web-stble'),
      'services.yaml': service('web-stable'),
    };
    const folder = folderOf(texts);
    expect(run(folder, 'lint', '--fix')).toMatchObject({ code: 1 });
    expect(textsOf(folder)).toEqual(texts);
  });

  it('leaves alone what an alias repeats', () => {
    const texts = broken('rollout.yaml', 'routes: [primary]', 'routes: [&route pirmary]');
    texts['rollout.yaml'] = texts['rollout.yaml']!.replace(
      'image: web:1',
      'image: web:1\n          workingDir: *route',
    );
    const folder = folderOf(texts);
    expect(run(folder, 'lint', '--fix')).toMatchObject({ code: 1 });
    expect(textsOf(folder)).toEqual(texts);
  });

  it('leaves alone what is no UTF-8', () => {
    const folder = folderOf(broken('rollout.yaml', 'routes: [primary]', 'routes: [pirmary]'));
    const file = path.join(folder, 'rollout.yaml');
    const bytes = Buffer.concat([
      Buffer.from('# '),
      Buffer.from([0xe9]),
      Buffer.from('\n'),
      readFileSync(file),
    ]);
    writeFileSync(file, bytes);
    const { code, stdout } = run(folder, 'lint', '--fix');
    expect(code).toBe(1);
    expect(stdout).toContain('yaml/parses');
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it.each(['le', 'be'] as const)('writes UTF-16 in the encoding that it has: %s', (order) => {
    const wide = (text: string): Buffer => {
      const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
      return order === 'le' ? bytes : bytes.swap16();
    };
    const folder = folderOf(system);
    const file = path.join(folder, 'rollout.yaml');
    writeFileSync(
      file,
      wide(broken('rollout.yaml', 'routes: [primary]', 'routes: [pirmary]')['rollout.yaml']!),
    );
    expect(run(folder, 'lint').stdout).toMatch(/^rollout\.yaml:\d+:\d+ +error +istio\/route-exists/m);
    run(folder, 'lint', '--fix');
    expect(readFileSync(file)).toEqual(wide(system['rollout.yaml']));
  });

  it('goes through no link that leads out', () => {
    const outside = folderOf(broken('rollout.yaml', 'routes: [primary]', 'routes: [pirmary]'));
    const folder = folderOf({
      'services.yaml': system['services.yaml'],
      'virtual-service.yaml': virtualService,
    });
    symlinkSync(path.join(outside, 'rollout.yaml'), path.join(folder, 'rollout.yaml'));
    const before = textsOf(outside);
    run(folder, 'lint', '--fix');
    expect(textsOf(outside)).toEqual(before);
  });

  it('fixes only what is reported', () => {
    const texts = broken('virtual-service.yaml', 'weight: 0', 'weight: 20');
    const { folder } = new Repository(texts);
    writeFileSync(path.join(folder, 'rollout.yaml'), rollout.replace('[primary]', '[pirmary]'));
    expect(run(folder, 'lint', '--fix', '--changed')).toMatchObject({ code: 0 });
    expect(textsOf(folder)).toEqual(texts);
    expect(run(folder, 'lint', '--fix', '--only=steps')).toMatchObject({ code: 0 });
    expect(textsOf(folder)).toEqual(texts);
  });

  it('leaves alone a file with changes that are not staged', () => {
    const repository = new Repository(system);
    const { folder } = repository;
    repository.write(broken('rollout.yaml', 'routes: [primary]', 'routes: [pirmary]'));
    repository.git('add', '--all');
    const later = `${rollout.replace('[primary]', '[pirmary]')}# later\n`;
    writeFileSync(path.join(folder, 'rollout.yaml'), later);
    const { code, stdout } = run(folder, 'lint', '--fix', '--staged');
    expect(code).toBe(4);
    expect(stdout).toContain('it has unstaged changes');
    expect(readFileSync(path.join(folder, 'rollout.yaml'), 'utf8')).toBe(later);
  });

  it('refuses what makes no sense', () => {
    const folder = folderOf(system);
    expect(run(folder, 'lint', '--dry-run')).toMatchObject({ code: 2 });
    expect(run(folder, 'lint', '--fix=some')).toMatchObject({ code: 2 });
  });
});

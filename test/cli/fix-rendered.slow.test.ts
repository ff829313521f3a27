import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run, type Run } from '../support/command.js';
import { onlyPrograms, programCalled } from '../support/programs.js';

const [kustomize, helm] = [programCalled('kustomize'), programCalled('helm')];

const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  replicas: 4
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: 'web:1', ports: [{ containerPort: 8080 }] }] }
  strategy:
    canary:
      stableService: web-stable # the one that all use
      canaryService: web-canary
      trafficRouting: { istio: { virtualService: { name: web, routes: [primary] } } }
      steps: [{ setWeight: 20 }, { pause: {} }]
`;

const service = (name: string): string => `apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { selector: { app: web }, ports: [{ port: 80, name: http, targetPort: 8080 }] }
`;

const rest = `${service('web-stable')}---
${service('web-canary')}---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: { name: web }
spec:
  hosts: [web-stable]
  http:
    - name: primary
      route:
        - { destination: { host: web-stable }, weight: 100 }
        - { destination: { host: web-canary }, weight: 0 }
`;

const patch = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: web }
spec: { strategy: { canary: { trafficRouting: { istio: { virtualService: { name: web, routes: [ primary ] } } } } } }
`;

const overlays = {
  'base/kustomization.yaml': 'resources: [rollout.yaml, rest.yaml]\n',
  'base/rollout.yaml': rollout,
  'base/rest.yaml': rest,
  'over/kustomization.yaml': 'namespace: shop\nresources: [../base]\npatches: [{ path: patch.yaml }]\n',
  'over/patch.yaml': patch,
};

const chart = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'chart/values.yaml': '# Names\nstable:   "web-stable" # of all\r\ncanary: web-canary\r\n',
  'chart/templates/rollout.yaml': rollout
    .replace('web-stable #', '{{ .Values.stable }} #')
    .replace('canaryService: web-canary', 'canaryService: {{ .Values.canary }}'),
  'chart/templates/rest.yaml': rest,
};

type Files = Readonly<Record<string, string>>;

/** The texts of a folder. */
function textsIn(folder: string): Files {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    files.map((one) => {
      const file = path.join(one.parentPath, one.name);
      return [path.relative(folder, file), readFileSync(file, 'utf8')];
    }),
  );
}

/** Breaks files and fixes them; what they are then, and what was told. */
function fixed(files: Files, breaks: readonly (readonly [file: string, before: string, after: string])[]) {
  const links = Object.entries({ kustomize, helm }).flatMap(([name, link]) =>
    link === undefined ? [] : [[name, { link }] as const],
  );
  onlyPrograms(folderOf(Object.fromEntries(links)));
  const broken: Record<string, string> = { ...files };
  for (const [file, before, after] of breaks) {
    expect(broken[file]).toContain(before);
    broken[file] = broken[file]!.replace(before, after);
  }
  const folder = folderOf(broken);
  const fix = (...args: string[]): Run => run(folder, 'lint', '--render', '--fix', ...args);
  const dry = fix('--dry-run');
  expect(textsIn(folder)).toEqual(broken);
  const { stdout, code } = fix();
  const texts = textsIn(folder);
  expect(fix().code).toBe(code);
  expect(textsIn(folder), 'a second time').toEqual(texts);
  return {
    texts,
    broken,
    code,
    notes: stdout.split('\n').filter((line) => line.includes('fixed')),
    dry,
    stdout,
  };
}

describe.skipIf(kustomize === undefined)('--fix of what kustomize renders', () => {
  it('goes to the lines of base and patch, which are then as they were', () => {
    const { texts, notes, code, dry } = fixed(overlays, [
      ['base/rollout.yaml', 'web-stable', 'web-stabel'],
      ['over/patch.yaml', '[ primary ]', '[ primry ]'],
    ]);
    expect(texts).toEqual(overlays);
    expect(notes).toEqual([
      'i base/rollout.yaml: 1 finding fixed (rollout/services-exist).',
      'i over/patch.yaml: 1 finding fixed (istio/route-exists).',
    ]);
    expect(code).toBe(0);
    expect(dry.stdout).toContain('-      stableService: web-stabel # the one that all use');
  });

  it('goes to a base once, which several overlays use', () => {
    const files = { ...overlays, 'other/kustomization.yaml': 'namespace: other\nresources: [../base]\n' };
    const { texts, code } = fixed(files, [['base/rollout.yaml', 'web-stable', 'web-stabel']]);
    expect([texts, code]).toEqual([files, 0]);
  });

  it('is left where what is written in the file is not what is deployed', () => {
    // The name is put into the Rollout from another object, which has it for something else, too.
    const replacements =
      'replacements:\n- source: { kind: ConfigMap, name: names, fieldPath: data.stable }\n  targets: [{ select: { kind: Rollout }, fieldPaths: [spec.strategy.canary.stableService] }]\n';
    const names =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: names }\ndata: { stable: web-stabel }\n';
    const files = {
      ...overlays,
      'base/kustomization.yaml': `resources: [rollout.yaml, rest.yaml, names.yaml]\n${replacements}`,
      'base/names.yaml': names,
    };
    const { texts, broken, code, stdout } = fixed(files, []);
    expect(texts).toEqual(broken);
    expect(stdout).toContain('rollout/services-exist');
    expect(code).toBe(1);
  });

  it('is left where a patch stands in the kustomization', () => {
    const text = `namespace: shop\nresources: [../base]\npatches:\n- patch: |\n${patch.replace(/^/gm, '    ')}`;
    const { texts, broken, code } = fixed({ ...overlays, 'over/kustomization.yaml': text.trimEnd() + '\n' }, [
      ['over/kustomization.yaml', '[ primary ]', '[ primry ]'],
    ]);
    expect(texts).toEqual(broken);
    expect(code).toBe(1);
  });
});

it.skipIf(kustomize === undefined)('what is not given is not written', () => {
  onlyPrograms(folderOf({ kustomize: { link: kustomize ?? '' } }));
  const folder = folderOf({ ...overlays, 'base/rollout.yaml': rollout.replace('web-stable', 'web-stabel') });
  const before = textsIn(folder);
  expect(run(folder, 'lint', '--render', '--fix', 'over').code).toBe(1);
  expect(textsIn(folder)).toEqual(before);
});

describe.skipIf(helm === undefined)('--fix of what helm renders', () => {
  it('goes to the line of the values, which is then as it was', () => {
    const { texts, notes, code } = fixed(chart, [['chart/values.yaml', 'web-stable', 'web-stabel']]);
    expect(texts).toEqual(chart);
    expect(notes).toEqual(['i chart/values.yaml: 1 finding fixed (rollout/services-exist).']);
    expect(code).toBe(0);
  });

  it('is left where the values make something else of it, too', () => {
    const files = {
      ...chart,
      'chart/templates/other.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: other }\ndata: { stable: "{{ .Values.stable }}" }\n',
    };
    const { texts, broken, code } = fixed(files, [['chart/values.yaml', 'web-stable', 'web-stabel']]);
    expect(texts).toEqual(broken);
    expect(code).toBe(1);
  });

  it('is left where a template computes it', () => {
    const files = {
      ...chart,
      'chart/templates/rollout.yaml': chart['chart/templates/rollout.yaml'].replace(
        '{{ .Values.stable }}',
        '{{ .Values.stable | lower }}',
      ),
    };
    const { texts, broken, code } = fixed(files, [['chart/values.yaml', 'web-stable', 'web-STABEL']]);
    expect(texts).toEqual(broken);
    expect(code).toBe(1);
  });
});

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { lintRead } from '../../src/lint/lint.js';
import { rules } from '../../src/rules/index.js';
import { folderOf, rolloutText, run } from '../support/command.js';
import { programCalled } from '../support/programs.js';
import { fixtures } from '../support/random-repository.js';
import { isOneIn } from '../support/one-in.js';
import { textSource } from '../support/sources.js';
import { compareRendered, compareSystems, shapes } from './render-law.js';

const hasPrograms = programCalled('helm') !== undefined && programCalled('kustomize') !== undefined;

const repository = 'https://git.example.com/o/shop.git';
const application = (source: string, more = ''): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: web, namespace: argocd}
spec:
  project: default
  source: {repoURL: "${repository}", targetRevision: HEAD, path: ${source}}
  destination: {server: "https://kubernetes.default.svc", namespace: shop}
  syncPolicy: {automated: {selfHeal: true}}
${more}`;

interface Finding {
  readonly rule: string;
  readonly severity: string;
  readonly file: string;
  readonly line: number;
}

function rendered(files: Readonly<Record<string, string>>): readonly string[] {
  const { stdout } = run(folderOf(files), 'lint', '--render', '--format', 'json');
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  return findings.map(({ rule, severity, file, line }) => `${file}:${line} ${severity} ${rule}`).sort();
}

const rollout = rolloutText('web');
const base = { 'base/rollout.yaml': rollout, 'base/kustomization.yaml': 'resources: [rollout.yaml]\n' };
const overlay = (text: string): Record<string, string> => ({
  ...base,
  'dev/kustomization.yaml': `resources: [../base]\n${text}`,
});

/** What stands in a kustomization and changes nothing of what is built: a build leaves no trace of it. */
describe.skipIf(!hasPrograms)('a kustomization that was built', () => {
  it.each([
    [
      'an image',
      'images:\n- {name: wbe, newTag: "2"}\n',
      'dev/kustomization.yaml:3 warning kustomize/images-match',
    ],
    [
      'a target',
      'patches:\n- target: {kind: Rollout, name: wbe}\n  patch: |\n    - {op: add, path: /metadata/labels, value: {a: b}}\n',
      'dev/kustomization.yaml:3 warning kustomize/patches-match',
    ],
    [
      'a target in the old form',
      'patchesJson6902:\n- target: {group: argoproj.io, version: v1alpha1, kind: Rollout, name: wbe}\n  patch: |\n    - {op: add, path: /metadata/labels, value: {a: b}}\n',
      'dev/kustomization.yaml:3 warning kustomize/patches-match',
    ],
  ])('is judged by what it says of %s', (_, text, expected) => {
    expect(rendered(overlay(text))).toEqual([expected]);
  });

  it('is judged by what a patch of it takes from a container, which no build shows', () => {
    const spec = rolloutText('web').slice(0, rolloutText('web').indexOf('  strategy:'));
    const pods = (more: string): string =>
      `  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n        - name: web\n${more}`;
    const files = {
      'base/rollout.yaml': `${spec}${pods('          image: web:1.0.0\n          ports: [{containerPort: 8080}]\n')}`,
      'base/kustomization.yaml': 'resources: [rollout.yaml]\n',
      'dev/kustomization.yaml': 'resources: [../base]\npatches:\n- path: patch.yaml\n',
      'dev/patch.yaml': `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata:\n  name: web\nspec:\n${pods('          image: web:2.0.0\n')}`,
    };
    expect(rendered(files)).toContain('dev/patch.yaml:10 warning kustomize/containers-kept');
  });

  it('is judged in a base, too, and once for all that build on it', () => {
    const files = {
      ...base,
      'base/kustomization.yaml': 'resources: [rollout.yaml]\nimages:\n- {name: wbe, newTag: "2"}\n',
      'dev/kustomization.yaml': 'resources: [../base]\n',
      'prod/kustomization.yaml': 'resources: [../base]\n',
    };
    expect(rendered(files)).toEqual(['base/kustomization.yaml:3 warning kustomize/images-match']);
  });

  // A release of kustomize may take what ours refuses, so what was built proves that it can be.
  it.each([
    ['an entry that is not there', 'resources: [rollout.yaml, other.yaml]\n'],
    ['a misspelt key', 'resources: [rollout.yaml]\nnamesufix: -x\n'],
    ['a patch for what it does not build', 'resources: [rollout.yaml]\npatches:\n- path: patch.yaml\n'],
  ])('is not said to be one that cannot be built, in spite of %s', (_, kustomization) => {
    const sources = Object.entries({
      'kustomization.yaml': kustomization,
      'rollout.yaml': rollout,
      'patch.yaml': rollout.replace('name: web', 'name: wbe'),
    }).map(([name, text]) => textSource(`/r/k/${name}`, text));
    const told = (built: readonly string[]): readonly string[] => {
      const read = readGraph(sources, { written: { sources, built: new Set(built) } });
      return lintRead(read, rules).findings.flatMap(({ rule }) =>
        /kustomization-builds/.test(rule) ? [rule] : [],
      );
    };
    expect(told([])).toEqual(['k8s/kustomization-builds']);
    expect(told(['/r/other/kustomization.yaml'])).toEqual(['k8s/kustomization-builds']);
    expect(told(['/r/k/kustomization.yaml'])).toEqual([]);
  });

  it('has what is wrong with the comments of its files', () => {
    const comment = (text: string): Record<string, string> => ({
      ...overlay(''),
      'base/rollout.yaml': rollout.replace('spec:', `spec: # rolloutkit-ignore ${text}`),
    });
    const told = (text: string): readonly string[] => rendered(comment(text));
    expect(told('istio/host-exists')).toEqual(['base/rollout.yaml:5 warning yaml/suppressions-valid']);
    expect(told('istio/host-exists until 2020-01-31 -- old')).toEqual([
      'base/rollout.yaml:5 warning yaml/suppressions-valid',
    ]);
    expect(told('istio/host-exsts -- reason')).toEqual([
      'base/rollout.yaml:5 warning yaml/suppressions-valid',
    ]);
    // It may be for an environment that is not rendered, or for what stands at a setting there.
    expect(told('istio/host-exists -- reason')).toEqual([]);
  });

  it('that is not built is said to be so', () => {
    expect(rendered(overlay('replicas:\n- {name: web, count: 2}\n'))).toEqual([
      'dev/kustomization.yaml:3 error kustomize/replicas-match',
    ]);
  });

  it('keeps the fault of the YAML that it was built from, and what its comments suppress', () => {
    const twice = rollout.replace('  selector:', '  replicas: 2\n  replicas: 2\n  selector:');
    const files = overlay('');
    expect(rendered({ ...files, 'base/rollout.yaml': twice })).toEqual([
      'base/rollout.yaml:7 error yaml/unique-keys',
    ]);
  });
});

describe.skipIf(!hasPrograms)('a command that self-heal undoes', () => {
  const undo = {
    'undo.sh': 'kubectl argo rollouts undo web -n shop\n',
    'argocd/web.yaml': application('k8s'),
  };
  const k8s = {
    'k8s/rollout.yaml': rollout,
    'k8s/kustomization.yaml': 'resources: [rollout.yaml]\n',
  };
  const expected = ['undo.sh:1 warning argocd/undo-outlives-self-heal'];

  it.each([
    [
      'an overlay that nothing deploys',
      { 'local/kustomization.yaml': 'resources: [../k8s]\nnamespace: shop\n' },
    ],
    ['an overlay without a namespace', { 'local/kustomization.yaml': 'resources: [../k8s]\n' }],
    [
      'two of them',
      {
        'local/kustomization.yaml': 'resources: [../k8s]\nnamespace: shop\n',
        'test/kustomization.yaml': 'resources: [../k8s]\nnamespace: shop\n',
      },
    ],
    [
      'a chart that nothing deploys',
      {
        'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
        'chart/templates/rollout.yaml': rollout.replaceAll('web', '{{ .Release.Name }}'),
      },
    ],
  ])('is found beside %s', (_, more) => {
    expect(rendered({ ...undo, ...k8s, ...more })).toEqual(expected);
  });

  it('is not where another Rollout of the name is kept by hand', () => {
    expect(rendered({ ...undo, ...k8s, 'loose/rollout.yaml': rollout })).toEqual([]);
  });
});

describe.skipIf(!hasPrograms)('a name that a suffix breaks', () => {
  const system = (name: string): Record<string, string> => ({
    'base/all.yaml': `${rolloutText(name)}          readinessProbe: {tcpSocket: {port: 80}}
---
apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {selector: {app: ${name}}, ports: [{name: http, port: 80}]}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: ${name}}
spec:
  hosts: [${name}.example.com]
  gateways: [istio-system/gateway]
  http: [{route: [{destination: {host: ${name}}}]}]
---
apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata: {name: ${name}}
spec: {host: ${name}, trafficPolicy: {tls: {mode: ISTIO_MUTUAL}}}
`,
    'base/kustomization.yaml': 'resources: [all.yaml]\n',
    'over/kustomization.yaml': 'resources: [../base]\nnameSuffix: -dev\nnamespace: shop\n',
  });

  // Near names are told by their length, which a severity must not depend on.
  it.each(['api', 'audit-api', 'workflow-debug-api', 'a-name-that-is-much-longer-than-its-suffix'])(
    'is an error, however long it is: %s',
    (name) => {
      expect(rendered(system(name))).toEqual(['over/kustomization.yaml:2 error istio/host-exists']);
    },
  );

  it('is none where kustomize is taught to rename it', () => {
    const files = system('web');
    const taught = `nameReference:
- kind: Service
  version: v1
  fieldSpecs:
  - {kind: VirtualService, path: spec/http/route/destination/host}
  - {kind: DestinationRule, path: spec/host}
`;
    expect(
      rendered({
        ...files,
        'over/names.yaml': taught,
        'over/kustomization.yaml': `${files['over/kustomization.yaml']}configurations: [names.yaml]\n`,
      }),
    ).toEqual([]);
  });
});

describe.skipIf(!hasPrograms)('what a suffix separates', () => {
  const route = (backends: string, more = ''): string => `---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: web}
spec:
  parentRefs: [{name: edge}]
  rules:
  - backendRefs: [{name: web-stable, port: 80, weight: 100}, {name: web-canary, port: 80, weight: 0}]
  ${backends}
${more}`;
  const gateway = (protocol: string): string => `---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec: {gatewayClassName: a, listeners: [{name: http, port: 80, protocol: ${protocol}}]}
`;
  const services = ['web-stable', 'web-canary']
    .map(
      (name) =>
        `---\napiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: {selector: {app: web}, ports: [{name: http, port: 80}]}\n`,
    )
    .join('');
  const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "web:1", readinessProbe: {tcpSocket: {port: 80}}}]}}
  strategy:
    canary:
      stableService: web-stable
      canaryService: web-canary
      trafficRouting: {plugins: {argoproj-labs/gatewayAPI: {httpRoute: web}}}
      steps: [{setWeight: 20}, {pause: {}}]
`;
  const taught = `nameReference:
- kind: Service
  fieldSpecs:
  - {kind: HTTPRoute, path: spec/rules/backendRefs/name}
  - {kind: Rollout, path: spec/strategy/canary/stableService}
  - {kind: Rollout, path: spec/strategy/canary/canaryService}
- kind: HTTPRoute
  group: gateway.networking.k8s.io
  fieldSpecs: [{kind: Rollout, path: spec/strategy/canary/trafficRouting/plugins/argoproj-labs\\/gatewayAPI/httpRoute}]
- kind: Gateway
  group: gateway.networking.k8s.io
  fieldSpecs: [{kind: HTTPRoute, path: spec/parentRefs/name}]
`;
  const found = (all: string, more = ''): readonly string[] =>
    rendered({
      'base/all.yaml': all,
      'base/kustomization.yaml': 'resources: [all.yaml]\n',
      'over/names.yaml': taught,
      'over/kustomization.yaml': `resources: [../base]\nnameSuffix: -dev\nnamespace: shop\n${more}`,
    }).map((one) => one.replace(/^\S+ /, ''));
  const renamed = 'error rollout/services-exist';

  it.each([
    [
      'a backend of the route that nothing is called after',
      `${rollout}${services}${gateway('HTTP')}${route('- matches: [{path: {type: PathPrefix, value: /old}}]\n    backendRefs: [{name: legacy, port: 80}]')}`,
      'error gateway/backends-exist',
    ],
    [
      'a Gateway that takes no such route',
      `${rollout}${services}${gateway('TCP')}${route('')}`,
      'error gateway/parents-take-route',
    ],
    [
      'an earlier rule that takes all requests',
      `${rollout}${services}${gateway('HTTP')}${route('').replace('rules:', 'rules:\n  - backendRefs: [{name: web-stable, port: 80}]')}`,
      'error gateway/routes-distinct',
    ],
  ])('is judged as it is written, besides: %s', (_, all, expected) => {
    // With the references that it is taught, kustomize renames all of it, and the same is wrong.
    expect(found(all, 'configurations: [names.yaml]\n')).toContain(expected);
    const both = found(all);
    expect(both).toContain(expected);
    expect(both.length).toBeGreaterThan(1);
  });

  it('has nothing else where nothing else is wrong', () => {
    const all = `${rollout}${services}${gateway('HTTP')}${route('')}`;
    expect(found(all, 'configurations: [names.yaml]\n')).toEqual([]);
    expect(found(all)).toEqual([renamed]);
  });
});

describe.skipIf(!hasPrograms)('Applications that a kustomization builds', () => {
  const files = (app: string): Record<string, string> => ({
    'gitops/apps/web.yaml': app,
    'gitops/apps/kustomization.yaml': 'resources: [web.yaml]\n',
    'gitops/overlays/eu/kustomization.yaml': 'resources: [../../apps]\nnamespace: argocd\n',
    'gitops/web/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
  });
  const at = (folder: string): string =>
    application(folder).replaceAll('o/shop.git', 'o/gitops.git').replace('HEAD', 'main');

  it('lead to folders from where they are written', () => {
    expect(rendered(files(at('web')))).toEqual([]);
    expect(rendered(files(at('wbe')))).toEqual(['gitops/apps/web.yaml:6 info argocd/path-leads-somewhere']);
  });

  it('deploy files as they are that a kustomization builds, too', () => {
    const deployed = {
      'k8s/web/rollout.yaml': rollout,
      'k8s/kustomization.yaml': 'resources: [web/rollout.yaml]\n',
    };
    const both = (second: string): Record<string, string> => ({
      ...deployed,
      'argocd/a.yaml': application('k8s/web'),
      'argocd/b.yaml': application(second).replace('name: web', 'name: second'),
    });
    expect(rendered(both('k8s/web'))).toEqual(['argocd/a.yaml:6 warning argocd/object-of-one-application']);
    expect(rendered(both('k8s/other'))).toEqual([]);
  });
});

/** The law: what plain lint finds is in the rendered run, or what was built has not what it is about. */
describe.skipIf(!hasPrograms)('the rendered run', () => {
  const lostIn = (folder: string): readonly string[] =>
    compareRendered(folder).lost.map(({ finding }) => finding);

  it('has all of plain lint of the examples', () => {
    const examples = path.join(__dirname, '../../examples');
    const folders = readdirSync(examples, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.flatMap(({ name }) => lostIn(path.join(examples, name)))).toEqual([]);
  });

  it.each([
    'gateway/backends-exist',
    'gateway/parents-take-route',
    'argocd/object-of',
    'argocd/path-leads',
    'argocd/settings-load',
    'istio/virtual-service-exists/name',
    'k8s/service-selects-pods',
    'pods/service-account-exists',
  ])(
    'has all of plain lint of the fixtures of %s where a suffix renames what they refer to',
    (rule) => {
      const its = fixtures(path.join(__dirname, '../rules')).filter(([file]) => file?.path.includes(rule));
      const all = [...compareSystems(its, ['suffix'])];
      expect(all.flatMap(({ lost }) => lost.map(({ finding }) => finding))).toEqual([]);
      expect(all.reduce((sum, { plain }) => sum + plain, 0)).toBeGreaterThan(2);
    },
    60_000,
  );

  it('has all of plain lint of fixtures, as they are and in each shape', () => {
    const all = fixtures(path.join(__dirname, '../rules'));
    // Chosen by their names, so that a new fixture does not change which others are compared.
    const some = all.filter(
      ([file]) => file && isOneIn(every, file.path, Number(process.env['RENDERED'] ?? 0)),
    );
    const lost: string[] = [];
    let [units, plain] = [0, 0];
    for (const compared of compareSystems(some, Object.keys(shapes).slice(1))) {
      units += compared.units;
      plain += compared.plain;
      lost.push(...compared.lost.map(({ finding }) => `${compared.name}: ${finding}`));
    }
    expect(lost).toEqual([]);
    expect(Math.min(units, plain)).toBeGreaterThan(15);
  }, 300_000);
});

/** One in so many fixtures is compared; `RENDERED=1` to `RENDERED=89` are the others. */
const every = 90;

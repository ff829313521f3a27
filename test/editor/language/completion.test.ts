import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { completionsAt } from '../../../src/editor/language/completion/complete.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { filesBelow, fileSource, textSource } from '../../support/sources.js';

const services = `apiVersion: v1
kind: Service
metadata:
  name: web-stable
spec:
  ports:
    - name: http
      port: 80
---
apiVersion: v1
kind: Service
metadata:
  name: web-canary
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: web
spec:
  http:
    - name: primary
    - name: admin
---
apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata:
  name: web
spec:
  host: web-stable
  subsets:
    - name: old
    - name: new
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  args:
    - name: service
  metrics:
    - name: rate
`;

/** The labels that are offered at the `|` of a text, as `kind label`. */
function offered(text: string): readonly string[] {
  const offset = text.indexOf('|');
  const source = textSource('/shop/rollout.yaml', text.replace('|', ''));
  const { graph } = readGraph([source, textSource('/shop/services.yaml', services)]);
  return completionsAt(graph, source, offset).map(({ kind, label }) => `${kind} ${label}`);
}

const rollout = (canary: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
${canary}`;

describe('names', () => {
  test.each([
    ['an empty value', '      stableService: |\n', ['name web-stable', 'name web-canary']],
    ['a value that has begun', '      stableService: we|\n', ['name web-stable', 'name web-canary']],
    ['a value in open quotes', '      stableService: "we|\n', ['name web-stable', 'name web-canary']],
    [
      'an empty value above others',
      '      canaryService: |\n      stableService: web-stable\n',
      ['name web-stable', 'name web-canary'],
    ],
    [
      'a name with a broken line below',
      '      canaryService: |\n      steps\n',
      ['name web-stable', 'name web-canary'],
    ],
    [
      'a route in a list that has begun',
      '      trafficRouting:\n        istio:\n          virtualService:\n            name: web\n            routes:\n              - |\n',
      ['name primary', 'name admin'],
    ],
    [
      'a route in a flow list',
      '      trafficRouting:\n        istio:\n          virtualService:\n            name: web\n            routes: [|]\n',
      ['name primary', 'name admin'],
    ],
    [
      'a subset',
      '      trafficRouting:\n        istio:\n          destinationRule:\n            name: web\n            canarySubsetName: |\n',
      ['name old', 'name new'],
    ],
    [
      'a managed route',
      '      trafficRouting:\n        managedRoutes:\n          - name: preview\n      steps:\n        - setHeaderRoute:\n            name: |\n',
      ['name preview'],
    ],
    ['a template', '      analysis:\n        templates:\n          - templateName: |\n', ['name errors']],
    [
      'an argument',
      '      analysis:\n        templates:\n          - templateName: errors\n        args:\n          - name: |\n',
      ['name service'],
    ],
  ])('%s', (_what, text, expected) => {
    expect(
      offered(rollout(text))
        .filter((one) => one.startsWith('name'))
        .sort(),
    ).toEqual([...expected].sort());
  });

  test('an argument in a query, in a block and in a plain value', () => {
    const template = (query: string): string =>
      `apiVersion: argoproj.io/v1alpha1\nkind: AnalysisTemplate\nmetadata:\n  name: own\nspec:\n  args:\n    - name: host\n    - name: path\n  metrics:\n    - name: rate\n      provider:\n        prometheus:\n          query: ${query}\n`;
    const expected = ['name host', 'name path'];
    expect(
      offered(template('|-\n            sum(x{h="{{args.¦}}"})').replace('|-', '>-').replace('¦', '|')),
    ).toEqual(expected);
    expect(offered(template('{{args.|'))).toEqual(expected);
    expect(offered(template('"{{ args.ho| }}"'))).toEqual(expected);
  });

  test('labels of pods in a selector, as values and as entries', () => {
    const pods = `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: api\nspec:\n  template:\n    metadata:\n      labels:\n        app: api\n        tier: back\n`;
    const at = (selector: string): readonly string[] => {
      const text = `${pods}---\napiVersion: v1\nkind: Service\nmetadata:\n  name: api\nspec:\n  selector:\n${selector}`;
      return offered(text).filter((one) => one.startsWith('name'));
    };
    expect(at('    app: |\n')).toEqual(['name api']);
    expect(at('    |\n')).toEqual(['name app: api', 'name tier: back']);
    expect(at('    tier: back\n    a|\n')).toEqual(['name app: api', 'name tier: back']);
  });

  test('a file of a kustomization', () => {
    const source = textSource('/shop/kustomization.yaml', 'resources:\n  - \n');
    const { graph } = readGraph([source, textSource('/shop/services.yaml', services)]);
    expect(completionsAt(graph, source, source.read().length - 1).map(({ label }) => label)).toContain(
      'services.yaml',
    );
  });
});

describe('ports of a Service, by number and by name', () => {
  const ingress = (port: string): string =>
    `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: web\nspec:\n  defaultBackend:\n    service:\n      name: web-stable\n      port:\n        ${port}\n`;
  const route = (port: string): string =>
    `apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata:\n  name: web\nspec:\n  rules:\n    - backendRefs:\n        - name: web-stable\n          ${port}\n`;
  const legacy = `apiVersion: networking.k8s.io/v1beta1\nkind: Ingress\nmetadata:\n  name: web\nspec:\n  rules:\n    - http:\n        paths:\n          - backend:\n              serviceName: web-stable\n              servicePort: |\n`;
  const mesh = `apiVersion: networking.istio.io/v1\nkind: VirtualService\nmetadata:\n  name: edge\nspec:\n  hosts: [web-stable]\n  http:\n    - route:\n        - destination:\n            host: web-stable\n            port:\n              number: |\n`;

  test.each([
    ['a number of an Ingress', ingress('number: |'), ['name 80']],
    ['a number of an Ingress that has begun', ingress('number: 8|'), ['name 80']],
    ['a name of an Ingress', ingress('name: |'), ['name http']],
    ['a route of the Gateway API', route('port: |'), ['name 80']],
    ['a VirtualService', mesh, ['name 80']],
    ['a backend of v1beta1, which takes both', legacy, ['name 80', 'name http']],
  ])('%s', (_what, text, expected) => {
    expect(offered(text).filter((one) => one.startsWith('name'))).toEqual(expected);
  });
});

describe('folders and objects that are deployed', () => {
  const application = (path: string, rest = ''): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: web\nspec:\n  source:\n    repoURL: https://git.example.com/team/shop.git\n    path: ${path}\n${rest}`;
  const other = `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: other\nspec:\n  source:\n    repoURL: https://git.example.com/team/shop.git\n    path: apps/other\n`;
  const config = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
  const files = {
    '/git/apps/web/base/config.yaml': config('web'),
    '/git/apps/web/base/kustomization.yaml': 'resources: [config.yaml]\n',
    '/git/apps/web/prod/kustomization.yaml': 'resources: [../base]\nnamePrefix: prod-\n',
    '/git/apps/other/config.yaml': config('other'),
    '/git/chart/Chart.yaml': 'name: chart\nversion: 1.0.0\n',
    '/git/chart/templates/config.yaml': config('chart'),
    '/git/deploy/other.yaml': other,
  };

  /** The names that are offered at the `|` of a file, beside the other ones. */
  function names(path: string, text: string, whole = text.replace('|', '')): readonly string[] {
    const sources = Object.entries({ ...files, [path]: whole }).map((one) => textSource(...one));
    const typed = textSource(path, text.replace('|', ''));
    return completionsAt(readGraph(sources).graph, typed, text.indexOf('|'))
      .filter(({ kind }) => kind === 'name')
      .map(({ label }) => label);
  }

  test('the path of an Application, from the root of the repository, without the folders in charts', () => {
    expect(names('/git/deploy/web.yaml', application('|'))).toEqual([
      'apps/web/base',
      'apps/web/prod',
      'apps/other',
      'chart',
      'deploy',
    ]);
    const elsewhere = application('|').replace('team/shop', 'team/elsewhere');
    expect(names('/git/deploy/web.yaml', elsewhere)).toEqual([]);
  });

  test('an object whose differences an Application ignores, by its name in the cluster', () => {
    const entry = (name: string): string =>
      application('apps/web/prod', `  ignoreDifferences:\n    - kind: ConfigMap\n      name: ${name}\n`);
    expect(names('/git/deploy/web.yaml', entry('|'), entry('x'))).toEqual(['prod-web']);
  });

  test('a ConfigMap that the kustomization of the folder generates, and no Secret of it', () => {
    const path = '/git/apps/new/deployment.yaml';
    const generators =
      'resources: [deployment.yaml]\nconfigMapGenerator:\n  - name: flags\nsecretGenerator:\n  - name: token\n';
    const sources = [textSource('/git/apps/new/kustomization.yaml', generators)];
    const text = `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: new\nspec:\n  template:\n    spec:\n      containers:\n        - name: new\n          envFrom:\n            - configMapRef:\n                name: |\n`;
    const typed = textSource(path, text.replace('|', ''));
    const { graph } = readGraph([...sources, typed]);
    const all = completionsAt(graph, typed, text.indexOf('|')).filter(({ kind }) => kind === 'name');
    expect(all.map(({ label }) => label)).toEqual(['flags']);
  });

  test('kustomizations near another one, and the objects that it builds', () => {
    const path = '/git/apps/web/prod/kustomization.yaml';
    expect(names(path, 'resources:\n  - |\n')).toEqual(['../base']);
    const patch = (name: string): string =>
      `resources: [../base]\npatches:\n  - patch: '[]'\n    target:\n      kind: ConfigMap\n      name: ${name}\n`;
    expect(names(path, patch('|'), patch('x'))).toEqual(['web']);
  });
});

describe('fields and values', () => {
  test('fields that are missing, with how their value begins', () => {
    const text = rollout('      stableService: web\n      \n');
    const source = textSource('/shop/rollout.yaml', text);
    const all = completionsAt(readGraph([source]).graph, source, text.length - 1);
    expect(all.map(({ label }) => label)).toContain('canaryService');
    expect(all.map(({ label }) => label)).not.toContain('stableService');
    expect(all.find(({ label }) => label === 'canaryService')).toMatchObject({
      insert: 'canaryService: ',
      detail: 'string',
      start: text.length - 1,
      end: text.length - 1,
    });
    expect(all.find(({ label }) => label === 'steps')?.insert).toBe('steps:\n        - ');
    expect(all.find(({ label }) => label === 'analysis')?.insert).toBe('analysis:\n        ');
  });

  test('the configuration of the plugin for the Gateway API', () => {
    const plugins = (config: string): readonly string[] =>
      offered(rollout(`      trafficRouting:\n        plugins:\n${config}`));
    expect(plugins('          |\n')).toEqual(['field argoproj-labs/gatewayAPI']);
    const inside = plugins(
      '          argoproj-labs/gatewayAPI:\n            httpRoute: web\n            |\n',
    );
    expect(inside).toContain('field httpRoutes');
    expect(inside).not.toContain('field httpRoute');
    expect(
      plugins('          argoproj-labs/gatewayAPI:\n            httpRoutes:\n              - |\n'),
    ).toEqual(['field name', 'field useHeaderRoutes']);
  });

  test('a key without a colon', () => {
    expect(offered(rollout('      can|\n'))).toContain('field canaryService');
  });

  test('a key in front of its colon', () => {
    expect(offered(rollout('      can|: x\n'))).toContain('field canaryService');
  });

  test('an item of steps: its actions, as fields and as snippets', () => {
    const all = offered(rollout('      steps:\n        - |\n'));
    expect(all).toContain('field setWeight');
    expect(all).toContain('snippet setHeaderRoute');
    expect(offered(rollout('      steps:\n        - setWeight: 5\n        - |\n'))).toContain(
      'snippet pause',
    );
    expect(offered(rollout('      |\n')).filter((one) => one.startsWith('snippet'))).toEqual([]);
  });

  test('values of an enumeration, and of a boolean', () => {
    const gateway =
      'apiVersion: networking.istio.io/v1\nkind: Gateway\nmetadata:\n  name: web\nspec:\n  servers:\n    - tls:\n        mode: |\n';
    expect(offered(gateway)).toContain('value PASSTHROUGH');
    expect(offered(rollout('      dynamicStableScale: |\n'))).toEqual(['value true', 'value false']);
  });

  test('kinds and versions', () => {
    expect(offered('apiVersion: argoproj.io/v1alpha1\nkind: |\n')).toContain('value Rollout');
    expect(offered('kind: Rollout\napiVersion: |\n')).toEqual(['value argoproj.io/v1alpha1']);
    expect(offered('|')).toContain('field apiVersion');
  });

  test('nothing in a comment', () => {
    expect(offered(rollout('      # stable|\n'))).toEqual([]);
  });
});

test('no prefix and no place of an example is too much for it', () => {
  const sources = filesBelow(path.resolve('examples/istio-subset/corrected')).map(fileSource);
  const { graph } = readGraph(sources);
  const source = sources.find(({ name }) => name.includes('rollout'))!;
  const text = source.read();
  expect(text.length).toBeGreaterThan(500);
  for (let offset = 0; offset <= text.length; offset += 31) {
    completionsAt(graph, source, offset);
    completionsAt(graph, textSource(source.path, text.slice(0, offset)), offset);
  }
});

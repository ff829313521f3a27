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

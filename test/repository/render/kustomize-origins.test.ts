import { describe, expect, it } from 'vitest';
import type { Path } from '../../../src/model/field.js';
import type { Place } from '../../../src/model/source.js';
import { KustomizeOrigins } from '../../../src/repository/render/kustomize-origins.js';
import { renderPlan } from '../../../src/repository/render/plan.js';
import { readKustomizeOutput, type RenderedText } from '../../../src/repository/render/rendered.js';
import { lineAndColumn } from '../../../src/repository/render/tree.js';
import { textSource } from '../../support/sources.js';

const files = {
  'base/kustomization.yaml': `resources:
  - web.yaml
configMapGenerator:
  - name: settings
    literals: [a=b]
`,
  'base/web.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  replicas: 1
  paused: false
  strategy:
    canary:
      maxSurge: 1
      steps:
        - setWeight: 10
        - setWeight: 20
  template:
    spec:
      containers:
        - name: web
          image: web:1
          env:
            - name: A
              value: "1"
---
apiVersion: v1
kind: Service
metadata:
  name: web-canary
`,
  'overlay/kustomization.yaml': `resources:
  - ../base
namespace: shop
namePrefix: live-
images:
  - name: web
    newTag: "7"
commonLabels:
  team: shop
patches:
  - path: strategy.yaml
  - target:
      kind: Roll.*
      name: web
    patch: |-
      - op: replace
        path: /spec/replicas
        value: 5
      - op: remove
        path: /spec/paused
`,
  'overlay/strategy.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      maxSurge: null
      steps:
        - setWeight: 10
        - setWeight: 120
`,
};

/** What kustomize v5.8.1 printed for the overlay, from a folder beside it. */
const recorded = `apiVersion: v1
data:
  a: b
kind: ConfigMap
metadata:
  annotations:
    config.kubernetes.io/origin: |
      configuredIn: ../base/kustomization.yaml
      configuredBy:
        apiVersion: builtin
        kind: ConfigMapGenerator
  labels:
    team: shop
  name: live-settings-4h2mbtbbt6
  namespace: shop
---
apiVersion: v1
kind: Service
metadata:
  annotations:
    config.kubernetes.io/origin: |
      path: ../base/web.yaml
  labels:
    team: shop
  name: live-web-canary
  namespace: shop
spec:
  selector:
    team: shop
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  annotations:
    config.kubernetes.io/origin: |
      path: ../base/web.yaml
  labels:
    team: shop
  name: live-web
  namespace: shop
spec:
  replicas: 5
  strategy:
    canary:
      steps:
      - setWeight: 10
      - setWeight: 120
  template:
    spec:
      containers:
      - env:
        - name: A
          value: "1"
        image: web:7
        name: web
`;

function origins(output: string): { readonly text: RenderedText; readonly origins: KustomizeOrigins } {
  const sources = new Map(Object.entries(files).map(([name, text]) => [`/${name}`, textSource(name, text)]));
  const plan = renderPlan([...sources.values()], {
    helmValues: [],
    isFile: () => false,
    allows: () => true,
    workingFolder: '/',
  });
  const [unit, ...others] = plan.units;
  if (unit?.tool !== 'kustomize' || others.length > 0) throw new Error('The overlay is the only unit.');
  return {
    text: readKustomizeOutput(output, { path: '/overlay/rendered.yaml', name: 'rendered' }),
    origins: new KustomizeOrigins(unit, '/around', (path) => sources.get(path)),
  };
}

const written = (place: Place | undefined): string | undefined =>
  place && `${place.source.name}:${lineAndColumn(place)}`;

describe('what kustomize made', () => {
  const { text, origins: all } = origins(recorded);
  const origin = (kind: string) => {
    const doc = text.docs.find((one) => one.kind === kind);
    return doc && all.of(doc);
  };

  it('is read without the annotations that were asked for', () => {
    expect(text.source.read()).not.toContain('annotations');
    expect(text.docs.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'ConfigMap live-settings-4h2mbtbbt6',
      'Service live-web-canary',
      'Rollout live-web',
    ]);
  });

  it('keeps other annotations', () => {
    const other =
      'kind: A\nmetadata:\n  annotations:\n    a: b\n    config.kubernetes.io/origin: |\n      path: x\n    z: y\n  name: n\n';
    expect(readKustomizeOutput(other, text.source).source.read()).toBe(
      'kind: A\nmetadata:\n  annotations:\n    a: b\n    z: y\n  name: n\n',
    );
  });

  it('is called as it is written', () => {
    expect(origin('Service')?.written).toMatchObject({ kind: 'Service', name: 'web-canary' });
    expect(origin('ConfigMap')?.written).toMatchObject({ name: 'settings' });
  });

  it.each<[string, Path, string]>([
    ['a field of the base', ['spec', 'template', 'spec', 'containers', 0, 'name'], 'base/web.yaml:17:17'],
    [
      'an element by its name',
      ['spec', 'template', 'spec', 'containers', 0, 'env', 0, 'value'],
      'base/web.yaml:21:22',
    ],
    [
      'what a patch sets',
      ['spec', 'strategy', 'canary', 'steps', 1, 'setWeight'],
      'overlay/strategy.yaml:11:22',
    ],
    [
      'what both say, which the patch has set',
      ['spec', 'strategy', 'canary', 'steps', 0, 'setWeight'],
      'overlay/strategy.yaml:10:22',
    ],
    ['what an operation sets', ['spec', 'replicas'], 'overlay/kustomization.yaml:18:16'],
    ['an image', ['spec', 'template', 'spec', 'containers', 0, 'image'], 'overlay/kustomization.yaml:7:13'],
    ['a namespace', ['metadata', 'namespace'], 'overlay/kustomization.yaml:3:12'],
    ['a label', ['metadata', 'labels', 'team'], 'overlay/kustomization.yaml:9:9'],
    ['a name with a prefix', ['metadata', 'name'], 'base/web.yaml:4:9'],
    ['a map that mostly is of the base', ['spec', 'template'], 'base/web.yaml:14:3'],
  ])('leads to the source of %s', (_, path, expected) => {
    expect(written(origin('Rollout')?.place(path, false))).toBe(expected);
  });

  it('leads to a generator', () => {
    expect(written(origin('ConfigMap')?.place(['data', 'a'], false))).toBe('base/kustomization.yaml:4:11');
  });

  it('leads to what took a field away', () => {
    const rollout = origin('Rollout');
    expect(written(rollout?.removal(['spec', 'strategy', 'canary', 'maxSurge']))).toBe(
      'overlay/strategy.yaml:8:17',
    );
    expect(written(rollout?.removal(['spec', 'paused']))).toBe('overlay/kustomization.yaml:20:15');
    expect(rollout?.removal(['spec', 'minReadySeconds'])).toBeUndefined();
    expect(rollout?.removal(['spec', 'replicas'])).toBeUndefined();
  });

  it('is looked for by kind and name where kustomize says nothing', () => {
    const { text: plain, origins: others } = origins(
      recorded.replaceAll(/  annotations:\n    config.kubernetes.io\/origin: \|\n(      .*\n)+/g, ''),
    );
    const rollout = plain.docs.find(({ kind }) => kind === 'Rollout');
    expect(rollout && written(others.of(rollout)?.place(['metadata', 'name'], false))).toBe(
      'base/web.yaml:4:9',
    );
  });

  it('has no source where it comes from another repository', () => {
    const { text: remote, origins: others } = origins(
      'kind: Service\nmetadata:\n  annotations:\n    config.kubernetes.io/origin: |\n      path: web.yaml\n      repo: https://example.com/a\n  name: web-canary\n',
    );
    expect(remote.docs.map((doc) => others.of(doc))).toEqual([undefined]);
  });
});

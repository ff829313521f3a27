import { describe, expect, it } from 'vitest';
import { type Drift, driftOf } from '../../../src/play/drift/drift.js';
import type { Fault } from '../../../src/play/drift/mending.js';
import { patchOf } from '../../../src/play/drift/patch.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';
import { istio } from './manifests.js';

/** An Application that deploys the folder that it stands in, with entries in one line. */
function application(entries: string, path = '.'): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: shop, namespace: argocd}
spec:
  source: {repoURL: https://git.example.com/shop.git, path: ${path}}
  destination: {server: https://kubernetes.default.svc}
  ignoreDifferences: ${entries}
  syncPolicy: {syncOptions: [ApplyOutOfSyncOnly=true]}
---
`;
}

function driftIn(text: string, more: Readonly<Record<string, string>> = {}): Drift {
  const files = { 'all.yaml': text, ...more };
  const sources = Object.entries(files).map(([name, content]) => textSource(`/shop/${name}`, content));
  const { graph } = readGraph(sources);
  const [drift, another] = driftOf(graph, graph.rollouts, { branches: false }).drifts;
  if (!drift || another) throw new Error('A test compares one Application.');
  return drift;
}

function told({ faults }: Drift): readonly unknown[] {
  return faults.map(({ text, kind, instead, neededFor }: Fault) => [
    text,
    kind,
    instead?.text,
    ...(neededFor === undefined ? [] : [neededFor]),
  ]);
}

function missing(drift: Drift): readonly unknown[] {
  return (patchOf(drift)?.spec.ignoreDifferences ?? []).flatMap(
    ({ jsonPointers = [], jqPathExpressions = [] }) => [...jsonPointers, ...jqPathExpressions],
  );
}

const istioEntry = (rest: string): string => `[{group: networking.istio.io, kind: VirtualService, ${rest}}]`;
const weight = '.spec.http[]?.route[]?.weight';
const beta = '.spec.http[]? | select(.name == "beta")';
const redirect = '    - name: old\n      redirect:\n        uri: /\n';
const other = `---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: other, namespace: shop}
spec: {hosts: [a], http: [{name: one, timeout: 1s, route: [{destination: {host: a}, weight: 100}]}]}
`;

describe('what is wrong with an entry is mended', () => {
  it.each([
    ['an expression that fails', `'.spec.http[].route[].weight'`, 'failing', weight, [beta]],
    ['one that fails whatever comes', `'.spec.http[] | error'`, 'failing', undefined, [weight, beta]],
    ['a field that there is not', '.spec.https[]?.weight', 'unknown', undefined, [weight, beta]],
    ['an element that never is there', `'.spec.http[]? | select(.name == "x")'`, 'idle', beta, [weight]],
    ['a misspelt field', '.spec.http[]?.route[]?.wieght', 'unknown', weight, [beta]],
  ])('%s', (_, expression, kind, instead, more) => {
    const drift = driftIn(
      application(
        istioEntry(`jqPathExpressions: ["${expression.replaceAll("'", '').replaceAll('"', '\\"')}"]`),
      ) + istio(redirect),
    );
    expect(told(drift)).toEqual([[expression.replaceAll("'", ''), kind, instead]]);
    expect(missing(drift)).toEqual(more);
  });

  it.each([
    ['the wildcard of a pointer', '/spec/http/*/route/*/weight', 'astray', weight, [beta]],
    ['the start of a pointer', 'spec/http', 'astray', '/spec/http', []],
  ])('%s', (_, pointer, kind, instead, more) => {
    const drift = driftIn(application(istioEntry(`jsonPointers: [${pointer}]`)) + istio(redirect));
    expect(told(drift)).toEqual([[pointer, kind, instead]]);
    expect(missing(drift)).toEqual(more);
  });

  it('a group, where the entry then is of use', () => {
    const entry = (rest: string): string =>
      application(`[{group: istio.io, kind: VirtualService, jqPathExpressions: ['${rest}']}]`);
    expect(told(driftIn(entry(weight) + istio()))).toEqual([
      ['istio.io', 'misdirected', 'networking.istio.io'],
    ]);
    // It is there for something else.
    expect(told(driftIn(entry('.spec.tls') + istio()))).toEqual([]);
  });

  it('a name, where the only one is meant', () => {
    const entry = application(istioEntry(`name: wep, jqPathExpressions: ['${weight}']`));
    expect(told(driftIn(entry + istio()))).toEqual([['wep', 'misdirected', 'web']]);
    expect(told(driftIn(entry.replace('wep', 'else') + istio() + other))).toEqual([]);
  });

  it('a name that is nearly the same, where a chart may deploy another object', () => {
    const entry = (name: string): string =>
      application(istioEntry(`name: ${name}, jqPathExpressions: ['${weight}']`), 'chart');
    const chart = {
      'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
      'chart/templates/web.yaml': istio(),
    };
    const inChart = (name: string): unknown => told(driftIn(entry(name), chart));
    expect(inChart('wbe')).toEqual([['wbe', 'misdirected', 'web']]);
    expect(inChart('checkout')).toEqual([]);
  });

  it('managers of whom none writes', () => {
    const drift = driftIn(application(istioEntry('managedFieldsManagers: [argo-rollouts]')) + istio());
    expect(told(drift)).toEqual([['argo-rollouts', 'nobody', undefined]]);
    expect(told(driftIn(application(istioEntry('managedFieldsManagers: [kubectl-edit]')) + istio()))).toEqual(
      [],
    );
  });
});

describe('what stays', () => {
  it('is an entry of several objects, to which no correction for one of them is added', () => {
    const entry = application(istioEntry(`jqPathExpressions: ['.spec.http[]?.route[]?.wieght']`));
    const drift = driftIn(entry + istio() + other);
    expect(told(drift)).toEqual([['.spec.http[]?.route[]?.wieght', 'unknown', undefined]]);
    expect(missing(drift)).toContain(weight);
  });

  it('is all that is meant for objects that are not different', () => {
    const entries = `[{group: apps, kind: Deployment, jqPathExpressions: ['.spec.x[].y']}, {kind: Service, jsonPointers: [spec/x]}]`;
    expect(told(driftIn(application(entries) + istio()))).toEqual([]);
  });

  it('is an expression that is of use for another object', () => {
    const expression = '.spec.http | map(.timeout) | error';
    // It fails for both.
    const failing = application(istioEntry(`jqPathExpressions: ['${expression}']`));
    expect(told(driftIn(failing + istio() + other))).toEqual([[expression, 'failing', undefined]]);

    const element = '.spec.http[]? | select(.name == "one")';
    const idle = application(istioEntry(`jqPathExpressions: ['${element}']`));
    expect(told(driftIn(idle + istio() + other))).toEqual([]);
  });

  it('is what another Rollout writes into the same object', () => {
    const [rollout = '', ...rest] = istio()
      .split('---\n')
      .filter((text) => text !== '');
    const second = rollout
      .replace('name: web\n', 'name: second\n')
      .replaceAll('app: web', 'app: second')
      .replaceAll('beta', 'gamma');
    const text = application(istioEntry(`jqPathExpressions: ['.spec.http[]? | select(.name == "gamma")']`));
    const { graph } = readGraph([
      textSource('/shop/all.yaml', [text.replace('---\n', ''), rollout, second, ...rest].join('---\n')),
    ]);
    const { drifts } = driftOf(graph, graph.rollouts, { branches: false });
    expect(drifts).toHaveLength(2);
    expect(drifts.flatMap(told)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { glob } from '../../src/argocd/glob.js';
import { ignoreRules, mayIgnore, rulesFor } from '../../src/argocd/ignore.js';
import { strip } from '../../src/argocd/normalize.js';
import { removePointer } from '../../src/argocd/json-pointer.js';
import { parseArgoCdVersion } from '../../src/argocd/version.js';
import { Reader } from '../../src/yaml/parse/read.js';
import { textSource } from '../support/sources.js';

/** Expected values follow Argo CD's pkg github.com/gobwas/glob, evanphx/json-patch and its ThreeWayDiff. */
describe('glob', () => {
  it.each([
    ['Service', 'Service', true],
    ['Service', 'service', false],
    ['*', 'networking.istio.io', true],
    ['*.istio.io', 'networking.istio.io', true],
    ['*.istio.io', 'istio.io', false],
    ['', '', true],
    ['', 'apps', false],
    ['Virtual?ervice', 'VirtualService', true],
    ['{Service,Ingress}', 'Ingress', true],
    ['{Service,Ingress}', 'Ingresses', false],
    ['[VS]*', 'VirtualService', true],
    ['[!V]*', 'VirtualService', false],
    ['a,b', 'a,b', true],
    ['Service.', 'ServiceX', false],
    ['[', '[', false],
  ])('%j matches %j: %s', (pattern, text, expected) => {
    expect(glob(pattern, text)).toBe(expected);
  });
});

describe('removePointer', () => {
  const document = { a: { 'b/c': 1, 'd~e': 2 }, list: [{ x: 1 }, { x: 2 }, { x: 3 }] };

  it.each([
    ['/a/b~1c', { a: { 'd~e': 2 }, list: document.list }],
    ['/a/d~0e', { a: { 'b/c': 1 }, list: document.list }],
    ['/list/1', { ...document, list: [{ x: 1 }, { x: 3 }] }],
    ['/list/0/x', { ...document, list: [{}, { x: 2 }, { x: 3 }] }],
    ['/list/*', document],
    ['/list/-', document],
    ['/list/3', document],
    ['/missing/deep', document],
    ['a', document],
    // The text before the first slash is dropped: this one hits a key of the root.
    ['spec/a', { list: document.list }],
  ])('%s', (pointer, expected) => {
    const before = structuredClone(document);
    expect(removePointer(pointer, document)).toEqual(expected);
    expect(document).toEqual(before);
  });
});

describe('normalize', () => {
  const [application] = new Reader().read(
    textSource(
      'application.yaml',
      `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: shop}
spec:
  ignoreDifferences:
    - {group: apps, kind: Deployment, jsonPointers: [/spec/replicas]}
    - {group: apps, kind: Deployment, name: web, jqPathExpressions: ['.spec.list[].x', .spec.paused]}
    - {kind: Service, namespace: shop, jsonPointers: [/spec]}
    - {group: apps, kind: StatefulSet, managedFieldsManagers: [keda]}
`,
    ),
  ).resources;
  const object = { group: 'apps', kind: 'Deployment', name: 'web', namespace: 'shop' };
  const annotated = (text: string) =>
    new Reader().read(
      textSource(
        'web.yaml',
        `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, annotations: {argocd.argoproj.io/ignore-differences: '${text}'}}
`,
      ),
    ).resources[0]!;

  it('removes what the entries for an object name, and nothing by an expression that fails', () => {
    const value = { spec: { replicas: 2, paused: true, other: 1 } };
    const result = strip(rulesFor(application!, object), value);
    expect(result.document).toEqual({ spec: { other: 1 } });
    expect(result.failed.map(({ expression }) => expression.text)).toEqual(['.spec.list[].x']);
    expect(result.failed.map(({ expression }) => expression.from?.text)).toEqual(['.spec.list[].x']);
  });

  it('leaves objects alone that no entry is for', () => {
    expect(rulesFor(application!, { ...object, name: 'api' })).toEqual([ignoreRules(application!)[0]]);
    const service = { ...object, group: '', kind: 'Service' };
    expect(rulesFor(application!, service)).toHaveLength(1);
    expect(rulesFor(application!, { ...service, namespace: 'store' })).toHaveLength(0);
    expect(rulesFor(application!, { ...service, namespace: undefined })).toHaveLength(1);
  });

  it.each([
    ['what an entry names', object, { spec: { paused: true } }, true],
    ['what no entry names', object, { spec: { other: true } }, false],
    ['what another object has', { ...object, name: 'api' }, { spec: { paused: true } }, false],
    ['what a manager may own', { ...object, kind: 'StatefulSet' }, { spec: { paused: true } }, true],
  ])('leaves %s to the cluster', (_, matched, part, expected) => {
    const version = parseArgoCdVersion('3.6')!;
    const git = annotated('').at().value;
    expect(mayIgnore({ rules: ignoreRules(application!), version }, matched, part, git)).toBe(expected);
  });

  it.each([
    ['3.6', 'jsonPointers: [/spec/other]', true],
    ['3.6', 'jsonPointers: [/spec/else]', false],
    ['3.5', 'jsonPointers: [/spec/other]', false],
  ])('leaves to the cluster in Argo CD %s what an annotation says: %s', (release, text, expected) => {
    const settings = { rules: ignoreRules(application!), version: parseArgoCdVersion(release)! };
    const git = annotated(text).at().value;
    expect(mayIgnore(settings, object, { spec: { other: true } }, git)).toBe(expected);
  });
});

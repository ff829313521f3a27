import { describe, expect, it } from 'vitest';
import { differences, toJqPath } from '../../src/argocd/diff.js';
import { glob } from '../../src/argocd/glob.js';
import { ignoreRules, isMeant, normalize } from '../../src/argocd/ignore.js';
import { removePointer } from '../../src/argocd/json-pointer.js';
import { Reader } from '../../src/parse/read.js';
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

describe('differences', () => {
  it.each([
    ['nothing', { a: 1 }, { a: 1 }, []],
    ['a key that only the live object has', { a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }, []],
    ['another value', { a: { b: 1 } }, { a: { b: 2 } }, ['.a.b']],
    ['a missing key', { a: { b: 1 } }, { a: {} }, ['.a.b']],
    ['a longer list', { a: [1] }, { a: [1, 2] }, ['.a']],
    ['an element of a list', { a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }, { b: 3, c: 1 }] }, ['.a[]?.b']],
    ['a null, which asks for nothing', { a: null }, { a: 1 }, []],
    ['a map for a list', { a: [1] }, { a: { 0: 1 } }, ['.a']],
    ['a key that needs quotes', { a: { 'b.io/c': 'x' } }, { a: {} }, ['.a["b.io/c"]']],
  ])('sees %s', (_, git, live, expected) => {
    expect(differences(git, live).map(toJqPath)).toEqual(expected);
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
  const rules = ignoreRules(application!);
  const identity = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'web', namespace: 'shop' };

  it('removes what the entries for an object name, and nothing by an expression that fails', () => {
    const value = { spec: { replicas: 2, paused: true, other: 1 } };
    const result = normalize(rules, identity, value);
    expect(result.value).toEqual({ spec: { other: 1 } });
    expect(result.failed.map(({ expression }) => expression.text)).toEqual(['.spec.list[].x']);
    expect(result.unknown).toBeUndefined();
  });

  it('leaves objects alone that no entry is for', () => {
    const value = { spec: { paused: true } };
    expect(normalize(rules, { ...identity, name: 'api' }, value).value).toEqual(value);
    const service = { ...identity, group: '', kind: 'Service' };
    expect(isMeant(rules[2]!, service)).toBe(true);
    expect(isMeant(rules[2]!, { ...service, namespace: 'store' })).toBe(false);
    expect(isMeant(rules[2]!, { ...service, namespace: undefined })).toBe(true);
  });

  it('does not know what belongs to a manager', () => {
    expect(normalize(rules, { ...identity, kind: 'StatefulSet' }, {}).unknown).toBe('managedFieldsManagers');
  });
});

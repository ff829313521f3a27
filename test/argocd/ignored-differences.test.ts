import { describe, expect, it } from 'vitest';
import { compareObjects } from '../../src/argocd/diff.js';
import type { JsonMap } from '../../src/kubernetes/objects/json.js';
import { asStored } from '../../src/argocd/server-side.js';
import { rulesInAnnotation } from '../../src/argocd/annotated-rules.js';
import { parseArgoCdVersion } from '../../src/argocd/version.js';
import {
  appliedFrom,
  destinationRule,
  headerRoute,
  httpRoute,
  ingress,
  route,
  service,
  settings,
  strategies,
  verdict,
  virtualService,
  type Given,
  type RuleText,
  type Strategy,
} from './objects.js';

const hash = { 'rollouts-pod-template-hash': 'h1' };
const istio = (kind: string, ...jqPathExpressions: readonly string[]): RuleText => ({
  group: 'networking.istio.io',
  kind,
  jqPathExpressions,
});
const pointer = (kind: string, ...jsonPointers: readonly string[]): RuleText => ({ kind, jsonPointers });
const weights = istio('VirtualService', '.spec.http[]?.route[]?.weight');
const header = istio('VirtualService', '.spec.http[]? | select(.name == "canary-header")');

function says(strategy: Strategy, live: JsonMap, git: JsonMap, ...rules: readonly RuleText[]): string {
  return verdict(strategies[strategy](asStored(live, '1.36'), git, { rules }));
}

describe('worked examples', () => {
  const selector = pointer('Service', '/spec/selector/rollouts-pod-template-hash');

  it('the selector of a Service is merged key by key, but for a server-side diff', () => {
    const [git, live] = [service({ app: 'x' }), service({ app: 'x', ...hash })];
    expect(says('three-way', live, git)).toBe('Synced');
    expect(says('two-way', live, git)).toBe('Synced');
    expect(says('server-side', live, git)).toBe('OutOfSync');
    expect(says('server-side', live, git, selector)).toBe('Synced');
    expect(says('structured-merge', live, git, selector)).toBe('Synced');
  });

  it('labels of subsets are cut to what Git has, by position', () => {
    const git = destinationRule([{ name: 'canary', labels: { app: 'x' } }, { name: 'stable' }]);
    const live = destinationRule([
      { name: 'canary', labels: { app: 'x', ...hash } },
      { name: 'stable', labels: hash },
    ]);
    expect(says('three-way', live, git)).toBe('Synced');
    expect(says('server-side', live, git)).toBe('OutOfSync');
    const rule = istio('DestinationRule', '.spec.subsets[]?.labels["rollouts-pod-template-hash"]');
    // Empty labels are left where Git has none.
    expect(says('server-side', live, git, rule)).toBe('OutOfSync');
    const wider = istio('DestinationRule', '.spec.subsets[]?.labels');
    expect(says('server-side', live, git, wider)).toBe('Synced');
  });

  it('a header route and weights need two rules', () => {
    const [git, live] = [virtualService(route(100, 0)), virtualService(headerRoute, route(80, 20))];
    expect(says('three-way', live, git)).toBe('OutOfSync');
    expect(says('three-way', live, git, weights)).toBe('OutOfSync');
    expect(says('three-way', live, git, header)).toBe('OutOfSync');
    for (const strategy of Object.keys(strategies) as Strategy[])
      expect(says(strategy, live, git, weights, header)).toBe('Synced');
  });

  it('a rule that depends on what the controller changes makes a difference of none', () => {
    const rules = [{ backendRefs: [{ name: 'stable', port: 80, weight: 100 }] }];
    const live = httpRoute(rules, { 'rollouts.argoproj.io/gatewayapi-canary': 'in-progress' });
    const conditional: RuleText = {
      group: 'gateway.networking.k8s.io',
      kind: 'HTTPRoute',
      jqPathExpressions: [
        'select(.metadata.labels["rollouts.argoproj.io/gatewayapi-canary"] == "in-progress") | .spec.rules',
      ],
    };
    expect(says('three-way', live, httpRoute(rules))).toBe('Synced');
    expect(says('three-way', live, httpRoute(rules), conditional)).toBe('OutOfSync');
  });
});

describe('traps', () => {
  const [git, live] = [virtualService(route(100, 0)), virtualService(route(80, 20))];
  const shifted = (...rules: readonly RuleText[]): string => says('three-way', live, git, ...rules);

  it.each([
    '.spec.http[*].route[*].weight',
    '$.spec.http',
    '/spec/http',
    ".spec['http']",
    '',
    '.spec. http',
    'spec.http',
    '.metadata.annotations.foo.io/bar',
    '.spec.http # weights',
  ])('%j fails the whole comparison, even of other kinds', (expression) => {
    expect(shifted(istio('VirtualService', expression))).toMatch(
      /^error: .*failed to create diff normalizer/,
    );
    expect(shifted(weights, istio('Gateway', expression))).toMatch(/^error/);
    expect(shifted({ kind: 'None', jqPathExpressions: [expression] })).toMatch(/^error/);
  });

  it('an expression of argocd-cm does so, too', () => {
    const configMap = {
      'resource.customizations.ignoreDifferences.apps_Deployment': 'jqPathExpressions: ["$.spec"]',
    };
    expect(verdict(compareObjects({ live, target: git }, settings({ configMap })))).toMatch(/^error/);
  });

  it('an expression that fails ignores nothing, in silence', () => {
    const expression = '.spec.http[].route[].weight';
    const redirect = { name: 'old', redirect: { uri: '/new' } };
    expect(shifted(istio('VirtualService', expression))).toBe('Synced');
    const comparison = compareObjects(
      { live: virtualService(route(80, 20), redirect), target: virtualService(route(100, 0), redirect) },
      settings({ rules: [istio('VirtualService', expression)] }),
    );
    expect(verdict(comparison)).toBe('OutOfSync');
    expect('failed' in comparison && comparison.failed.map(({ expression: { text } }) => text)).toEqual([
      expression,
      expression,
    ]);
  });

  it('an expression that fails on one side makes a difference', () => {
    const expression = '.spec.hosts[] | select(startswith("w"))';
    const [target, actual] = [virtualService(route(100, 0)), virtualService(route(100, 0))];
    const odd = { ...actual, spec: { ...(actual['spec'] as JsonMap), hosts: ['web', 1] } };
    expect(says('two-way', actual, target, istio('VirtualService', expression))).toBe('Synced');
    expect(says('two-way', odd, target, istio('VirtualService', expression))).toBe('OutOfSync');
  });

  it.each<[string, RuleText]>([
    ['a kind in small letters', { ...weights, kind: 'virtualservice' }],
    ['a kind in the plural', { ...weights, kind: 'VirtualServices' }],
    ['no group', { ...weights, group: '' }],
    ['a group with a version', { ...weights, group: 'networking.istio.io/v1' }],
    ['another name', { ...weights, name: 'api' }],
    ['a glob for a name', { ...weights, name: 'w*' }],
    ['another namespace', { ...weights, namespace: 'store' }],
    ['an index that does not exist', { ...weights, jqPathExpressions: [], jsonPointers: ['/spec/http/*'] }],
    ['a path that does not exist', { ...weights, jqPathExpressions: ['.spec.tls[]?.route[]?.weight'] }],
  ])('%s: the rule does nothing', (_, rule) => {
    expect(shifted(rule)).toBe('OutOfSync');
  });

  it.each<[string, RuleText]>([
    ['a glob for a kind', { ...weights, kind: 'Virtual*' }],
    ['a glob for a group', { ...weights, group: '*.istio.io' }],
    ['any kind of any group', { ...weights, group: '*', kind: '*' }],
    ['its own name and namespace', { ...weights, name: 'web', namespace: 'shop' }],
  ])('%s: the rule works', (_, rule) => {
    expect(shifted(rule)).toBe('Synced');
  });

  it('a pointer with an index hits what is there, on each side', () => {
    const rule: RuleText = { ...weights, jqPathExpressions: [], jsonPointers: ['/spec/http/0'] };
    expect(says('three-way', virtualService(headerRoute, route(100, 0)), git, rule)).toBe('OutOfSync');
    expect(says('three-way', live, git, rule)).toBe('Synced');
  });

  it('two pointers into one list remove the first and the third', () => {
    const rule: RuleText = {
      ...weights,
      jqPathExpressions: [],
      jsonPointers: ['/spec/http/0', '/spec/http/1'],
    };
    const three = (seconds: number): JsonMap =>
      virtualService({ ...route(100, 0), timeout: `${seconds}s` }, route(1, 1), {
        ...route(2, 2),
        timeout: `${seconds}s`,
      });
    expect(says('three-way', three(1), three(2), rule)).toBe('Synced');
  });

  it('a pointer without a slash removes what comes after the first part', () => {
    const action = 'alb.ingress.kubernetes.io/actions.stable';
    const [target, actual] = [ingress(['a'], { [action]: '1' }), ingress(['a'], { [action]: '2' })];
    const rule = (text: string): RuleText => ({
      group: 'networking.k8s.io',
      kind: 'Ingress',
      jsonPointers: [text],
    });
    expect(
      says(
        'three-way',
        actual,
        target,
        rule('/metadata/annotations/alb.ingress.kubernetes.io~1actions.stable'),
      ),
    ).toBe('Synced');
    expect(
      says(
        'three-way',
        actual,
        target,
        rule('/metadata/annotations/alb.ingress.kubernetes.io/actions.stable'),
      ),
    ).toBe('OutOfSync');
    expect(says('three-way', actual, target, rule('metadata'))).toBe('OutOfSync');
    expect(says('three-way', actual, target, rule('x/metadata'))).toBe('Synced');
  });

  it('a rule for all annotations takes away what was applied last', () => {
    const before = service({ app: 'x', tier: 'web' });
    const actual = appliedFrom(before, before);
    const rule = pointer('Service', '/metadata/annotations');
    const target = service({ app: 'x' });
    const compared = (given: Given): unknown => compareObjects({ live: actual, target }, settings(given));
    expect(compared({})).toMatchObject({ strategy: 'three-way', isModified: true });
    expect(compared({ rules: [rule] })).toMatchObject({ strategy: 'two-way', isModified: false });
  });

  it('a rule that deletes everything fails the comparison, but for a server-side diff, which sees nothing', () => {
    const all = istio('VirtualService', '.');
    expect(shifted(all)).toMatch(/^error/);
    expect(says('structured-merge', live, git, all)).toMatch(/^error/);
    expect(says('server-side', live, git, all)).toBe('Synced');
  });

  it('an option of the Application stays the way of comparing where an object refuses it', () => {
    const refused = (selector: JsonMap): JsonMap =>
      service(selector, { 'argocd.argoproj.io/sync-options': 'ServerSideApply=false' });
    const [target, actual] = [refused({ app: 'x' }), asStored(refused({ app: 'x', ...hash }), '1.36')];
    const given = { syncOptions: ['ServerSideApply=true'] };
    expect(compareObjects({ live: actual, target }, settings(given))).toMatchObject({
      strategy: 'structured-merge',
      isModified: true,
    });
  });
});

describe('managers whose changes are trusted', () => {
  const owned = (manager: string, fieldsV1: JsonMap): JsonMap => ({
    manager,
    operation: 'Update',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1,
  });
  const with_ = (object: JsonMap, ...managedFields: readonly JsonMap[]): JsonMap => ({
    ...object,
    metadata: { ...(object['metadata'] as JsonMap), managedFields },
  });
  const controller = owned('rollouts-controller', { 'f:spec': { 'f:http': {} } });
  const trusting = (kind: string, group = ''): RuleText => ({
    group,
    kind,
    managedFieldsManagers: ['rollouts-controller'],
  });

  it('hide the whole list that they once wrote, with all that Git changes in it', () => {
    const live = with_(virtualService(route(80, 20)), controller);
    const git = virtualService({ ...route(100, 0), timeout: '9s' });
    expect(says('three-way', live, git)).toBe('OutOfSync');
    expect(says('three-way', live, git, trusting('VirtualService', 'networking.istio.io'))).toBe('Synced');
  });

  it('hide nothing before they have written', () => {
    const live = with_(virtualService(route(80, 20)), owned('kubectl', { 'f:spec': { 'f:http': {} } }));
    const rule = trusting('VirtualService', 'networking.istio.io');
    expect(says('three-way', live, virtualService(route(100, 0)), rule)).toBe('OutOfSync');
  });

  it('are found in argocd-cm by the kind as it is written: a core kind needs an underscore', () => {
    const selector = { 'f:spec': { 'f:type': {} } };
    const port = (type: string): JsonMap => {
      const object = service({ app: 'x' });
      return { ...object, spec: { ...(object['spec'] as JsonMap), type } };
    };
    const live = with_(asStored(port('NodePort'), '1.36'), owned('rollouts-controller', selector));
    const says = (key: string): string =>
      verdict(
        compareObjects(
          { live, target: port('ClusterIP') },
          settings({
            configMap: {
              [`resource.customizations.ignoreDifferences.${key}`]:
                'managedFieldsManagers: [rollouts-controller]',
            },
          }),
        ),
      );
    expect(says('Service')).toBe('OutOfSync');
    expect(says('_Service')).toBe('Synced');
    expect(says('all')).toBe('Synced');
    expect(says('*_Service')).toBe('OutOfSync');
  });
});

describe('what cannot be known', () => {
  it('is said to be unknown, and is no difference and no agreement', () => {
    const node: JsonMap = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'one' } };
    const widget: JsonMap = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one' } };
    expect(says('three-way', node, node)).toBe('unknown: the type of Node is not known here');
    expect(says('three-way', widget, widget)).toBe('Synced');
    expect(says('structured-merge', widget, widget)).toBe(
      'unknown: the schema of Widget (example.com/v1) is not known here',
    );
    expect(says('server-side', widget, widget)).toMatch(/^unknown/);
  });
});

// Argo CD reads the annotation into a struct, which has other fields beside its pointers.
it('of an annotation only the pointers count', () => {
  const text = 'jsonPointers: [/spec/type]\njqPathExpressions: [.spec.ports]\n';
  const annotated = service({ app: 'x' }, { 'argocd.argoproj.io/ignore-differences': text });
  const [found] = rulesInAnnotation(annotated, parseArgoCdVersion('3.6.1')!);
  expect(found?.jsonPointers).toEqual([{ text: '/spec/type' }]);
});

import {
  changed,
  expressions,
  headerRoute,
  insert,
  pointers,
  primary,
  set,
  service,
  stored,
  threeWay,
  virtualService,
  widget,
  compared,
  type Case,
  type IgnoreEntry,
  type Settings,
} from '../case.js';

const git = virtualService(primary(100, 0));
const shifted = stored(git, set(['spec', 'http', 0, 'route', 0, 'weight'], 80));
const weights = { jqPathExpressions: ['.spec.http[]?.route[]?.weight'] };

/** Entries for a VirtualService `web` in `shop`, by what they show. */
const matching: Readonly<Record<string, IgnoreEntry>> = {
  'group and kind': { group: 'networking.istio.io', kind: 'VirtualService' },
  'no group': { kind: 'VirtualService' },
  'an empty group': { group: '', kind: 'VirtualService' },
  'group with a version': { group: 'networking.istio.io/v1', kind: 'VirtualService' },
  'any group': { group: '*', kind: 'VirtualService' },
  'any group by two stars': { group: '**', kind: 'VirtualService' },
  'end of a group': { group: '*.istio.io', kind: 'VirtualService' },
  'end of a group without its dot': { group: '*istio.io', kind: 'VirtualService' },
  'alternatives of a group': { group: '{networking.istio.io,gateway.networking.k8s.io}', kind: 'VirtualService' },
  'a question mark': { group: 'networking?istio.io', kind: 'VirtualService' },
  'a class': { group: 'networking.[h-j]stio.io', kind: 'VirtualService' },
  'a negated class': { group: 'networking.[!a]stio.io', kind: 'VirtualService' },
  'a pattern that is none': { group: 'networking.[istio.io', kind: 'VirtualService' },
  'an open brace': { group: '{networking.istio.io', kind: 'VirtualService' },
  'an escaped star': { group: '\\*', kind: 'VirtualService' },
  'group in capitals': { group: 'Networking.Istio.io', kind: 'VirtualService' },
  'kind in small letters': { group: 'networking.istio.io', kind: 'virtualservice' },
  'kind in the plural': { group: 'networking.istio.io', kind: 'VirtualServices' },
  'any kind': { group: 'networking.istio.io', kind: '*' },
  'start of a kind': { group: 'networking.istio.io', kind: 'Virtual*' },
  'an empty kind': { group: 'networking.istio.io', kind: '' },
  'any of all': { group: '*', kind: '*' },
  'space at the end': { group: 'networking.istio.io ', kind: 'VirtualService' },
  'the name': { group: 'networking.istio.io', kind: 'VirtualService', name: 'web' },
  'another name': { group: 'networking.istio.io', kind: 'VirtualService', name: 'api' },
  'a name with a star': { group: 'networking.istio.io', kind: 'VirtualService', name: 'w*' },
  'an empty name': { group: 'networking.istio.io', kind: 'VirtualService', name: '' },
  'the namespace': { group: 'networking.istio.io', kind: 'VirtualService', namespace: 'shop' },
  'another namespace': { group: 'networking.istio.io', kind: 'VirtualService', namespace: 'other' },
  'a namespace with a star': { group: 'networking.istio.io', kind: 'VirtualService', namespace: '*' },
  'name and namespace': { group: 'networking.istio.io', kind: 'VirtualService', name: 'web', namespace: 'shop' },
};

const noNamespace = changed(git, set(['metadata', 'namespace'], undefined));

export const matchingCases: readonly Case[] = [
  ...Object.entries(matching).map(([name, entry]) =>
    threeWay(name, 'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/glob/glob.go', { live: shifted, target: git }, {
      ignoreDifferences: [{ ...entry, ...weights }],
    }),
  ),
  threeWay('namespace that git lacks', 'each side is matched by itself', { live: shifted, target: noNamespace }, {
    ignoreDifferences: [{ group: 'networking.istio.io', kind: 'VirtualService', namespace: 'shop', ...weights }],
  }),
  threeWay('no entry', 'nothing is ignored', { live: shifted, target: git }, { ignoreDifferences: [] }),
  threeWay('an entry without paths', 'nothing is ignored', { live: shifted, target: git }, {
    ignoreDifferences: [{ group: 'networking.istio.io', kind: 'VirtualService' }],
  }),
  threeWay('core kind with any group', 'the empty group is matched by a star', {
    live: stored(service(), set(['spec', 'type'], 'NodePort')),
    target: service({ type: 'ClusterIP' }),
  }, { ignoreDifferences: [{ group: '*', kind: 'Service', jsonPointers: ['/spec/type'] }] }),
  threeWay('core kind with the name of the core group', 'the core group has no name', {
    live: stored(service(), set(['spec', 'type'], 'NodePort')),
    target: service({ type: 'ClusterIP' }),
  }, { ignoreDifferences: [{ group: 'core', kind: 'Service', jsonPointers: ['/spec/type'] }] }),
];

const list = widget({
  'a/b': 1,
  'a~b': 1,
  'a': { b: { c: 1, d: 2 } },
  'e': [{ n: 0 }, { n: 1 }, { n: 2 }],
  '0': 'zero',
  '': { '': 1 },
  'nothing': null,
  'text': 'abc',
});
const other = changed(
  list,
  set(['spec', 'a', 'b', 'c'], 5),
  set(['spec', 'e', 0, 'n'], 7),
  insert(['spec', 'e'], 3, { n: 3 }),
);

const pointerRules: Readonly<Record<string, readonly string[]>> = {
  'a key': ['/spec/a'],
  'a nested key': ['/spec/a/b/c'],
  'a missing key': ['/spec/x'],
  'a missing parent': ['/spec/x/y/z'],
  'an escaped slash': ['/spec/a~1b'],
  'an escaped tilde': ['/spec/a~0b'],
  'an unescaped slash': ['/spec/a/b'],
  'escapes in the wrong order': ['/spec/a~01b'],
  'an element': ['/spec/e/0'],
  'a key of an element': ['/spec/e/0/n'],
  'the last element': ['/spec/e/2'],
  'an element that is there on one side': ['/spec/e/3'],
  'an index out of range': ['/spec/e/9'],
  'a dash': ['/spec/e/-'],
  'a negative index': ['/spec/e/-1'],
  'a negative index out of range': ['/spec/e/-9'],
  'a star': ['/spec/e/*'],
  'a star and a key': ['/spec/e/*/n'],
  'an index with a zero in front': ['/spec/e/00'],
  'an index with a sign': ['/spec/e/+1'],
  'a name in a list': ['/spec/e/n'],
  'a name in a list, further on': ['/spec/e/n/m'],
  'two elements, one after the other': ['/spec/e/0', '/spec/e/1'],
  'two elements, the last one first': ['/spec/e/1', '/spec/e/0'],
  'one element twice': ['/spec/e/0', '/spec/e/0'],
  'a number as a key': ['/spec/0'],
  'an empty key': ['/spec/'],
  'two empty keys': ['/spec//'],
  'a key of a text': ['/spec/text/x'],
  'a key of null': ['/spec/nothing/x'],
  'null itself': ['/spec/nothing'],
  'the whole spec': ['/spec'],
  'the whole document': [''],
  'a slash alone': ['/'],
  'no slash in front': ['spec/a'],
  'no slash at all': ['spec'],
  'no slash in front of a root key': ['x/spec'],
  'a slash at the end': ['/spec/a/'],
  'dots': ['.spec.a'],
  'a fragment': ['#/spec/a'],
  'the name': ['/metadata/name'],
  'the kind': ['/kind'],
  'the apiVersion': ['/apiVersion'],
  'the metadata': ['/metadata'],
  'several at once': ['/spec/a/b/c', '/spec/e', '/spec/x'],
  'a space': ['/spec/a '],
  'capitals': ['/Spec/a'],
};

export const pointerCases: readonly Case[] = Object.entries(pointerRules).flatMap(([name, paths]) =>
  compared(
    name,
    'one operation of a JSON patch, on each side by itself: https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go',
    { live: stored(other), target: list },
    pointers('Widget', ...paths),
    ['three-way'],
  ),
);

const lists = { live: stored(git, insert(['spec', 'http'], 0, headerRoute)), target: git };

/** How entries act together. */
export const orderCases: readonly Case[] = [
  threeWay('an index in two entries', 'each removes one element', lists, {
    ignoreDifferences: [
      { group: '*', kind: '*', jsonPointers: ['/spec/http/0'] },
      { group: 'networking.istio.io', kind: 'VirtualService', jqPathExpressions: ['.spec.http[0]'] },
    ],
  }),
  threeWay('pointers before jq', 'in one entry, whatever the order of its keys', lists, {
    ignoreDifferences: [
      {
        group: 'networking.istio.io',
        kind: 'VirtualService',
        jqPathExpressions: ['.spec.http[] | select(.name == "canary-header")'],
        jsonPointers: ['/spec/http/0/name'],
      },
    ],
  }),
  threeWay('jq of one entry before pointers of the next', 'entries in their order', lists, {
    ignoreDifferences: [
      {
        group: 'networking.istio.io',
        kind: 'VirtualService',
        jqPathExpressions: ['.spec.http[] | select(.name == "canary-header")'],
      },
      { group: 'networking.istio.io', kind: 'VirtualService', jsonPointers: ['/spec/http/0/name'] },
    ],
  }),
  threeWay('an expression that fails between two', 'the others act', lists, {
    ...expressions('VirtualService', '.spec.http[0]', '.spec.hosts[].x', '.spec.gateways'),
  }),
  threeWay('all that an entry deletes in one expression', 'all or nothing', lists, {
    ...expressions('VirtualService', '.spec.http[0], .spec.hosts[].x, .spec.gateways'),
  }),
  threeWay('an expression that is none, of another kind', 'all expressions are read first', lists, {
    ...expressions('Deployment', '.spec.['),
  }),
  threeWay('an expression that is none, after a good one', 'all expressions are read first', lists, {
    ...expressions('VirtualService', '.spec.http[0]', '.spec.['),
  }),
];

const key = (name: string) => `resource.customizations.ignoreDifferences.${name}`;
const byType = 'jsonPointers:\n- /spec/type\n';
const nodePort = { live: stored(service(), set(['spec', 'type'], 'NodePort')), target: service({ type: 'ClusterIP' }) };
const vs = { live: shifted, target: git };
const weightsText = 'jqPathExpressions:\n- .spec.http[]?.route[]?.weight\n';
const withStatus = {
  live: stored(widget({ a: 1 }), set(['status'], { a: 1 })),
  target: changed(widget({ a: 1 }), set(['status'], { a: 2 })),
};
const definition = (status: unknown, spec: unknown = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec,
  status,
});
const crd = { live: stored(definition({ a: 1 })), target: definition({ a: 2 }) };
const compareOptions = (text: string): Settings => ({ configMap: { 'resource.compareoptions': text } });

const inConfigMap: Readonly<Record<string, readonly [pair: { live: typeof nodePort.live; target: typeof git }, data: Readonly<Record<string, string>>]>> = {
  'core kind alone': [nodePort, { [key('Service')]: byType }],
  'core kind with an underscore': [nodePort, { [key('_Service')]: byType }],
  'group and kind': [vs, { [key('networking.istio.io_VirtualService')]: weightsText }],
  'kind alone for a kind with a group': [vs, { [key('VirtualService')]: weightsText }],
  'a glob in the key': [vs, { [key('*.istio.io_VirtualService')]: weightsText }],
  'all': [vs, { [key('all')]: weightsText }],
  'all, with a kind inside': [vs, { [key('all')]: `kind: Rollout\n${weightsText}` }],
  'two underscores': [vs, { [key('networking.istio.io_Virtual_Service')]: weightsText }],
  'no kind': [vs, { 'resource.customizations.ignoreDifferences.': weightsText }],
  'no YAML': [vs, { [key('networking.istio.io_VirtualService')]: 'jsonPointers: [' }],
  'a list': [vs, { [key('networking.istio.io_VirtualService')]: '- /spec/http\n' }],
  'a text for the pointers': [vs, { [key('networking.istio.io_VirtualService')]: 'jsonPointers: /spec/http\n' }],
  'an empty value': [vs, { [key('networking.istio.io_VirtualService')]: '' }],
  'an expression that is none': [nodePort, { [key('networking.istio.io_VirtualService')]: 'jqPathExpressions:\n- .spec.[\n' }],
  'an unknown customization': [vs, { 'resource.customizations.ignoreDifference.networking.istio.io_VirtualService': weightsText }],
  'too few parts': [vs, { 'resource.customizations.ignoreDifferences': weightsText }],
  'the old key': [vs, { 'resource.customizations': `networking.istio.io/VirtualService:\n  ignoreDifferences: |\n    ${weightsText.replaceAll('\n', '\n    ')}\n` }],
  'the old key with a glob': [vs, { 'resource.customizations': `"*.istio.io/*":\n  ignoreDifferences: |\n    ${weightsText.replaceAll('\n', '\n    ')}\n` }],
  'the old key with a map': [vs, { 'resource.customizations': `networking.istio.io/VirtualService:\n  ignoreDifferences:\n    jqPathExpressions:\n    - .spec.http[]?.route[]?.weight\n` }],
  'both keys for one kind': [vs, {
    'resource.customizations': `networking.istio.io/VirtualService:\n  ignoreDifferences: |\n    ${weightsText.replaceAll('\n', '\n    ')}\n`,
    [key('networking.istio.io_VirtualService')]: 'jsonPointers:\n- /spec/gateways\n',
  }],
  'both keys for two kinds': [vs, {
    'resource.customizations': `"*/VirtualService":\n  ignoreDifferences: |\n    ${weightsText.replaceAll('\n', '\n    ')}\n`,
    [key('networking.istio.io_VirtualService')]: 'jsonPointers:\n- /spec/gateways\n',
  }],
  'health beside it': [vs, {
    [key('networking.istio.io_VirtualService')]: weightsText,
    'resource.customizations.health.networking.istio.io_VirtualService': 'return {}',
  }],
  'updates alone': [vs, { 'resource.customizations.ignoreResourceUpdates.networking.istio.io_VirtualService': weightsText }],
  'status of any kind': [withStatus, {}],
  'status of all': [withStatus, { 'resource.compareoptions': 'ignoreResourceStatusField: all\n' }],
  'status of none': [withStatus, { 'resource.compareoptions': 'ignoreResourceStatusField: none\n' }],
  'status off': [withStatus, { 'resource.compareoptions': 'ignoreResourceStatusField: off\n' }],
  'status false': [withStatus, { 'resource.compareoptions': "ignoreResourceStatusField: 'false'\n" }],
  'status of definitions': [withStatus, { 'resource.compareoptions': 'ignoreResourceStatusField: crd\n' }],
  'status of something else': [withStatus, { 'resource.compareoptions': 'ignoreResourceStatusField: some\n' }],
  'status of an empty text': [withStatus, { 'resource.compareoptions': "ignoreResourceStatusField: ''\n" }],
  'compare options that are none': [withStatus, { 'resource.compareoptions': '[' }],
  'another compare option': [withStatus, { 'resource.compareoptions': 'ignoreDifferencesOnResourceUpdates: false\n' }],
  'status of a definition': [crd, { 'resource.compareoptions': 'ignoreResourceStatusField: crd\n' }],
  'status of a definition, none': [crd, { 'resource.compareoptions': 'ignoreResourceStatusField: none\n' }],
  'status beside all': [withStatus, { [key('all')]: 'jsonPointers:\n- /spec\n' }],
};

const instance = { 'app.kubernetes.io/instance': 'shop' };
const instanceLabels = {
  'in the cluster': { live: instance, target: {} },
  'on both sides': { live: instance, target: { labels: instance } },
};

export const settingsCases: readonly Case[] = [
  ...Object.entries(inConfigMap).map(([name, [pair, configMap]]) =>
    threeWay(name, 'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/settings/settings.go', pair, { configMap }),
  ),
  threeWay('an index in the Application and the settings', 'each removes one element', lists, {
    ...pointers('VirtualService', '/spec/http/0'),
    configMap: { [key('networking.istio.io_VirtualService')]: 'jsonPointers:\n- /spec/http/0\n' },
  }),
  threeWay('the same rule in the Application and the settings', 'nothing is left to remove', vs, {
    ...expressions('VirtualService', '.spec.http[]?.route[]?.weight'),
    configMap: { [key('networking.istio.io_VirtualService')]: weightsText },
  }),
  threeWay('one element by two keys of the settings', 'each removes one element', lists, {
    configMap: {
      [key('networking.istio.io_VirtualService')]: 'jsonPointers:\n- /spec/http/0\n',
      [key('*_VirtualService')]: 'jsonPointers:\n- /spec/http/0\n',
    },
  }),
  threeWay('two keys whose order matters', 'keys of the settings come in no order', lists, {
    configMap: {
      [key('networking.istio.io_VirtualService')]: 'jsonPointers:\n- /spec/http/0/name\n',
      [key('*_VirtualService')]: 'jqPathExpressions:\n- .spec.http[] | select(.name == "canary-header")\n',
    },
  }),
  ...['annotation', 'label', 'annotation+label', ''].flatMap((method) =>
    Object.entries(instanceLabels).map(([where, { live, target }]) =>
      threeWay(
        `label of the instance ${where}, tracked by ${method === '' ? 'default' : method}`,
        'taken from live, or filled in: https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/resource_tracking.go',
        { live: stored(service({}, { labels: live })), target: service({}, target) },
        { configMap: method === '' ? {} : { 'application.resourceTrackingMethod': method } },
      ),
    ),
  ),
  threeWay('another label for instances', 'a label like any other', {
    live: stored(service({}, { labels: { 'app.kubernetes.io/instance': 'shop', team: 'web' } })),
    target: service(),
  }, { configMap: { 'application.instanceLabelKey': 'team' } }),
  threeWay('aggregated roles and a status of none', 'several compare options', withStatus,
    compareOptions('ignoreAggregatedRoles: true\nignoreResourceStatusField: none\n')),
];

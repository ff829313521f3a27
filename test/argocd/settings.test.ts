import { describe, expect, it } from 'vitest';
import { ArgoCdError } from '../../src/argocd/argocd-error.js';
import { systemRules, systemSettings } from '../../src/argocd/settings.js';
import { parseArgoCdVersion } from '../../src/argocd/version.js';

type Data = Readonly<Record<string, string>>;

const off: Data = { 'resource.compareoptions': 'ignoreResourceStatusField: none' };
const split = (key: string): string => `resource.customizations.ignoreDifferences.${key}`;

/** `group/kind`: pointers and expressions. */
function rules(data: Data, version = '3.5.1'): Readonly<Record<string, readonly string[]>> {
  const { overrides } = systemSettings(data, parseArgoCdVersion(version));
  return Object.fromEntries(
    systemRules(overrides).map(({ group, kind, jsonPointers, jqPathExpressions }) => [
      `${group}/${kind}`,
      [...jsonPointers, ...jqPathExpressions].map(({ text }) => text),
    ]),
  );
}

describe('what argocd-cm has everybody ignore', () => {
  it.each<[string, Data, Readonly<Record<string, readonly string[]>>]>([
    ['the status of all, by default', {}, { '*/*': ['/status'] }],
    [
      'a kind of a group',
      {
        ...off,
        [split('apps_Deployment')]: 'jsonPointers: [/spec/replicas]\njqPathExpressions: [.spec.paused]',
      },
      { 'apps/Deployment': ['/spec/replicas', '.spec.paused'] },
    ],
    ['a core kind', { ...off, [split('Service')]: 'jsonPointers: [/spec/a]' }, { '/Service': ['/spec/a'] }],
    ['a group with dots', { ...off, [split('a.b.io_C')]: 'jsonPointers: [/a]' }, { 'a.b.io/C': ['/a'] }],
    [
      'all kinds, whatever kind is named inside',
      { ...off, [split('all')]: 'kind: Rollout\njsonPointers: [/a]' },
      { '*/*': ['/a'] },
    ],
    [
      'all kinds and the status of all',
      { [split('all')]: 'jsonPointers: [/a]' },
      { '*/*': ['/a', '/status'] },
    ],
    [
      'the single key, whose rules are a text',
      {
        ...off,
        'resource.customizations': 'apps/Deployment:\n  ignoreDifferences: |\n    jsonPointers: [/a]\n',
      },
      { 'apps/Deployment': ['/a'] },
    ],
    [
      'what a split key says instead of the single key',
      {
        ...off,
        'resource.customizations':
          'apps/Deployment:\n  ignoreDifferences: |\n    jsonPointers: [/a]\nStatefulSet:\n  ignoreDifferences: |\n    jsonPointers: [/b]\n',
        [split('apps_Deployment')]: 'jsonPointers: [/c]',
      },
      { 'apps/Deployment': ['/c'], '/StatefulSet': ['/b'] },
    ],
    ['nothing that is no customization', { ...off, url: 'https://argocd.example.com' }, {}],
    ['nothing from a key that is too short', { ...off, 'resource.customizations.health': 'x' }, {}],
  ])('has %s', (_, data, expected) => {
    expect(rules(data)).toEqual(expected);
  });

  const status = (option: string): Data => ({
    'resource.compareoptions': `ignoreResourceStatusField: ${option}`,
  });
  const definition = 'apiextensions.k8s.io/CustomResourceDefinition';
  it.each<[string, Data, Readonly<Record<string, readonly string[]>>]>([
    ['3.5.1', status('all'), { '*/*': ['/status'] }],
    ['3.5.1', status('crd'), { [definition]: ['/status'] }],
    ['3.5.1', status('none'), {}],
    ['3.5.1', status('off'), {}],
    ['3.5.1', status('something'), { '*/*': ['/status'] }],
    ['2.14.0', {}, { [definition]: ['/status', '/spec/preserveUnknownFields'] }],
    ['2.14.0', status('all'), { '*/*': ['/status'] }],
    ['2.14.0', status('off'), {}],
  ])('ignores in %s with %j', (version, data, expected) => {
    expect(rules(data, version)).toEqual(expected);
  });

  it.each<[string, Data]>([
    ['a key with two underscores', { [split('a_b_C')]: 'jsonPointers: [/a]' }],
    ['a text that is no YAML', { [split('Service')]: '{' }],
    ['a list instead of a map', { [split('Service')]: '- a' }],
    ['a number where texts are', { [split('Service')]: 'jsonPointers: [1]' }],
    ['a customization that there is none of', { 'resource.customizations.diff.Service': '{}' }],
    [
      'rules of the single key that are a map',
      { 'resource.customizations': 'Service: {ignoreDifferences: {}}' },
    ],
  ])('cannot be read with %s', (_, data) => {
    expect(() => systemSettings(data)).toThrow(ArgoCdError);
  });

  it('tracks by annotation since 3.0, unless it says otherwise', () => {
    const method = (data: Data, version: string): string =>
      systemSettings(data, parseArgoCdVersion(version)).trackingMethod;
    expect(method({}, '3.5.1')).toBe('annotation');
    expect(method({}, '2.14.0')).toBe('label');
    expect(method({ 'application.resourceTrackingMethod': 'annotation+label' }, '2.14.0')).toBe(
      'annotation+label',
    );
  });
});

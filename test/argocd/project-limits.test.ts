import { describe, expect, it } from 'vitest';
import { forbiddingList, permitsDestination, permitsRepository } from '../../src/argocd/project-limits.js';

// What Argo CD 3.5.1 answers, as 200 000 random cases of each did (IsSourcePermitted, isDestinationMatched,
// IsGroupKindNamePermitted).
describe('permitsRepository', () => {
  it.each<[string[], string, boolean | undefined]>([
    [[], 'https://github.com/acme/shop.git', false],
    [['*'], 'git@github.com:acme/shop.git', true],
    [['https://github.com/acme/shop'], 'https://github.com/Acme/shop.git', true],
    [['https://github.com/acme/*'], 'https://github.com/acme/shop.git', true],
    [['https://github.com/*'], 'https://github.com/acme/shop.git', false],
    [['https://github.com/**'], 'https://github.com/acme/shop.git', true],
    [['git@github.com:acme/*'], 'ssh://git@github.com/acme/shop', true],
    [['https://github.com/acme/*'], 'git@github.com:acme/shop.git', false],
    [['!https://github.com/acme/shop'], 'https://github.com/acme/shop.git', false],
    [['!https://github.com/acme/other'], 'https://github.com/acme/shop.git', true],
    [['*', '!https://github.com/acme/*'], 'https://github.com/acme/shop.git', false],
    [['https://github.com/{acme,other}/shop'], 'https://github.com/acme/shop', undefined],
  ])('%j for %s: %s', (sourceRepos, repository, isPermitted) => {
    expect(permitsRepository(sourceRepos, repository)).toBe(isPermitted);
  });
});

describe('permitsDestination', () => {
  const server = 'https://kubernetes.default.svc';
  const own = { server, name: 'in-cluster', namespace: 'shop' };

  it.each<[object[], Parameters<typeof permitsDestination>[1], boolean | undefined]>([
    [[], own, false],
    [[{ server, namespace: 'sh*' }], own, true],
    [[{ name: 'in-cluster', namespace: '*' }], own, true],
    [[{ server, namespace: 'shop' }], { ...own, namespace: '' }, false],
    [
      [
        { server: '*', namespace: '*' },
        { server: '*', namespace: '!shop' },
      ],
      own,
      false,
    ],
    [
      [
        { server: '*', namespace: '*' },
        { server: `!${server}`, namespace: '*' },
      ],
      own,
      false,
    ],
    [[{ name: 'prod', namespace: '*' }], { ...own, name: undefined }, undefined],
    [[{ server, namespace: '*' }], { ...own, name: undefined }, true],
  ])('%j for %j: %s', (destinations, to, isPermitted) => {
    expect(permitsDestination(destinations, to)).toBe(isPermitted);
  });
});

describe('forbiddingList', () => {
  const rollout = { group: 'argoproj.io', kind: 'Rollout', name: 'web' };
  const namespace = { group: '', kind: 'Namespace', name: 'shop' };

  it.each<[object, typeof rollout, boolean, string | undefined]>([
    [{}, rollout, true, undefined],
    [{ namespaceResourceWhitelist: [] }, rollout, true, 'namespaceResourceWhitelist'],
    [{ namespaceResourceWhitelist: [{ group: 'argo*', kind: '*' }] }, rollout, true, undefined],
    [
      { namespaceResourceBlacklist: [{ group: '*', kind: 'Rollout' }] },
      rollout,
      true,
      'namespaceResourceBlacklist',
    ],
    [{}, namespace, false, 'clusterResourceWhitelist'],
    [
      { clusterResourceWhitelist: [{ group: '', kind: 'Namespace', name: 'shop-*' }] },
      namespace,
      false,
      'clusterResourceWhitelist',
    ],
    [
      { clusterResourceWhitelist: [{ group: '', kind: 'Namespace', name: 'sh*' }] },
      namespace,
      false,
      undefined,
    ],
    [{ namespaceResourceWhitelist: [{ group: '[a-z]*', kind: '*' }] }, rollout, true, undefined],
  ])('%j for %j: %s %s', (spec, object, isNamespaced, key) => {
    expect(forbiddingList(spec, object, isNamespaced)?.key).toBe(key);
  });
});

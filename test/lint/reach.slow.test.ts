import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordHash, wordHashes } from '../../src/yaml/parse/words.js';
import { comparisons } from './reach-law.js';

describe('what a change can reach', () => {
  it('is all that both states linted whole find of it', { timeout: 500_000 }, () => {
    let parts = 0;
    for (const { isPart, ...found } of comparisons(path.join(__dirname, '../rules'), 60, 20_261_127)) {
      expect(found).toMatchObject({ missed: [], extra: [] });
      if (isPart) parts += 1;
    }
    expect(parts).toBeGreaterThan(4);
  });
});

describe('the words of a text', () => {
  const has = (text: string, word: string): boolean => wordHashes(text).includes(wordHash(word));

  it.each([
    ['host: checkout.shop.svc.cluster.local', 'checkout'],
    ['host: checkout.shop.svc.cluster.local', 'checkout.shop.svc.cluster.local'],
    ['gateways: [istio-system/public]', 'public'],
    ['url: "http://checkout:8080/path"', 'checkout'],
    ["hosts: ['*.example.com']", 'example.com'],
    ['name: a--b', 'a--b'],
    ['# asks checkout. Then', 'checkout'],
    ['{"name":"checkout"}', 'checkout'],
    ['x: .spec.http[] | select(.name=="checkout")', 'checkout'],
  ])('%s has %s', (text, word) => {
    expect(has(text, word)).toBe(true);
  });

  it('are no keys of a map, and no parts of other words', () => {
    expect(has('canary: {}', 'canary')).toBe(false);
    expect(has('canary:\n  steps: []', 'canary')).toBe(false);
    expect(has('name: checkout-canary', 'checkout')).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { InOrder, KeptTexts } from '../../src/cli/kept-texts.js';

describe('texts that are kept', () => {
  it('come back in order, however many there are', () => {
    const texts = Array.from({ length: 800 }, (_, index) => `${index}: ${'äöü \u{1f600}\n'.repeat(1200)}`);
    expect(texts.join('').length).toBeGreaterThan(6_000_000);
    const kept = new KeptTexts(texts);
    expect([...kept]).toEqual(texts);
    expect([...kept]).toEqual(texts);
  });

  it('may be empty, or none', () => {
    expect([...new KeptTexts()]).toEqual([]);
    const texts = ['', 'a'.repeat(5_000_000), '', 'b', 'c'.repeat(1_000_000), ''];
    expect([...new KeptTexts(texts)]).toEqual(texts);
  });

  it('take a fraction of the memory where they repeat themselves', () => {
    const kept = new KeptTexts();
    for (let index = 0; index < 1000; index += 1)
      kept.add(`${index}: ${'  "status": "synced",\n'.repeat(5000)}`);
    expect(kept.bytes).toBeLessThan(5_000_000);
    expect([...kept].join('').length).toBeGreaterThan(100_000_000);
  });
});

it('what comes in any order is given on in the order of its places, and as early as that', () => {
  const given: string[] = [];
  const ordered = new InOrder((one: string) => given.push(one));
  ordered.take('second', 1);
  ordered.take('fourth', 3);
  expect(given).toEqual([]);
  ordered.take('first', 0);
  expect(given).toEqual(['first', 'second']);
  ordered.take('third', 2);
  expect(given).toEqual(['first', 'second', 'third', 'fourth']);
});

import { describe, expect, it } from 'vitest';
import { checkPointer } from '../../src/argocd/pointer-problem.js';
import { isContentName } from '../../src/kinds/content-name.js';
import { parseQuantity } from '../../src/kinds/quantity.js';

const length = 100_000;

/** Each makes a backtracking pattern take the square of its length, which is 10 to 100 seconds. */
const hostile: Readonly<Record<string, () => unknown>> = {
  'a quantity of digits': () => parseQuantity(`${'0'.repeat(length)}!`),
  'a name of versions': () => isContentName(`${'-0'.repeat(length / 2)}!`),
  'a JSON pointer of brackets': () => checkPointer(`/spec/${'['.repeat(length)}`),
};

describe('patterns over texts of the checkout', () => {
  it.each(Object.entries(hostile))('takes less than 2 s for %s of 100 000 characters', (_, run) => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(2);
  });
});

describe('the same values as before', () => {
  it.each(['1', '1.5', '.5', '1.', '1e3', '1E-3', '100m', '1Ki', '+1', '-1'])('reads quantity %s', (text) => {
    expect(parseQuantity(text)).toBeDefined();
  });

  it.each(['', '1x', '1e', '1 Ki', 'e3', '1.5.5'])('refuses quantity %j', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });

  it('sees brackets at the end of a part of a pointer, and none where the key may contain them', () => {
    expect(checkPointer('/spec/containers[0]')?.kind).toBe('brackets');
    expect(checkPointer('/spec/a[0][1]')?.kind).toBe('brackets');
    expect(checkPointer('/spec/a~1b[0]')?.kind).not.toBe('brackets');
    expect(checkPointer('/spec/a]')?.kind).not.toBe('brackets');
  });
});

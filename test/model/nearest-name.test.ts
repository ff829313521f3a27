import { expect, it } from 'vitest';
import { nearestName } from '../../src/model/nearest-name.js';

it('takes a name for a misspelt one', () => {
  expect(nearestName('chekout', ['cart', 'checkout'])).toBe('checkout');
  expect(nearestName('payments', ['cart', 'checkout'])).toBeUndefined();
});

it('compares no names that are longer than a name can be', () => {
  const long = 'a'.repeat(100_000);
  const before = process.cpuUsage();
  expect(nearestName(`${long}b`, [`${long}c`])).toBeUndefined();
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

it.each([[['web-ping', 'web-pong']], [['web-pong', 'web-ping']]])(
  'takes the same of two that are equally near, in whatever order they come: %j',
  (names) => {
    expect(nearestName('web-pang', names)).toBe('web-ping');
    expect(nearestName('web-pamg', [...names, 'web-pang'])).toBe('web-pang');
  },
);

it('takes the one that begins more alike of two that are equally near', () => {
  expect(nearestName('lnit', ['init', 'lint'])).toBe('lint');
  expect(nearestName('lnit', ['lint', 'init'])).toBe('lint');
});

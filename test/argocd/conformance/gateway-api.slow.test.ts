import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { updates } from './cases/gateway-api.js';
import { readRecording, statusOf, wholeRelease } from './conformance.js';

const recorded = new Map(
  readRecording(join(__dirname, '../../..'), wholeRelease, 'gateway-api').cases.map((one) => [one.name, statusOf(one)]),
);
const judged = updates.map((one) => ({ ...one, wanted: recorded.get(one.name) }));

/** Updates by chance of canaries behind routes of the Gateway API, as drift and Argo CD's own code judge them. */
describe('routes of the Gateway API during updates', () => {
  it.each(judged)('$name', ({ says, wanted }) => {
    expect(says).toBe(wanted);
  });

  it('are Synced at all moments with what drift derives', () => {
    const statuses = judged.filter(({ ignored }) => ignored === 'derived').map(({ wanted }) => wanted);
    expect(statuses.length).toBeGreaterThan(30);
    expect(new Set(statuses)).toEqual(new Set(['synced']));
  });

  it('are Synced with what is published in a server-side diff alone', () => {
    const synced = judged.filter(({ ignored, wanted }) => ignored === 'published' && wanted === 'synced');
    expect(new Set(synced.map(({ mode }) => mode.split(',')[0]))).toEqual(new Set(['server-side']));
  });
});

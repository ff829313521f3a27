import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cases, digest, readRecording, recordedObjects, wholeRelease } from './conformance.js';

const root = join(__dirname, '../../..');

describe('the recordings of Argo CD', () => {
  it.each(Object.entries(cases))('have all cases on %s as they are', (topic, list) => {
    const { of, cases: recorded } = readRecording(root, wholeRelease, topic);
    expect(of).toBe(digest(list));
    expect(recorded.map(({ name }) => name)).toEqual(list.map(({ name }) => name));
    for (const [index, one] of list.entries())
      expect(() => recordedObjects(one, recorded[index] ?? { name: one.name })).not.toThrow();
  });

  it.each(Object.entries(cases))('name each case on %s once', (_, list) => {
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  });
});

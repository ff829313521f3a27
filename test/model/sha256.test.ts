import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/model/sha256.js';

it.each(['', 'web-config', 'é', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), '\n', 'y'.repeat(1000)])(
  'is what Node makes of %j',
  (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  },
);

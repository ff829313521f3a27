import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { severityOfDetail } from '../../src/play/impact/effect-severity.js';

it('docs/impact.md lists every effect with its severity', () => {
  const text = readFileSync(join(__dirname, '../../docs/impact.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z-]+)` +\| (error|warning|info) +\|/gm)];
  expect(Object.fromEntries(rows.map(([, effect, severity]) => [effect, severity]))).toEqual(
    severityOfDetail,
  );
});

import { expect, it } from 'vitest';
import { withEdits } from '../../../src/lint/fix/shown.js';
import type { Finding } from '../../../src/model/finding.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { finding, placeOf } from '../../support/findings.js';
import { textSource } from '../../support/sources.js';

/** As many findings, each with a fix of one key of a ConfigMap with a value of this length. */
function shown(count: number, length: number): readonly Finding[] {
  const source = textSource(
    'config.yaml',
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata:\n  a: b\n  long: ${'x'.repeat(length)}\n`,
  );
  const [resource] = readGraph([source]).graph.resources;
  if (!resource) throw new Error('There is no ConfigMap.');
  const writes = [{ resource, path: ['data', 'a'], value: 'c' }];
  const fix = { title: 'Write c.', safety: 'safe' as const, writes };
  return withEdits(Array.from({ length: count }, () => ({ ...finding(placeOf(source, 'a: b')), fix })));
}

it('has the edits of each fix of a document of usual size', () => {
  expect(shown(100, 10_000).every(({ fix }) => fix?.edits?.[0]?.text === 'c')).toBe(true);
});

it('tries only some fixes of a large document, and says of no other that it cannot be made', () => {
  const fixes = shown(20, 2_000_000).map(({ fix }) => fix);
  expect(fixes.filter((fix) => fix?.edits)).toHaveLength(4);
  expect(fixes.filter((fix) => fix?.unfit !== undefined)).toHaveLength(0);
});

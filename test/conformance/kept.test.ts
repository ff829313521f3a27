import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { keptTexts, readKept } from './kept.js';
import type { RecordedPass, Recording } from './recording.js';

const status = { 'argoproj.io/Rollout/shop/web': { status: { phase: 'Healthy' } } };
const gone = { 'apps/ReplicaSet/shop/web-H1': null };
const destination = { destination: { host: '' }, weight: 5 };
const growing = { 'networking.istio.io/VirtualService/shop/web': { spec: { http: Array(9).fill(destination) } } };

function recordingOf(version: string, ...passes: RecordedPass[]): Recording {
  return { version, of: 'digest', scenarios: { one: { snapshots: [{ after: -1, settled: true, passes }] } } };
}

function keep(root: string, recording: Recording): void {
  for (const [path, text] of keptTexts(root, 'topic', recording)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

it('keeps recordings as they are, and a write of several once', () => {
  const root = mkdtempSync(join(tmpdir(), 'kept-'));
  mkdirSync(join(root, 'conformance/recordings'), { recursive: true });
  const first = recordingOf('v1.9.1', { writes: [status, growing, status] }, { before: { ...status, ...gone }, error: 'no' }, {});
  const second = recordingOf('v1.8.4', { writes: [growing] });
  keep(root, first);
  keep(root, second);
  expect(readKept(root, 'v1.9.1', 'topic')).toEqual(first);
  expect(readKept(root, 'v1.8.4', 'topic')).toEqual(second);
  expect(readKept(root, 'v1.9.1', 'topic', (name) => name !== 'one')?.scenarios).toEqual({});

  const list = (): string => readFileSync(join(root, 'conformance/recordings/writes/topic.json'), 'utf8');
  expect(list().match(/"status"/g)).toHaveLength(1);
  expect(list().match(/"destination"/g)).toHaveLength(1);

  // What no release does any more goes with the next recording.
  keep(root, recordingOf('v1.9.1', {}));
  expect(list()).not.toContain('status');
  expect(readKept(root, 'v1.8.4', 'topic')).toEqual(second);
});

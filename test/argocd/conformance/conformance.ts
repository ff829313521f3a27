import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cases } from './cases/index.js';
import { parseRecording, wholeRelease, type Recording } from './recording.js';

export { cases };
export { differences, digest, recordedObjects, textOf, wholeRelease } from './recording.js';
export { changeCases } from './changes.js';
export { gatewayCases } from './gateway-api.js';
export { randomCases } from './random.js';
export { driftVerdict, signature, smaller, statusOf, verdict } from './verdict.js';

export const releases = [wholeRelease, 'v3.6.1', 'v3.2.11', 'v3.0.23', 'v2.14.21'] as const;

/** What a release of Argo CD did with the cases of a topic. */
export function readRecording(root: string, release: string, topic: string): Recording {
  const whole = readOwn(root, wholeRelease, topic);
  if (release === wholeRelease) return whole;
  const own = readOwn(root, release, topic);
  const byName = new Map(own.cases.map((one) => [one.name, one]));
  return { of: own.of, cases: whole.cases.map((one) => byName.get(one.name) ?? one) };
}

function readOwn(root: string, release: string, topic: string): Recording {
  const path = join(root, 'conformance/argocd/recordings', release, `${topic}.json`);
  return parseRecording(readFileSync(path, 'utf8'));
}

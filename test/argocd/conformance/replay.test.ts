import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import type { Case } from './case.js';
import { cases, readRecording, releases } from './conformance.js';
import { expectRecorded } from './judge.js';

const root = join(__dirname, '../../..');

/** One case in twenty of each release, always the same ones; replay.slow.test.ts has all. */
function isInSample(release: string, topic: string, { name }: Case): boolean {
  return createHash('sha256').update(`${release}/${topic}/${name}`).digest().readUInt16BE() % 20 === 0;
}

/** The slow test replaces a module to know of this kind. */
const isOfKnownKind = ({ live, target }: Case): boolean => (target ?? live)?.kind !== 'Widget';

describe.each(releases)('as Argo CD %s does', (release) => {
  for (const [topic, list] of Object.entries(cases)) {
    const sample = list.filter((one) => isOfKnownKind(one) && isInSample(release, topic, one));
    const isRecorded = existsSync(join(root, `conformance/argocd/recordings/${release}/${topic}.json`));
    if (sample.length === 0 || !isRecorded) continue;
    const recorded = new Map(readRecording(root, release, topic).cases.map((one) => [one.name, one]));
    it.each(sample)(`${topic}: $name`, (one) => expectRecorded(one, recorded.get(one.name), release));
  }
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cases, readRecording, releases } from './conformance.js';
import { replay } from './replay.js';

const root = join(__dirname, '../../..');

/** Each case is played here and held against what Argo CD's own code made of it. */
for (const release of releases)
  for (const [topic, list] of Object.entries(cases))
    describe.skipIf(!existsSync(join(root, `conformance/argocd/recordings/${release}/${topic}.json`)))(
      `${topic}, ${release}`,
      () => {
        if (!existsSync(join(root, `conformance/argocd/recordings/${release}/${topic}.json`))) return;
        const recorded = new Map(readRecording(root, release, topic).cases.map((one) => [one.name, one]));
        it.each(list)('$name', (one) => {
          const expected = recorded.get(one.name);
          if (!expected) return expect.unreachable(`${one.name} is not recorded`);
          if (expected.unstable) return;
          const { actual, wanted } = replay(one, expected, release);
          expect(actual).toEqual(wanted);
        });
      },
    );

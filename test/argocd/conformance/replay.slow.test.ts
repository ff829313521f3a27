import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, it, vi } from 'vitest';
import type * as CustomKinds from '../../../src/kubernetes/apply/custom-kinds.js';
import { deletePaths } from '../../../src/argocd/jq/jq.js';
import { cases, readRecording, releases } from './conformance.js';
import { expectRecorded } from './judge.js';

vi.mock('../../../src/kubernetes/apply/custom-kinds.js', async (importOriginal) => {
  const { withWidget } = await import('./custom-kinds.js');
  return withWidget(await importOriginal<typeof CustomKinds>());
});

/** The first expression that jq gets waits until jq is there, which may take longer than one is given. */
beforeAll(() => {
  for (const name of ['HOME', 'PATH', 'SHELL']) deletePaths(`env.${name} // empty`, {});
});

const root = join(__dirname, '../../..');

/** Each case is played here and held against what Argo CD's own code made of it. */
for (const release of releases)
  for (const [topic, list] of Object.entries(cases)) {
    const path = join(root, `conformance/argocd/recordings/${release}/${topic}.json`);
    describe.skipIf(!existsSync(path))(`${topic}, ${release}`, () => {
      if (!existsSync(path)) return;
      const recorded = new Map(readRecording(root, release, topic).cases.map((one) => [one.name, one]));
      it.each(list)('$name', (one) => expectRecorded(one, recorded.get(one.name), release));
    });
  }

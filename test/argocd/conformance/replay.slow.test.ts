import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as CustomKinds from '../../../src/kubernetes/apply/custom-kinds.js';
import { deletePaths } from '../../../src/argocd/jq/jq.js';
import { cases, readRecording, releases } from './conformance.js';
import { replay } from './replay.js';

vi.mock('../../../src/kubernetes/apply/custom-kinds.js', async (importOriginal) => {
  const { withWidget } = await import('./custom-kinds.js');
  return withWidget(await importOriginal<typeof CustomKinds>());
});

/** The first expression that jq gets waits until jq is there, which may take longer than one is given. */
beforeAll(() => {
  for (const name of ['HOME', 'PATH', 'SHELL']) deletePaths(`env.${name} // empty`, {});
});

const root = join(__dirname, '../../..');

/** What is not evaluated here, and so is not answered wrongly: kinds that are not known, jq beyond what is played. */
const beyond = [
  /^a kind without schema/,
  /^a list of objects/,
  /^status of a definition/,
  /knownTypeFields/,
  /: (\.spec\.http\[\{\}\]|reduce range\(3\) as .*|range\(2\)|\.spec\.b as \{\$d\}.*|\.spec\.a \| floor|\.spec\.b\.c \| bsearch\(2\)|@sh "x")$/s,
];

/** What takes the whole second that an expression is given, and is unknown then; the tests of jq have such. */
const endless = /: (while\(true; \.\)|repeat\(\.\)|def f: f; f|\[range\(100000000\)\].*|\.spec \| recurse\(\.b\?\))$/s;

/** Each case is played here and held against what Argo CD's own code made of it. */
for (const release of releases)
  for (const [topic, list] of Object.entries(cases)) {
    const path = join(root, `conformance/argocd/recordings/${release}/${topic}.json`);
    describe.skipIf(!existsSync(path))(`${topic}, ${release}`, () => {
      if (!existsSync(path)) return;
      const recorded = new Map(readRecording(root, release, topic).cases.map((one) => [one.name, one]));
      it.each(list)('$name', (one) => {
        const expected = recorded.get(one.name);
        if (!expected) return expect.unreachable(`${one.name} is not recorded`);
        if (expected.unstable || endless.test(one.name)) return;
        const { actual, wanted, unknown } = replay(one, expected, release);
        expect(actual).toEqual(wanted);
        const text = one.name + Object.keys(one.configMap ?? {}).join('');
        if (!beyond.some((pattern) => pattern.test(text))) expect(unknown).toEqual([]);
      });
    });
  }

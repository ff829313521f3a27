import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Answer, deployed, live } from './layouts/deployed.js';
import { repositoryOf } from './layouts/generate.js';

/** Recorded by `npm run conformance:layouts -- --record`. */
const recorded = JSON.parse(readFileSync('test/repository/graph/layouts/recorded.json', 'utf8')) as readonly {
  readonly seed: number;
  readonly answers: readonly Answer[];
}[];

/** The objects that we say an Application deploys are those that Argo CD makes of its sources. */
it.each(recorded)('repository $seed is deployed as Argo CD deploys it', ({ seed, answers }) => {
  const repository = repositoryOf(seed);
  const ours = deployed(repository);
  expect(ours).toHaveLength(answers.length);
  for (const [index, answer] of answers.entries())
    if (answer.error === undefined) expect(ours[index]).toEqual(live(answer));
});

it('Argo CD makes something of most of them', () => {
  const answers = recorded.flatMap((one) => one.answers);
  expect(answers.filter(({ error }) => error === undefined).length).toBeGreaterThan(answers.length / 2);
  expect(answers.flatMap(({ objects }) => objects).length).toBeGreaterThan(500);
});

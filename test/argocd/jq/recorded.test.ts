import { expect, it } from 'vitest';
import { deletePaths } from '../../../src/argocd/jq/jq.js';
import { recording } from './recorded.js';

it('deletes what gojq deleted, or says that it does not know, in some of the recorded cases', () => {
  const cases = recording.cases.filter(
    ({ outcome }, index) => index % 20 === 0 && /^(?:ok|run)$/.test(outcome),
  );
  const answers = cases.map(({ expression, document }) =>
    deletePaths(expression, structuredClone(recording.documents[document])),
  );
  const known = cases.flatMap((one, index) => {
    const answer = answers[index]!;
    return 'unknown' in answer ? [] : [{ one, answer: 'ok' in answer ? answer : { error: 'it fails' } }];
  });
  expect(known.length).toBeGreaterThan(cases.length * 0.9);
  expect(known.map(({ answer }) => answer)).toEqual(
    known.map(({ one }) => {
      if (one.outcome === 'run') return { error: 'it fails' };
      return { ok: 'result' in one ? one.result : recording.documents[one.document] };
    }),
  );
});

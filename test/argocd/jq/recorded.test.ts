import { expect, it } from 'vitest';
import { deletePaths } from '../../../src/argocd/jq/jq.js';
import { recording } from './recorded.js';

/** What jq itself computes, which takes a while to start, or patterns, which take as long as all else. */
const slow =
  /@|trim|utf8|toboolean|fromjson|flatten|transpose|round|fabs|test|match|capture|sub|scan|split|date|time/;

it('deletes what gojq deleted, or says that it does not know, in most of the recorded cases', () => {
  const cases = recording.cases.filter(
    ({ outcome, expression }, index) =>
      /^(?:ok|run)$/.test(outcome) && (index % 20 === 0 || !slow.test(expression)),
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

import { describe, expect, it } from 'vitest';
import { judgeJq } from '../../src/argocd/jq-syntax.js';
import { recording } from './jq-recorded.js';

describe('judgeJq', () => {
  it('fails where gojq fails, at the same stage, and nowhere else', () => {
    const expected = recording.cases.map(({ expression, outcome }) => [
      expression,
      outcome === 'parse' || outcome === 'compile' ? outcome : 'ok',
    ]);
    const actual = recording.cases.map(({ expression }) => [expression, judgeJq(expression).verdict]);
    const wrong = expected.flatMap(([expression, verdict], index) =>
      verdict === actual[index]![1] ? [] : [`${expression}: gojq says ${verdict}, we say ${actual[index]![1]}`],
    );
    expect(wrong).toEqual([]);
  });
});

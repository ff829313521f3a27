import { isDeepStrictEqual } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deleteNatively } from '../../../src/argocd/jq/native.js';
import { judgeJq } from '../../../src/argocd/jq/syntax.js';
import { BeyondSubset, JqRunError } from '../../../src/argocd/jq/values.js';
import { runJq } from '../../../src/argocd/jq/worker.js';
import { deletePaths, type Deletion } from '../../../src/argocd/jq/jq.js';
import { recording, type RecordedCase } from './recorded.js';

vi.mock(import('../../../src/argocd/jq/worker.js'), async (original) => {
  const module = await original();
  return { ...module, runJq: vi.fn(module.runJq) };
});
afterEach(() => {
  vi.mocked(runJq).mockReset();
});

/** Why some outcomes are not known, and how many of them there are. */
const unknowns: Readonly<Record<string, number>> = {
  'gojq loses a value where a constant follows a condition': 5,
  'gojq may see a path there': 36,
  'gojq takes characters of a string there': 1,
  'it catches what fails in an update': 2,
  'it decodes what may be no text': 1,
  'it has a list or an object for an index': 3,
  'it has several patterns for one value': 4,
  'it lists the functions of jq': 1,
  'it merges where a path should be': 3,
  'it uses what only gojq, the jq of Argo CD, has': 6,
  'its regular expression is computed': 5,
  'its regular expression has the flag U': 1,
  'its regular expression repeats "\\b"': 1,
  'its regular expression repeats "\\z"': 1,
  'its regular expression repeats "^"': 3,
  'it names a group "1"': 1,
  'it names a group "n"': 1,
  'it writes a number as a string, in which jq and gojq differ': 7,
};

/** The recorded cases that gojq compiles and that end. */
const cases = recording.cases.filter(({ outcome }) => ['ok', 'run'].includes(outcome));

function documentOf({ document }: RecordedCase): unknown {
  return structuredClone(recording.documents[document]);
}

/** The outcome of a case as far as it is recorded: errors have words of their own. */
function expected(one: RecordedCase): Deletion {
  if (one.outcome !== 'ok') return { error: '' };
  return { ok: 'result' in one ? one.result : recording.documents[one.document] };
}

describe('deletePaths', () => {
  it('does to a document what gojq does, or says that it does not know', { timeout: 60_000 }, () => {
    // A busy machine is no reason for another outcome.
    const run = vi.mocked(runJq).getMockImplementation()!;
    vi.mocked(runJq).mockImplementation((program, input) => run(program, input, 20_000));
    const counted: Record<string, number> = {};
    const wrong = cases.flatMap((one) => {
      const deletion = deletePaths(one.expression, documentOf(one));
      if ('unknown' in deletion) {
        counted[deletion.unknown] = (counted[deletion.unknown] ?? 0) + 1;
        return [];
      }
      const isRight = isDeepStrictEqual('error' in deletion ? { error: '' } : deletion, expected(one));
      return isRight ? [] : [one.expression];
    });
    expect(wrong).toEqual([]);
    expect(counted).toEqual(unknowns);
  });

  it.each([
    '.spec.http[]?.route[]?.weight',
    '.spec.http[] | select(.name == "primary" and (.route | length) > 0) | .route[1:]',
    '.metadata.annotations["a", "b"], .. | .weight?',
    '.spec.http[] | select((.name // "") | startswith("a") or endswith("b"))',
    '.spec.nothing[].here',
    '.spec.http | map(.route)',
    '.metadata.annotations | with_entries(select(.key == "a"))',
    '.spec.http[*]',
  ])('does not start jq for %s', (expression) => {
    deletePaths(expression, recording.documents.virtualservice);
    expect(runJq).not.toHaveBeenCalled();
  });

  it('asks jq for what it does not evaluate itself', () => {
    expect(deletePaths('.[] | select(test("^w"))', ['web', 'api'])).toEqual({ ok: ['api'] });
    expect(runJq).toHaveBeenCalledOnce();
  });

  it('gives up an expression that does not end, once for all documents', () => {
    const late = { unknown: 'it takes longer than the second that Argo CD allows' };
    expect(deletePaths('[repeat(.)]', { a: 1 })).toEqual(late);
    expect(deletePaths('[repeat(.)]', { a: 2 })).toEqual(late);
    expect(runJq).toHaveBeenCalledOnce();
    expect(deletePaths('.[] | select(test("^w"))', ['web'])).toEqual({ ok: [] });
  });

  it('leaves the document as it is', () => {
    const document = { a: [{ b: 1 }], c: 1 };
    expect(deletePaths('.a[].b, .c', document)).toEqual({ ok: { a: [{}] } });
    expect(document).toEqual({ a: [{ b: 1 }], c: 1 });
  });

  it.each([
    ['.a.b', 'expected an object but got: number (1)'],
    ['.b[]', 'cannot iterate over: null'],
    ['.a == 1', 'invalid path against: boolean (true)'],
    ['.a | test("x")', 'number (1) cannot be matched, as it is not a string'],
    ['.a), (.b', 'it returns 2 documents'],
    ['.a) | empty | (.', 'it returns no documents'],
    ['.a[*]', 'is JSONPath; write .a[].'],
  ])('says why %s fails', (expression, error) => {
    expect(deletePaths(expression, { a: 1 })).toEqual({ error });
  });
});

describe('deleteNatively', () => {
  it('does what gojq does wherever it does not pass', () => {
    const outcomes = cases.map((one) => [one, natively(one)] as const);
    const evaluated = outcomes.filter(([, outcome]) => outcome !== undefined);
    const wrong = evaluated.filter(([one, outcome]) => !isDeepStrictEqual(outcome, expected(one)));
    expect(wrong.map(([{ expression }]) => expression)).toEqual([]);
    expect(evaluated.length).toBeGreaterThan(1300);
  });

  it('passes on a query whose steps multiply', () => {
    const list = Array.from({ length: 100 }, (_, index) => index);
    const judgement = judgeJq('.[] as $x | .[] as $y | .[] as $z | select($x + $y == $z)');
    if (judgement.verdict !== 'ok' || !judgement.paths) throw new Error('It is jq.');
    const { paths } = judgement;
    expect(() => deleteNatively(paths, list)).toThrow(BeyondSubset);
  });
});

function natively(one: RecordedCase): Deletion | undefined {
  const judgement = judgeJq(one.expression);
  if (judgement.verdict !== 'ok' || !judgement.paths) return undefined;
  try {
    return { ok: deleteNatively(judgement.paths, documentOf(one)) };
  } catch (error) {
    if (error instanceof JqRunError) return { error: '' };
    if (error instanceof BeyondSubset) return undefined;
    throw error;
  }
}

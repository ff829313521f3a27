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
  'gojq may see a path there': 5,
  'it calls "…", which is not evaluated here': 21,
  'it calls "…" with an unusual value': 1,
  'it changes something on the way to a path': 26,
  'it computes a key of a pattern': 3,
  'it has an unusual regular expression': 1,
  'it has integers that are longer than those of JSON': 2,
  'it has several patterns for one value': 6,
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
    const counted: Record<string, number> = {};
    const wrong = cases.flatMap((one) => {
      const deletion = deletePaths(one.expression, documentOf(one));
      if ('unknown' in deletion) {
        const reason = deletion.unknown.replace(/"[^"]*"/, '"…"');
        counted[reason] = (counted[reason] ?? 0) + 1;
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

  it.each([
    ['.[] | select(trim == "api")', { ok: ['web'] }],
    ['.[] | select(@base64 == "d2Vi")', { ok: ['api'] }],
    ['.[] | select(flatten == [])', { error: 'flatten cannot be applied to a value of type string' }],
  ])('asks jq for %s', (expression, result) => {
    expect(deletePaths(expression, ['web', 'api'])).toEqual(result);
    expect(vi.mocked(runJq).mock.calls.length).toBe('ok' in result ? 2 : 0);
  });

  it('matches regular expressions as Go does', () => {
    const names = ['web', 'Web', 'web\n', 'wéb', 'x\ny'];
    expect(deletePaths('.[] | select(test("^web$"))', names)).toEqual({
      ok: ['Web', 'web\n', 'wéb', 'x\ny'],
    });
    expect(deletePaths('.[] | select(test("^web$"; "i"))', names)).toEqual({ ok: ['web\n', 'wéb', 'x\ny'] });
    expect(deletePaths('.[] | select(test("w\\\\w"))', names)).toEqual({ ok: ['Web', 'wéb', 'x\ny'] });
    expect(deletePaths('.[] | select(test("x.y"; "m"))', names)).toEqual({ ok: names.slice(0, 4) });
    expect(runJq).not.toHaveBeenCalled();
  });

  it.each([
    'last(repeat(1))',
    '[range(1e12)]',
    'reduce range(100) as $i ("x"; . + .)',
    'reduce range(100) as $i (1; [., .])',
    'select(reduce range(60) as $i (1; [., .]) == reduce range(60) as $i (1; [., .]))',
    'def f: f; f',
    'def f: [f]; f',
    'def f(x): f(x | x); f(.)',
    'select(test("(a*)*(b*)*c") or test("x"))',
    'select("x" * 1e9 == "x")',
    'select((.[999999999] = 1) == 1)',
    '[limit(1e9; repeat(.))]',
    'select([range(100)] | [., ., .] | [combinations] == [])',
  ])('gives up %s', (expression) => {
    const texts = Array.from({ length: 20 }, () => 'ab'.repeat(20_000));
    expect(deletePaths(`.[] | ${expression}`, expression.startsWith('select((') ? [[1]] : texts)).toEqual({
      unknown: expect.stringMatching(/too (?:many|long)|longer/) as string,
    });
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
    ['.a | test("x")', 'test("x"; null) cannot be applied to: number (1)'],
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
    expect(evaluated.length).toBeGreaterThan(2000);
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

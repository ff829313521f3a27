import { describe, expect, it } from 'vitest';
import { checkJq, doubtJq, judgeJq, type JqProblem } from '../../../src/argocd/jq/syntax.js';
import { recording } from './recorded.js';

describe('judgeJq', () => {
  it('fails where gojq fails, at the same stage, and nowhere else', () => {
    const wrong = recording.cases.flatMap(({ expression, outcome }) => {
      const expected = outcome === 'parse' || outcome === 'compile' ? outcome : 'ok';
      const { verdict } = judgeJq(expression);
      return verdict === expected ? [] : [`${expression}: gojq says ${expected}, we say ${verdict}`];
    });
    expect(wrong).toEqual([]);
  });

  it('places each problem within its expression, and proposes only what gojq compiles', () => {
    const wrong = recording.cases.filter(({ expression }) => {
      const { offset, length, suggestion } = checkJq(expression) ?? doubtJq(expression) ?? fine;
      const isPlaced = offset >= 0 && length >= 0 && offset + length <= expression.length;
      return !isPlaced || (suggestion !== undefined && judgeJq(suggestion).verdict !== 'ok');
    });
    expect(wrong).toEqual([]);
  });

  it('takes nesting that is too deep to be read for a mistake', () => {
    expect(checkJq('('.repeat(100_000))?.kind).toBe('syntax');
    // Chains are read in a loop, and what they become is as deep.
    for (const chain of ['.a'.repeat(50_000), `.${'[]?'.repeat(20_000)}`, `1${' + 1'.repeat(20_000)}`])
      expect(checkJq(chain)?.kind).toBe('syntax');
    expect(checkJq('.a'.repeat(500))).toBeUndefined();
  });
});

const fine: JqProblem = { kind: 'syntax', message: '', offset: 0, length: 0 };

/** An expression, the stretch of it that is wrong, the kind of mistake and the proposal. */
type Row = readonly [expression: string, place: string, kind: JqProblem['kind'], suggestion?: string];

const mistakes: readonly Row[] = [
  ['', '', 'empty'],
  ['# only a comment', '# only a comment', 'empty'],
  ['/spec/http/0/route', '/spec/http/0/route', 'json-pointer', '.spec.http[0].route'],
  [
    '/metadata/annotations/a.io~1b',
    '/metadata/annotations/a.io~1b',
    'json-pointer',
    '.metadata.annotations["a.io/b"]',
  ],
  ['/spec/http/*/route', '/spec/http/*/route', 'json-pointer'],
  ['.spec.http[*].route[*].weight', '[*]', 'json-path', '.spec.http[].route[].weight'],
  // The text within a string opens and closes by itself.
  ['(.a == "x\\(.b)"', '(', 'unbalanced'],
  ['$.spec.http[*].route', '$', 'json-path', '.spec.http[].route'],
  ["$['spec']", '$', 'json-path', '.["spec"]'],
  ['.spec.http[?(@.name=="a")].route', '[?(', 'json-path', '.spec.http[] | select(.name == "a").route'],
  ['.spec..http', '..', 'json-path'],
  ['.spec.{{ .Values.path }}', '{{', 'template'],
  [".spec.http[] | select(.name == 'a')", "'a'", 'single-quotes', '.spec.http[] | select(.name == "a")'],
  ['.backend. service.name', '. ', 'space-after-dot', '.backend.service.name'],
  ['.spec.\n  http[]. route', '.\n  ', 'space-after-dot', '.spec.http[].route'],
  ['.spec.http # weights', '# weights', 'trailing-comment', '.spec.http'],
  ['.spec.http.0.route.1', '.0', 'index-after-dot', '.spec.http[0].route[1]'],
  ['.spec.http?//.x', '?//', 'optional-alternative', '.spec.http? //.x'],
  ['select(.a && .b)', '&&', 'foreign-operator', 'select(.a and .b)'],
  ['.spec.http[', '[', 'unbalanced'],
  ['.spec.http)', ')', 'unbalanced'],
  ['select(.name == "a)', '"', 'unbalanced'],
  ['.spec.http.', '.', 'syntax'],
  ['.spec http', 'http', 'syntax'],
  ['.spec.http\u00A0', '\u00A0', 'syntax'],
  [
    '.metadata.annotations.foo-bar',
    '.metadata.annotations.foo-bar',
    'unquoted-key',
    '.metadata.annotations["foo-bar"]',
  ],
  ['.metadata.labels.a.io/b', '.metadata.labels.a.io/b', 'unquoted-key', '.metadata.labels["a.io/b"]'],
  ['.spec.a.io/b', '.spec.a.io/b', 'unquoted-key'],
  ['.spec.dash-ed.io/b', '.spec.dash-ed.io/b', 'unquoted-key'],
  ['.dash-ed.x', '.dash-ed.x', 'unquoted-key', '.["dash-ed"].x'],
  ['.spec[http]', 'http', 'unquoted-key', '.spec["http"]'],
  ['spec.replicas', 'spec', 'missing-dot', '.spec.replicas'],
  ['spec.a, spec.b', 'spec', 'missing-dot', '.spec.a, .spec.b'],
  ['select(name == "a")', 'name', 'missing-dot', 'select(.name == "a")'],
  ['.http[] | selct(.a)', 'selct', 'undefined-function'],
  ['select(.a; .b)', 'select', 'undefined-function'],
  ['keys_unsorted', 'keys_unsorted', 'undefined-function'],
  ['.a; .b', '.a; .b', 'undefined-function'],
  ['select(.name == $name)', '$name', 'undefined-variable'],
  ['break $out', 'break $out', 'undefined-variable'],
];

const doubts: readonly Row[] = [
  ['.a) | .b = ("x"', '.a) | .b = ("x"', 'escapes-wrapper'],
  ['.a[] | select(.name = "x")', '=', 'assignment', '.a[] | select(.name == "x")'],
  ['.spec.replicas == 3', '.spec.replicas == 3', 'no-path'],
  ['.metadata.annotations | with_entries(.)', 'with_entries(.)', 'no-path'],
  ['if .a then .b else null end', 'null', 'no-path'],
  ['.dash-1', '.dash-1', 'no-path'],
];

describe.each([
  { name: 'checkJq', judge: checkJq, rows: mistakes },
  { name: 'doubtJq', judge: doubtJq, rows: doubts },
])('$name', ({ judge, rows }) => {
  it.each(rows.map((row) => ({ row })))('$row.0', ({ row: [expression, place, kind, suggestion] }) => {
    const problem = judge(expression) ?? fine;
    const { offset, length } = problem;
    expect([problem.kind, expression.slice(offset, offset + length), problem.suggestion]).toEqual([
      kind,
      place,
      suggestion,
    ]);
    expect(problem.message).toMatch(/^[a-z].*[.?]$/s);
  });

  it('has nothing to say on what people write rightly', () => {
    const right = [
      '.spec.http[]?.route[]?.weight',
      '.spec.http[]? | select(.name == "canary-header")',
      '.spec.subsets[]?.labels["rollouts-pod-template-hash"]',
      '.metadata.annotations."kubectl.kubernetes.io/restartedAt"',
      'if .kind == "Service" then .spec.selector else empty end',
      '.spec .replicas # why\n',
      '..|.caBundle?',
      'def weights: .route[]?.weight; .spec.http[]? | weights',
    ];
    expect(right.map(judge)).toEqual(right.map(() => undefined));
  });
});

describe('a message', () => {
  it.each([
    [
      '.backend. service',
      'has a space after a dot, probably left by a folded scalar; write .backend.service.',
    ],
    // The last line of a folded scalar often ends in blanks.
    [
      '.backend. service   ',
      'has a space after a dot, probably left by a folded scalar; write .backend.service.',
    ],
    ['selct(.a)', 'calls "selct", which is not a jq function; did you mean "select"?'],
    ['select(.a; .b)', 'calls "select" with 2 arguments; it takes 1.'],
    ['abcxyz(.a)', 'calls "abcxyz", which is not a jq function.'],
    ['keys_unsorted', 'calls "keys_unsorted", which the jq of Argo CD does not support.'],
    ['.a == "x" | foo', 'lacks the dot before "foo"; write .a == "x" | .foo.'],
  ])('%j', (expression, message) => {
    expect(checkJq(expression)?.message).toBe(message);
  });
});

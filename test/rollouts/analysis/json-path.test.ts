import { describe, expect, it } from 'vitest';
import { jsonPathProblem } from '../../../src/rollouts/analysis/json-path.js';

/** What NewWebMetricJsonParser of v1.9.1 (client-go v0.34.1) says of these; it was asked. */
describe('a jsonPath', () => {
  it.each([
    ['{$.a', 'unclosed action'],
    ['{{$.a}}', "unrecognized character in action: U+007B '{'"],
    ['{$["a"]}', 'invalid array index "a"'],
    ['{$.a[x]}', 'invalid array index x'],
    ['{$.a[0}', 'unterminated array'],
    ['{$.a[?(@.b > 0 && @.b < 2)].b}', "unrecognized character in action: U+0026 '&'"],
    ['{$.a[?(@.b =~ /x/)].b}', "unrecognized character in action: U+007E '~'"],
    ["{$.a[?@.b=='x'].b}", "invalid array index ?@.b=='x'"],
    ['{*}', "unrecognized character in action: U+002A '*'"],
    ['{.a}{.b', 'unclosed action'],
    ['{$.a,}', "unrecognized character in action: U+002C ','"],
    ['{$/a}', "unrecognized character in action: U+002F '/'"],
    ['{-}', 'cannot parse number -'],
    ['{($.a)}', "unrecognized character in action: U+0028 '('"],
  ])('that does not parse: %s', (path, problem) => {
    const isOpen = problem === 'unclosed action';
    expect(jsonPathProblem(path)).toBe(
      isOpen ? 'has a brace that is not closed' : `does not parse (${problem})`,
    );
  });

  it.each([
    '{$}',
    '{$.a}',
    '{.a.b}',
    '{$[0]}',
    '{$[*]}',
    '{$..a}',
    '{$.a.b}',
    '{$.a[0]}',
    '{$.a[*]}',
    '{$.a[?(@.b==1)]}',
    '{$..b}',
    '{$.a[0].b}',
    '{$.a[*].b}',
    '$.a',
    'a',
    '{.a}',
    '{$.a}}',
    "{$['a']}",
    '{$.a[-1]}',
    '{$.a[-1:]}',
    '{$.a[0:5]}',
    '{$.a[5]}',
    '{$.a[]}',
    '{$.a[1:0]}',
    '{$.a[0,1]}',
    '{$.a.length()}',
    '{$.a[?(@.b>0)].b}',
    '{$.a[?(@.b)].b}',
    "{$.a[?(@.b=='x')].b}",
    "{$.a['x','y']}",
    "{$.a'}",
    "{'text'}",
    '{"text"}',
    '{range .a[*]}{.b}{end}',
    '{end}',
    '{range .a}',
    '{}',
    '{ }',
    '{ .a }',
    '{.}',
    '{@.a}',
    '{@}',
    '{$.}',
    '{$..}',
    '{$...a}',
    '{$.a-b}',
    '{.*}',
    '{5}',
    '{+1}',
    '{true}',
    '{$.a|b}',
  ])('that parses: %s', (path) => {
    expect(jsonPathProblem(path)).toBeUndefined();
  });

  // "unrecognized identifier a", whatever the body is.
  it.each(['{a}', '{a.b}', '{$.b}{a}', '{$.b a}'])('that calls an identifier: %s', (path) => {
    expect(jsonPathProblem(path)).toBe('has "a" without a dot before it; a field is written as {.a}');
  });

  it('whose identifiers may not be evaluated is not judged', () => {
    expect(jsonPathProblem('{range .a[*]}{b}{end}')).toBeUndefined();
    expect(jsonPathProblem('{$.a[?(@.b==c)]}')).toBeUndefined();
  });
});

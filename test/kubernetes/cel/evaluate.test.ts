import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/kubernetes/cel/evaluate.js';
import { NotJudged } from '../../../src/kubernetes/cel/expression.js';
import { Fuel } from '../../../src/kubernetes/cel/fuel.js';
import { parseExpression } from '../../../src/kubernetes/cel/parse.js';
import { Failure, type Value } from '../../../src/kubernetes/cel/value.js';

function said(text: string, self: Value = null): unknown {
  const value = evaluate(parseExpression(text), self, new Fuel({ left: 100_000 }));
  return value instanceof Failure ? `error: ${value.message}` : value;
}

const map = (entries: Readonly<Record<string, Value>>): Value => new Map(Object.entries(entries));

// Values by the text of the language: https://github.com/google/cel-spec/blob/v0.24.0/doc/langdef.md
describe('evaluate', () => {
  it.each<[string, unknown]>([
    ['1 + 2 * 3 == 7', true],
    ['(1 + 2) * 3 - -1', 10n],
    ['7 / 2', 3n],
    ['-7 % 4', -3n],
    ['1 / 0', 'error: division by zero'],
    ['9223372036854775807 + 1', 'error: integer overflow'],
    ['0x10', 16n],
    ['1 == 1.0', true],
    ['1 < 1.5', true],
    ['"a" < "b" && "Z" < "a"', true],
    ['"é".size()', 1n],
    ['size("𝒳y")', 2n],
    [`'it''s' == "its"`, NotJudged],
    [`'a\\tb\\u00e9\\x41\\101'`, 'a\tbéAA'],
    [`r'\\d' == '\\\\d'`, true],
    [`r"""a"b""" == 'a"b'`, true],
    ['[1, 2, 3].filter(x, x > 1)', [2n, 3n]],
    ['[1, 2, 3].map(x, x * 2)', [2n, 4n, 6n]],
    ['[1, 1, 2].exists_one(x, x == 1)', false],
    ['[1, 2].exists_one(x, x == 1)', true],
    ['[].all(x, false)', true],
    ['[].exists(x, true)', false],
    ['2 in [1, 2]', true],
    ['"a" in {"a": 1}', true],
    ['{"a": 1}.all(key, key.size() == 1)', true],
    ['[1, [2]] == [1, [2]]', true],
    ['1 == "1"', false],
    ['true ? 1 : 2', 1n],
    ['true || 1 / 0 > 0', true],
    ['1 / 0 > 0 || true', true],
    ['1 / 0 > 0 && false', false],
    ['1 / 0 > 0 && true', 'error: division by zero'],
    ['[0, 1].exists(x, 1 / x == 1)', true],
    ['[0, 1].all(x, 1 / x == 1)', 'error: division by zero'],
    ["duration('1h30m') > duration('5400s')", false],
    ["duration('1h') + duration('30m') == duration('1h30m')", true],
    ["duration('5')", 'error: time: invalid duration "5"'],
    ["'a/b'.split('/')[0]", 'a'],
    ["'abc'.substring(1, 2)", 'b'],
    ["'abc'.substring(2, 7)", 'error: index out of range'],
    ["'xay'.matches('a') && !'xay'.matches('^a$')", true],
    ["'A-1'.matches('^(?i)a-[0-9]$')", true],
    ["'AbÉ'.lowerAscii()", 'abÉ'],
    ["['a', 'b'].join('-')", 'a-b'],
    ['[1][5]', 'error: index out of bounds: 5'],
    ["int('12') + int(1.9)", 13n],
    ["int('x')", 'error: type conversion error to int'],
    ['!!true // and so on', true],
  ])('%s', (text, expected) => {
    if (expected === NotJudged) expect(() => said(text)).toThrow(NotJudged);
    else expect(said(text)).toEqual(expected);
  });

  it.each<[string, Value, unknown]>([
    ['has(self.a)', map({ a: false }), true],
    ['has(self.a)', map({}), false],
    ['has(self[0].a)', [map({ a: 1n })], true],
    ['has(self.a.b)', map({}), 'error: no such key: a'],
    ['self.a', map({}), 'error: no such key: a'],
    ['self.all(x, self.exists_one(y, x == y))', ['a', 'b', 'a'], false],
    ['self.constructor', map({}), 'error: no such key: constructor'],
  ])('%s of a value', (text, self, expected) => {
    expect(said(text, self)).toEqual(expected);
  });

  it.each([
    ['a function that is not known', 'url("http://a").getScheme() == "http"'],
    ['bytes', 'b"a" == b"a"'],
    ['unsigned integers', '1u == 1u'],
    ['names that are not known', 'oldSelf == self'],
    ['operators between what has none', '1 + "a"'],
    ['conditions that are none', '1 && true'],
    ['what ends in the middle', '1 +'],
    ['what goes on behind its end', '1 2'],
    ['an unknown escape', String.raw`'\q'`],
    ['a method of the wrong thing', '(1).startsWith("a")'],
    ['deep ones', `${'('.repeat(200)}1${')'.repeat(200)}`],
    ['long ones', `1${' + 1'.repeat(10_000)}`],
    ['chains that go on for long', `1${' + 1'.repeat(4000)}`],
    ['chains that are long enough to overflow the stack', `!${'!'.repeat(15_000)}true`],
  ])('does not judge %s', (_, text) => {
    expect(() => said(text)).toThrow(NotJudged);
  });

  it('stops where there is too much to do', () => {
    const items = Array.from({ length: 1000 }, (_, index) => BigInt(index));
    expect(() => said('self.all(a, self.all(b, self.all(c, a + b + c >= 0)))', items)).toThrow(NotJudged);
    const letters = 'a'.repeat(5000);
    const start = performance.now();
    // A pattern over which JavaScript would go back and forth for years.
    expect(said("self.matches('^(a+)+$')", `${letters}b`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  const letters = 'a'.repeat(60_000);
  // What is called costs nothing by its length alone; what is asked for, made or compared by it does.
  it.each<[string, string, Value]>([
    ['indexOf of a long part', `self.split('').all(a, self.indexOf('${'a'.repeat(900)}b') < 0)`, letters],
    ['lastIndexOf', `self.split('').all(a, self.lastIndexOf('b${'a'.repeat(900)}') < 0)`, letters],
    ['contains', `self.split('').all(a, !self.contains('${'a'.repeat(900)}b'))`, letters],
    ['split by a long part', `self.split('').all(a, size(self.split('${'a'.repeat(900)}b')) == 1)`, letters],
    ['replace that makes more', `self.replace('a', '${'a'.repeat(3000)}').size() > 0`, letters],
    ['replace of nothing', `self.replace('', '${'a'.repeat(3000)}').size() > 0`, letters],
    [
      'replace after replace',
      `self.replace('a', 'aaaaaaaaaa')${".replace('a', 'aaaaaaaaaa')".repeat(9)}.size() > 0`,
      'aaaaaaaaaa',
    ],
    ['join of one text', `self.split('').map(a, self).join(self).size() > 0`, letters],
    ['texts that double', `[self]${'.map(a, a + a)'.repeat(60)}[0].size() > 0`, letters],
    ['lists that double', `[[1]]${'.map(a, a + a)'.repeat(60)}[0].size() > 0`, null],
    [
      'trees of the same',
      `[[1]]${'.map(a, [a, a])'.repeat(60)} == [[1]]${'.map(a, [a, a])'.repeat(60)}`,
      null,
    ],
    [
      'a tree in a list of trees',
      `[[1]]${'.map(a, [a, a])'.repeat(60)} in [[[1]]${'.map(a, [a, a])'.repeat(60)}]`,
      null,
    ],
    ['sets', `self.split('').all(a, sets.contains(self.split(''), self.split('')))`, letters],
    ['the least of long texts', `self.split('').map(a, self).min() == self`, letters],
    ['whether long texts are sorted', `self.split('').map(a, self).isSorted()`, letters],
    ['a count that is repeated', String.raw`self.matches('.{0,1000}.{0,1000}.{0,1000}.{0,1000}b')`, letters],
    ['lowerAscii', `self.split('').all(a, self.lowerAscii() == self)`, letters],
    ['substring', `self.split('').all(a, self.substring(1, 59000) != '')`, letters],
    ['keys of a map', 'self.all(a, self.exists(b, true)) && self.all(a, self.exists(b, a == b))', many()],
  ])('stops before it does or makes too much: %s', (_, text, self) => {
    const before = [process.cpuUsage(), process.memoryUsage().heapUsed] as const;
    expect(() => said(text, self)).toThrow(new NotJudged('too much work'));
    const { user, system } = process.cpuUsage(before[0]);
    expect((user + system) / 1e6).toBeLessThan(1);
    expect(process.memoryUsage().heapUsed - before[1]).toBeLessThan(200e6);
  });

  it.each<[string, Value, unknown]>([
    ["self.indexOf('b') == 59999", `${'a'.repeat(59_999)}b`, true],
    ["self.lastIndexOf('a') == 59998", `${'a'.repeat(59_999)}b`, true],
    ["self.replace('a', 'bc').size()", 'a'.repeat(1000), 2000n],
    ["'ab'.replace('', '-')", null, '-a-b-'], // As Go does: before, between and behind.
    ["''.replace('', '-')", null, '-'],
    ["self.split('').size()", 'a'.repeat(1000), 1000n],
    ["self.split('').join(',').size()", 'a'.repeat(1000), 1999n],
    ["'𝒳y'.charAt(1)", null, 'y'],
    ["'𝒳y'.charAt(0)", null, '𝒳'],
    ["'𝒳y'.charAt(2)", null, ''],
    ["'x𝒳y'.substring(1, 2)", null, '𝒳'],
    ["'x𝒳y'.indexOf('y')", null, 2n],
    ["'￿' < '𝒳'", null, true], // By code points, which is not the order of JavaScript.
    ["'a' < 'ab' && !('ab' < 'a')", null, true],
    ["int('0000000000000000000000000000000000000000012')", null, 12n],
    ["int('-9223372036854775808')", null, -(2n ** 63n)],
    ["int('9223372036854775808')", null, 'error: integer overflow'],
    ["int('99999999999999999999')", null, 'error: type conversion error to int'],
  ])('is as right as before in what it does: %s', (text, self, expected) => {
    expect(said(text, self)).toEqual(expected);
  });
});

function many(): Value {
  return new Map(Array.from({ length: 5000 }, (_, index) => [`k${index}`, null]));
}

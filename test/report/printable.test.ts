import { describe, expect, it } from 'vitest';
import { printable } from '../../src/report/printable.js';
import { quoted } from '../../src/report/quoted.js';
import { colored } from '../../src/report/style.js';

describe('what a file says is seen whole, on one line', () => {
  it.each([
    ['a\u001b[31mb', String.raw`a\u001b[31mb`],
    ['a\u009b31mb\u007f', String.raw`a\u009b31mb\u007f`],
    ['a\r\nb\tc', String.raw`a\r\nb\tc`],
    ['a\u2028b\u2029c\u0085d', String.raw`a\u2028b\u2029c\u0085d`],
    ['\u202egpj.exe\u2066\u200f\u061c', String.raw`\u202egpj.exe\u2066\u200f\u061c`],
    ['web\u200b\u200d\u00ad\ufeff\u3164', String.raw`web\u200b\u200d\u00ad\ufeff\u3164`],
    ['a\u{e0061}b', String.raw`a\udb40\udc61b`],
    ['a\ud800b', String.raw`a\ud800b`],
    ['web\ufe0f', String.raw`web\ufe0f`],
  ])('%j', (text, expected) => {
    expect(quoted(text)).toBe(expected);
    expect(JSON.parse(`"${expected}"`)).toBe(text);
  });

  it.each(['web', 'größe 結帳 שלום', '⚠\ufe0f caution 🚀', String.raw`C:\temp "a"`, 'café'])(
    '%s stays as it is',
    (text) => {
      expect(quoted(text)).toBe(text);
    },
  );
});

describe('a line that is printed', () => {
  it.each([
    ['::error::x', String.raw`\u003a:error::x`],
    [' \u00a0\t::add-mask::x', ' \u00a0\t\\u003a:add-mask::x'],
    ['a ::error::x', 'a ::error::x'],
    ['"a": "##[add-mask]x"', String.raw`"a": "\u0023#[add-mask]x"`],
    ['###[add-mask]x', String.raw`#\u0023#[add-mask]x`],
    ['##vso[task.setvariable]x ##teamcity[y]', String.raw`\u0023#vso[task.setvariable]x \u0023#teamcity[y]`],
    ['## a heading [1]', '## a heading [1]'],
    ['a\nb\u001b[2Jc', String.raw`a\nb\u001b[2Jc`],
  ])('%j', (line, expected) => {
    expect(printable(line)).toBe(expected);
  });

  it('has our colors, and none of a file', () => {
    expect(printable(`${colored.red('×')} web`)).toBe('\u001b[31m×\u001b[39m web');
    expect(printable(`${colored.red('×')} \u001b[32mweb`)).toBe(String.raw`× \u001b[32mweb`);
    expect(printable('\u001b[32mweb')).toBe(String.raw`\u001b[32mweb`);
    expect(printable(colored.bold('::error::x'))).toBe(String.raw`\u003a:error::x`);
    expect(printable(`#${colored.red('#[error]x')}`)).toBe(String.raw`\u0023#[error]x`);
  });
});

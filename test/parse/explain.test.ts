import { describe, expect, it } from 'vitest';
import { parseTree } from '../../src/parse/tree.js';

/** Broken texts with the place to show in brackets, and the sentence for it. */
const table: readonly (readonly [marked: string, message: string])[] = [
  [
    'a: 1\n ⟦b⟧: 2\n',
    'Key "b" is indented deeper than the line above it, whose value is complete; give both the same indentation.',
  ],
  [
    '# a\n   ⟦---⟧\nb: c\n',
    'This "---" is indented and so it is text, not the start of a document; put it at the start of its line.',
  ],
  [
    'a: # b⟦\u2028⟧c: d\n',
    'Character U+2028 starts a new line for Kubernetes and for nobody else; remove it, or write it as an escape in double quotes.',
  ],
  [
    'a: |\n  b⟦\u0085⟧c\n',
    'Character U+0085 starts a new line for Kubernetes and for nobody else; remove it, or write it as an escape in double quotes.',
  ],
  [
    'a: b\n⟦\uFEFF⟧---\nc: d\n',
    'A byte order mark stands before this line, and so Kubernetes takes it for text; remove the mark, which may begin a file only.',
  ],
  ['a: ⟦&⟧x b: c\n', 'Another key may not follow on the line of a key; put it on a line of its own.'],
  ['a: ⟦!⟧!str b: c\n', 'Another key may not follow on the line of a key; put it on a line of its own.'],
  ['a: {b⟦:⟧{c: d}}\n', 'A space must follow this colon, or Kubernetes takes it for a part of the key.'],
  ['a: b⟦:⟧ c\n', 'A text with a colon and a space in it must be in quotes.'],
  [
    'a:\n  b: c\n ⟦d: e⟧\n',
    'This line is indented by 1 space, and the lines that it can belong with by 0 or 2.',
  ],
  [
    'a:\n  b: c\n    ⟦d⟧: e\n',
    'Key "d" is indented deeper than the line above it, whose value is complete; give both the same indentation.',
  ],
  ['a: "x" ⟦y⟧\n', 'Nothing may follow a closing quote but a comment; put the whole value in quotes.'],
  ["a: 'x⟦'⟧y\n", "Within single quotes, an apostrophe is written twice: ''."],
  ['a: [b] ⟦c⟧\n', 'Nothing may follow a closing bracket but a comment; put the whole value in quotes.'],
  ['a: ⟦@⟧b\n', 'A text may not start with @; put it in quotes.'],
  ['a: ⟦`⟧b`\n', 'A text may not start with `; put it in quotes.'],
  ['a: ⟦%⟧b\n', 'A text may not start with %; put it in quotes.'],
  ['- a: ⟦@⟧b\n', 'A text may not start with @; put it in quotes.'],
  ['a: ⟦-⟧ b\n', 'A list cannot start behind its key; put each "-" on a line of its own.'],
  [
    'a:\n  - b\n ⟦- c⟧\n',
    'This line is indented by 1 space, and the lines that it can belong with by 0 or 2.',
  ],
  [
    '- a\n⟦b: c⟧\n',
    'This does not go on with what stands above it. Indent it like the lines above, or put "---" before it if another document starts here.',
  ],
  [
    'a: b\n⟦- c⟧\n',
    'This does not go on with what stands above it. Indent it like the lines above, or put "---" before it if another document starts here.',
  ],
  ['a: b\n⟦c⟧\n', 'A "key: value" is expected here, and this line has no colon and space.'],
  ['a: b\n⟦c⟧\nd: e\n', 'A "key: value" is expected here, and this line has no colon and space.'],
  ['a: b\n⟦c d e⟧\n', 'A "key: value" is expected here, and this line has no colon and space.'],
  ['⟦\t⟧a: b\n', 'This line is indented with a tab; YAML takes spaces only.'],
  ['a:\n⟦\t⟧b: c\n', 'This line is indented with a tab; YAML takes spaces only.'],
  ['a:\n⟦\t⟧- b\n', 'This line is indented with a tab; YAML takes spaces only.'],
  ['a: b\n⟦\t⟧\nc: d\n', 'Kubernetes takes this tab for indentation, which must be spaces.'],
  [
    'a: |\n  ⟦\t⟧b\n',
    'Kubernetes takes this tab for indentation, which must be spaces; if it belongs to the text, tell the indentation behind the "|", as in "|2".',
  ],
  ['a: ⟦"⟧b\nc: d\n', 'This " is not closed before the next key.'],
  ['a: ⟦"⟧b\n', 'This " is never closed.'],
  ["a: ⟦'⟧b\nc: d\n", "This ' is not closed before the next key."],
  ['a: ⟦"⟧b\nc: "d"\n', 'This " is not closed before the next key.'],
  ["a: 'it⟦'⟧s'\n", "Within single quotes, an apostrophe is written twice: ''."],
  ['a: ⟦[⟧b, c\n', 'This "[" is never closed.'],
  ['a: [b, c\n⟦d⟧: e\n', 'This line stands inside the "[" above; close that, or indent this deeper.'],
  ['a: {b: c\n⟦d⟧: e\n', 'This line stands inside the "{" above; close that, or indent this deeper.'],
  ['a: {b: c d⟦:⟧ e}\n', 'A comma is missing before this key, or the text with the colon must be in quotes.'],
  [
    'a: {b c}\nd: {e: f g⟦:⟧ h}\n',
    'A comma is missing before this key, or the text with the colon must be in quotes.',
  ],
  ['a: ["b" ⟦"⟧c"]\n', 'A comma or a "]" is missing before this.'],
  ['a: [⟦,⟧ b]\n', 'There is nothing before this comma; remove it, or write "" for an empty text.'],
  ['a: [b,⟦,⟧ c]\n', 'There is nothing before this comma; remove it, or write "" for an empty text.'],
  ['a: ⟦]⟧\n', 'There is no bracket that this "]" closes.'],
  ['a: ⟦}⟧\n', 'There is no bracket that this "}" closes.'],
  ['a: [b]⟦]⟧\n', 'Nothing may follow a closing bracket but a comment; put the whole value in quotes.'],
  ['"a":⟦b⟧\n', 'A space is missing behind the colon.'],
  ['⟦a:b⟧\nc: d\n', 'A "key: value" is expected here, and this line has no colon and space.'],
  [
    'a: |⟦x⟧\n  b\n',
    'The text of a block starts on the line below its "|" or ">"; only a comment may follow here.',
  ],
  [
    'a: | ⟦b⟧\n',
    'The text of a block starts on the line below its "|" or ">"; only a comment may follow here.',
  ],
  [
    'a: |-⟦+⟧\n',
    'A block starts with "|" or ">", at most one of "+" and "-", and at most one digit from 1 to 9.',
  ],
  [
    'a: |1⟦2⟧\n b\n',
    'A block starts with "|" or ">", at most one of "+" and "-", and at most one digit from 1 to 9.',
  ],
  ['a: "⟦\\d⟧"\n', '"\\d" is no escape; write "\\\\d" for a backslash, or put the text in single quotes.'],
  ['a: "\\x⟦Z⟧Z"\n', 'An escape takes two hexadecimal digits after \\x, four after \\u, eight after \\U.'],
  ['a: "⟦\u0007⟧"\n', 'Character U+0007 may not stand in YAML; write it as an escape in double quotes.'],
  ['a: ⟦\u0007⟧\n', 'Character U+0007 may not stand in YAML; write it as an escape in double quotes.'],
  ['⟦%a: b⟧\nc: d\n', 'A line that starts with % is a directive, and a "---" must follow it.'],
  [
    'a: ⟦*⟧\n',
    'A value that starts with * is an alias and needs a name; put it in quotes if a text is meant.',
  ],
  [
    'a: ⟦&⟧\n',
    'A value that starts with & is an anchor and needs a name; put it in quotes if a text is meant.',
  ],
  [
    'a: ⟦&⟧ b\n',
    'A value that starts with & is an anchor and needs a name; put it in quotes if a text is meant.',
  ],
  ['a: ⟦*x⟧\n', 'Alias "*x" names no anchor; the document has no anchors before it.'],
  [
    'a: ⟦&b:c⟧ d\n',
    'The name of an anchor may have letters, digits, "-" and "_" for Kubernetes, and this one has others.',
  ],
  ['a: &x 1\nb: ⟦*y⟧\n', 'Alias "*y" names no anchor; the anchors before it are x.'],
  ['a: &x [⟦*x⟧]\n', 'Alias "*x" stands inside its own anchor "&x".'],
  ['a: &x ⟦*⟧y\n', 'An alias takes neither an anchor nor a tag of its own.'],
  [
    'a: !<b c⟦\n⟧',
    'A value that starts with ! is a tag, and this one is not valid: unexpected end of the stream within a verbatim tag.',
  ],
  [
    'a: !b!c⟦ ⟧d\n',
    'A value that starts with ! is a tag, and this one is not valid: undeclared tag handle "!b!".',
  ],
  [
    'a: !a{⟦ ⟧b\n',
    'A value that starts with ! is a tag, and this one is not valid: tag suffix cannot contain flow indicator characters.',
  ],
  ['a: {⟦{ b }⟧}\n', 'A value that starts with {{ is a map to YAML; put it in quotes.'],
  ['{⟦{ a }⟧}: b\n', 'A value that starts with {{ is a map to YAML; put it in quotes.'],
  ['? ⟦[a]⟧\n: b\n', 'A key must be a text, and this one is a list.'],
  ['? ⟦a: b⟧\n: c\n', 'A key must be a text, and this one is a map.'],
  ['⟦:⟧ a\n', 'A key must be a text, and this one is null.'],
  ['a: 1\n⟦a⟧: 2\n', 'Key "a" is already in this map; keep one of them. Kubernetes reads the last.'],
  ['a: ⟦.inf⟧\n', '.inf is a number that Kubernetes cannot store; put it in quotes if a text is meant.'],
  ['a: !!int ⟦x⟧\n', '"x" is not what its tag !!int asks for.'],
  ['a:\n  <<: ⟦b⟧\n', 'A merge key "<<" takes a map or a list of maps.'],
  ['<<: [⟦a⟧]\n', 'A merge key "<<" takes a map or a list of maps.'],
  [
    '⟦%YAML 1.2⟧\n---\na: b\n',
    'Kubernetes reads YAML 1.1 and refuses documents that say they are 1.2; remove this line.',
  ],
  [
    '{"a": 1}⟦{⟧"b": 2}',
    'The document ends before this; put "---" between two documents, or make them items of a List.',
  ],
  [
    '{"a": 1}\n⟦{⟧"b": 2}',
    'The document ends before this; put "---" between two documents, or make them items of a List.',
  ],
  ['{"a": 1 "b"⟦:⟧ 2}', 'A comma is missing before this key, or the text with the colon must be in quotes.'],
  ['{"a" ⟦1⟧}', 'A comma or a "}" is missing before this.'],
  ['{"a": 1,⟦,⟧}', 'There is nothing before this comma; remove it, or write "" for an empty text.'],
  ['⟦// x⟧\n{"a": 1}', 'Neither YAML nor JSON knows comments that start with //; write #.'],
  ['{"a": 1} ⟦/⟧/ x', 'Neither YAML nor JSON knows comments that start with //; write #.'],
  ['{"a": ⟦"⟧b\n', 'This " is never closed.'],
  [
    'a: b\n  ⟦c⟧: d\n',
    'Key "c" is indented deeper than the line above it, whose value is complete; give both the same indentation.',
  ],
  [
    'spec:\n  replicas: 3\n   ⟦selector⟧: x\n',
    'Key "selector" is indented deeper than the line above it, whose value is complete; give both the same indentation.',
  ],
  [
    'spec:\n  a: 1\n ⟦b: 2⟧\nc: 3\n',
    'This line is indented by 1 space, and the lines that it can belong with by 0 or 2.',
  ],
  [
    'items:\n  - a: b\n   ⟦c⟧: d\n',
    'This line is indented neither like the "-" above it nor like the key behind that.',
  ],
  [
    'items:\n  - a: b\n      ⟦c⟧: d\n',
    'Key "c" is indented deeper than the line above it, whose value is complete; give both the same indentation.',
  ],
  ['a: "b"⟦:⟧ c\n', 'A text with a colon and a space in it must be in quotes.'],
  ['a: b\nc: d e⟦:⟧ f\n', 'A text with a colon and a space in it must be in quotes.'],
  ['image: foo:bar⟦:⟧ baz\n', 'A text with a colon and a space in it must be in quotes.'],
  ['a: >\n⟦b⟧\n', 'A "key: value" is expected here, and this line has no colon and space.'],
  [
    'a: |\n    b\n  ⟦c⟧\nd: e\n',
    'This line is indented by 2 spaces, and the lines that it can belong with by 0 or 4.',
  ],
  ['a: 5 %\nb: [⟦%⟧c]\n', 'A text may not start with %; put it in quotes.'],
  ['- - a\n ⟦-⟧ b\n', 'This "-" is not in the column of the others of its list.'],
  ['a:\n ⟦- b: c⟧\n  - d: e\n', 'This line is indented by 1 space, and those that it belongs with by 2.'],
  // In steps of three, no line lost a space.
  [
    'a:\n   - b: c\nd:\n   - e: f\n    ⟦-⟧ g: h\n',
    'This "-" is not in the column of the others of its list.',
  ],
  ['a: b # c\n  ⟦d⟧\n', 'This line is indented by 2 spaces, and the lines that it can belong with by 0.'],
  ['a: "b" #c\n  ⟦d⟧\n', 'This line is indented by 2 spaces, and the lines that it can belong with by 0.'],
  [
    '- a\n- b: c\n   ⟦d⟧: e\n',
    'Key "d" is indented deeper than the line above it, whose value is complete; give both the same indentation.',
  ],
  [
    'a: # x\n  b\n ⟦c⟧: d\n',
    'Key "c" is indented deeper than the line above it, whose value is complete; give both the same indentation.',
  ],
  ['⟦foo⟧\nbar: x\n', 'A "key: value" is expected here, and this line has no colon and space.'],
  ['⟦foo bar⟧\nbaz: x\n', 'A "key: value" is expected here, and this line has no colon and space.'],
  ['a:\n  ⟦foo⟧\n  b: c\n', 'A "key: value" is expected here, and this line has no colon and space.'],
  ['a: {b: [c⟦}⟧\n', 'A comma or a "]" is missing before this.'],
  ['a: {b: c⟦]⟧\n', 'A comma or a "}" is missing before this.'],
];

describe('what is wrong with a text', () => {
  it.each(table)('%j', (marked, message) => {
    const text = marked.replaceAll(/[⟦⟧]/g, '');
    const [problem] = parseTree(text).problems;
    expect(problem?.message).toBe(message);
    const { start, end } = problem!;
    expect(`${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`).toBe(marked);
  });

  it('is told of nesting without end', () => {
    const deep = `a: ${'['.repeat(100_000)}`;
    expect(parseTree(deep).problems).toMatchObject([{ rule: 'yaml/size-limited' }]);
    const wellFormed = `a: ${'['.repeat(600)}${']'.repeat(600)}`;
    expect(parseTree(wellFormed).problems).toMatchObject([{ rule: 'yaml/size-limited' }]);
    expect(parseTree(`a: ${'['.repeat(400)}${']'.repeat(400)}`).problems).toEqual([]);
  });

  it('is shown where it stands in a document of several', () => {
    const text = 'a: b\n---\nc: "d\n';
    expect(parseTree(text, 5).problems).toMatchObject([
      { start: text.indexOf('"'), end: text.indexOf('"') + 1 },
    ]);
  });
});

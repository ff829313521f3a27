import { describe, expect, it } from 'vitest';
import { parseTree } from '../../../src/yaml/parse/tree.js';

/** Broken texts with the place to show in brackets, and the sentence for it. */
const table: readonly (readonly [marked: string, message: string])[] = [
  [
    'a: 1\n ⟦b⟧: 2\n',
    'Key "b" is indented deeper than the line above it, whose value is complete; give both the same indentation.',
  ],
  [
    '# a\n   ⟦---⟧\nb: c\n',
    'This "---" is indented, so it is text and does not start a document; move it to the start of the line.',
  ],
  [
    'a: # b⟦\u2028⟧c: d\n',
    'Character U+2028 starts a new line in Kubernetes but not in other tools; remove it, or write it as an escape sequence in double quotes.',
  ],
  [
    'a: |\n  b⟦\u0085⟧c\n',
    'Character U+0085 starts a new line in Kubernetes but not in other tools; remove it, or write it as an escape sequence in double quotes.',
  ],
  [
    'a: b\n⟦\uFEFF⟧---\nc: d\n',
    'A byte order mark precedes this line, so Kubernetes reads the line as text; remove the mark, which is allowed only at the start of a file.',
  ],
  ['a: ⟦&⟧x b: c\n', 'Another key cannot follow on the same line; put it on its own line.'],
  ['a: ⟦!⟧!str b: c\n', 'Another key cannot follow on the same line; put it on its own line.'],
  ['a: {b⟦:⟧{c: d}}\n', 'This colon needs a space after it, or Kubernetes reads it as part of the key.'],
  ['a: b⟦:⟧ c\n', 'A string that contains a colon and a space must be quoted.'],
  [
    'a:\n  b: c\n ⟦d: e⟧\n',
    'This line is indented by 1 space, and the lines that it can belong with by 0 or 2.',
  ],
  [
    'a:\n  b: c\n    ⟦d⟧: e\n',
    'Key "d" is indented deeper than the line above it, whose value is complete; give both the same indentation.',
  ],
  ['a: "x" ⟦y⟧\n', 'Only a comment can follow a closing quote; put the whole value in quotes.'],
  ["a: 'x⟦'⟧y\n", "Within single quotes, an apostrophe is written twice: ''."],
  ['a: [b] ⟦c⟧\n', 'Only a comment can follow a closing bracket; put the whole value in quotes.'],
  ['a: ⟦@⟧b\n', 'A string cannot start with @; put it in quotes.'],
  ['a: ⟦`⟧b`\n', 'A string cannot start with `; put it in quotes.'],
  ['a: ⟦%⟧b\n', 'A string cannot start with %; put it in quotes.'],
  ['- a: ⟦@⟧b\n', 'A string cannot start with @; put it in quotes.'],
  ['a: ⟦-⟧ b\n', 'A list cannot start on the line of its key; put each "-" on its own line.'],
  [
    'a:\n  - b\n ⟦- c⟧\n',
    'This line is indented by 1 space, and the lines that it can belong with by 0 or 2.',
  ],
  [
    '- a\n⟦b: c⟧\n',
    'This line does not continue what is above it. Indent it like the lines above, or put "---" before it if a new document starts here.',
  ],
  [
    'a: b\n⟦- c⟧\n',
    'This line does not continue what is above it. Indent it like the lines above, or put "---" before it if a new document starts here.',
  ],
  ['a: b\n⟦c⟧\n', 'Expected "key: value", but this line has no colon followed by a space.'],
  ['a: b\n⟦c⟧\nd: e\n', 'Expected "key: value", but this line has no colon followed by a space.'],
  ['a: b\n⟦c d e⟧\n', 'Expected "key: value", but this line has no colon followed by a space.'],
  ['⟦\t⟧a: b\n', 'This line is indented with a tab; indent it with spaces, YAML does not allow tabs.'],
  ['a:\n⟦\t⟧b: c\n', 'This line is indented with a tab; indent it with spaces, YAML does not allow tabs.'],
  ['a:\n⟦\t⟧- b\n', 'This line is indented with a tab; indent it with spaces, YAML does not allow tabs.'],
  ['a: b\n⟦\t⟧\nc: d\n', 'Kubernetes reads this tab as indentation, which must be spaces.'],
  [
    'a: |\n  ⟦\t⟧b\n',
    'Kubernetes reads this tab as indentation, which must be spaces; if it is part of the text, set the indentation after the "|", as in "|2".',
  ],
  ['a: ⟦"⟧b\nc: d\n', 'This " is not closed before the next key.'],
  ['a: ⟦"⟧b\n', 'This " is never closed.'],
  ["a: ⟦'⟧b\nc: d\n", "This ' is not closed before the next key."],
  ['a: ⟦"⟧b\nc: "d"\n', 'This " is not closed before the next key.'],
  ["a: 'it⟦'⟧s'\n", "Within single quotes, an apostrophe is written twice: ''."],
  ['a: ⟦[⟧b, c\n', 'This "[" is never closed.'],
  ['a: [b, c\n⟦d⟧: e\n', 'This line is inside the "[" above; close it, or indent this line deeper.'],
  ['a: {b: c\n⟦d⟧: e\n', 'This line is inside the "{" above; close it, or indent this line deeper.'],
  ['a: {b: c d⟦:⟧ e}\n', 'A comma is missing before this key, or the string with the colon must be quoted.'],
  [
    'a: {b c}\nd: {e: f g⟦:⟧ h}\n',
    'A comma is missing before this key, or the string with the colon must be quoted.',
  ],
  [
    'kind: ApplicationSet\na:\n  goTemplate: true\n  b:\n    ⟦{{- if .c }}⟧\n    d: e\n    {{- end }}\n',
    'A line of a Go template is not YAML, and an ApplicationSet fills in strings only; write conditions in "templatePatch".',
  ],
  ['a: ["b" ⟦"⟧c"]\n', 'A comma or "]" is missing before this.'],
  ['a: [⟦,⟧ b]\n', 'Nothing precedes this comma; remove it, or write "" for an empty string.'],
  ['a: [b,⟦,⟧ c]\n', 'Nothing precedes this comma; remove it, or write "" for an empty string.'],
  ['a: ⟦]⟧\n', 'This "]" closes no bracket; remove it.'],
  ['a: ⟦}⟧\n', 'This "}" closes no bracket; remove it.'],
  ['a: [b]⟦]⟧\n', 'Only a comment can follow a closing bracket; put the whole value in quotes.'],
  ['"a":⟦b⟧\n', 'A space is missing after the colon.'],
  ['⟦a:b⟧\nc: d\n', 'Expected "key: value", but this line has no colon followed by a space.'],
  [
    'a: |⟦x⟧\n  b\n',
    'The text of a block starts on the line below its "|" or ">"; only a comment can follow here.',
  ],
  [
    'a: | ⟦b⟧\n',
    'The text of a block starts on the line below its "|" or ">"; only a comment can follow here.',
  ],
  [
    'a: |-⟦+⟧\n',
    'A block header is "|" or ">" with at most one "+" or "-" and at most one digit from 1 to 9.',
  ],
  [
    'a: |1⟦2⟧\n b\n',
    'A block header is "|" or ">" with at most one "+" or "-" and at most one digit from 1 to 9.',
  ],
  ['a: "⟦\\d⟧"\n', '"\\d" is not an escape sequence; write "\\\\d" for a backslash, or use single quotes.'],
  [
    'a: "\\x⟦Z⟧Z"\n',
    'An escape sequence needs two hexadecimal digits after \\x, four after \\u, eight after \\U.',
  ],
  [
    'a: "⟦\u0007⟧"\n',
    'Character U+0007 is not allowed in YAML; write it as an escape sequence in double quotes.',
  ],
  [
    'a: ⟦\u0007⟧\n',
    'Character U+0007 is not allowed in YAML; write it as an escape sequence in double quotes.',
  ],
  ['⟦%a: b⟧\nc: d\n', 'A line that starts with % is a directive, and a "---" must follow it.'],
  ['a: ⟦*⟧\n', 'A value that starts with * is an alias and needs a name; quote it if it is a string.'],
  ['a: ⟦&⟧\n', 'A value that starts with & is an anchor and needs a name; quote it if it is a string.'],
  ['a: ⟦&⟧ b\n', 'A value that starts with & is an anchor and needs a name; quote it if it is a string.'],
  ['a: ⟦*x⟧\n', 'Alias "*x" names an unknown anchor; no anchor is defined before it.'],
  [
    'a: ⟦&b:c⟧ d\n',
    'Kubernetes allows only letters, digits, "-" and "_" in the name of an anchor; rename it.',
  ],
  ['a: &x 1\nb: ⟦*y⟧\n', 'Alias "*y" names an unknown anchor; the anchors before it are x.'],
  ['a: &x [⟦*x⟧]\n', 'Alias "*x" is inside its own anchor "&x".'],
  ['a: &x ⟦*⟧y\n', 'An alias cannot have an anchor or a tag.'],
  [
    'a: !<b c⟦\n⟧',
    'A value that starts with ! is a tag, and this tag is not valid: unexpected end of the stream within a verbatim tag.',
  ],
  [
    'a: !b!c⟦ ⟧d\n',
    'A value that starts with ! is a tag, and this tag is not valid: undeclared tag handle "!b!".',
  ],
  [
    'a: !a{⟦ ⟧b\n',
    'A value that starts with ! is a tag, and this tag is not valid: tag suffix cannot contain flow indicator characters.',
  ],
  ['a: {⟦{ b }⟧}\n', 'A value that starts with {{ is a map in YAML; put it in quotes.'],
  ['{⟦{ a }⟧}: b\n', 'A value that starts with {{ is a map in YAML; put it in quotes.'],
  ['? ⟦[a]⟧\n: b\n', 'A key must be a string, but this one is a list.'],
  ['? ⟦a: b⟧\n: c\n', 'A key must be a string, but this one is a map.'],
  ['⟦:⟧ a\n', 'A key must be a string, but this one is null.'],
  ['a: 1\n⟦a⟧: 2\n', 'Key "a" is repeated in this map, and Kubernetes reads only the last one; keep one.'],
  ['a: ⟦.inf⟧\n', '.inf is a number that Kubernetes cannot store; quote it if it is a string.'],
  ['a: !!int ⟦x⟧\n', '"x" is not a valid value for its tag !!int.'],
  ['a:\n  <<: ⟦b⟧\n', 'The value of a merge key "<<" must be a map or a list of maps.'],
  ['<<: [⟦a⟧]\n', 'The value of a merge key "<<" must be a map or a list of maps.'],
  [
    '⟦%YAML 1.2⟧\n---\na: b\n',
    'Kubernetes reads YAML 1.1 and refuses documents that declare version 1.2; remove this line.',
  ],
  [
    '{"a": 1}⟦{⟧"b": 2}',
    'The document ends before this; put "---" between two documents, or make them items of a List.',
  ],
  [
    '{"a": 1}\n⟦{⟧"b": 2}',
    'The document ends before this; put "---" between two documents, or make them items of a List.',
  ],
  ['{"a": 1 "b"⟦:⟧ 2}', 'A comma is missing before this key, or the string with the colon must be quoted.'],
  ['{"a" ⟦1⟧}', 'A comma or "}" is missing before this.'],
  ['{"a": 1,⟦,⟧}', 'Nothing precedes this comma; remove it, or write "" for an empty string.'],
  ['⟦// x⟧\n{"a": 1}', 'YAML and JSON have no // comments; write #.'],
  ['{"a": 1} ⟦/⟧/ x', 'YAML and JSON have no // comments; write #.'],
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
    'The indentation of this line matches neither the "-" above it nor the key after that "-".',
  ],
  [
    'items:\n  - a: b\n      ⟦c⟧: d\n',
    'Key "c" is indented deeper than the line above it, whose value is complete; give both the same indentation.',
  ],
  ['a: "b"⟦:⟧ c\n', 'A string that contains a colon and a space must be quoted.'],
  ['a: b\nc: d e⟦:⟧ f\n', 'A string that contains a colon and a space must be quoted.'],
  ['image: foo:bar⟦:⟧ baz\n', 'A string that contains a colon and a space must be quoted.'],
  ['a: >\n⟦b⟧\n', 'Expected "key: value", but this line has no colon followed by a space.'],
  [
    'a: |\n    b\n  ⟦c⟧\nd: e\n',
    'This line is indented by 2 spaces, and the lines that it can belong with by 0 or 4.',
  ],
  ['a: 5 %\nb: [⟦%⟧c]\n', 'A string cannot start with %; put it in quotes.'],
  ['- - a\n ⟦-⟧ b\n', 'This "-" is not in the same column as the other items of its list.'],
  ['a:\n ⟦- b: c⟧\n  - d: e\n', 'This line is indented by 1 space, and those that it belongs with by 2.'],
  // In steps of three, no line lost a space.
  [
    'a:\n   - b: c\nd:\n   - e: f\n    ⟦-⟧ g: h\n',
    'This "-" is not in the same column as the other items of its list.',
  ],
  [
    'ports:\n  - name: a\n    port: 1\n  ⟦name: b⟧\n    port: 2\n',
    'The lines above that begin in this column are items of a list, and this one has no "- "; write it, or indent the line like the rest of an item.',
  ],
  [
    'ports:\n    ⟦name: a⟧\n    port: 1\n  # more\n\n  - name: b\n',
    'This line begins a list without "- ", and the next item has it in column 3; write "- " before this one, too.',
  ],
  [
    'ports:\n      name: a\n  ⟦- name: b⟧\n',
    'This line is indented by 2 spaces, and the lines that it can belong with by 0 or 6.',
  ],
  [
    'canary:\n  steps:\n  - pause: {}\n  ⟦analysis:⟧\n    args:\n    - name: a\n  - pause: {}\n',
    'This line ends the list above it, and another item follows below; write "- " before it, or move it out of the list.',
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
  ['⟦foo⟧\nbar: x\n', 'Expected "key: value", but this line has no colon followed by a space.'],
  ['⟦foo bar⟧\nbaz: x\n', 'Expected "key: value", but this line has no colon followed by a space.'],
  ['a:\n  ⟦foo⟧\n  b: c\n', 'Expected "key: value", but this line has no colon followed by a space.'],
  ['a: {b: [c⟦}⟧\n', 'A comma or "]" is missing before this.'],
  ['a: {b: c⟦]⟧\n', 'A comma or "}" is missing before this.'],
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

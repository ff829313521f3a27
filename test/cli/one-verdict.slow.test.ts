import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.js';
import { lintAgain } from '../../src/lint/lint-again.js';
import { rules } from '../../src/rules/index.js';
import { good, type Run, run } from '../support/command.js';
import { Repository } from '../support/repository.js';
import { textSource } from '../support/sources.js';

/** Objects that no rule asks for by themselves, and one that each rule does, each in the styles that people write. */
const kinds: Readonly<Record<string, string>> = {
  ConfigMap: 'v1',
  Secret: 'v1',
  Widget: 'example.com/v1',
  Service: 'v1',
};

const block = (kind: string, body: string, extra = ''): string =>
  `apiVersion: ${kinds[kind]}\nkind: ${kind}\nmetadata:\n  name: one\n${extra}data:\n${body}`;
const flow = (kind: string, body: string): string =>
  `{apiVersion: ${kinds[kind]}, kind: ${kind}, metadata: {name: one}, data: {${body}}}\n`;
const json = (kind: string, body: string): string =>
  `{"apiVersion": "${kinds[kind]}", "kind": "${kind}", "metadata": {"name": "one"}, "data": {${body}}}\n`;
const quoted = (kind: string, body: string): string =>
  `"apiVersion": "${kinds[kind]}"\n'kind': "${kind}"\nmetadata:\n  name: "\\x6fne"\ndata:\n${body}`;
const list = (kind: string, body: string): string =>
  `apiVersion: v1\nkind: List\nitems:\n  - apiVersion: ${kinds[kind]}\n    kind: ${kind}\n    metadata:\n      name: one\n    data:\n${body.replaceAll(/^/gm, '    ').trimEnd()}\n`;
const windows = (kind: string, body: string): string => block(kind, body).replaceAll('\n', '\r\n');
const marked = (kind: string, body: string): string => `\uFEFF---\n# One\n${block(kind, body)}...\n`;

/** What Kubernetes refuses, and the rule that says so: the text of `data` in a block, in braces, and as JSON. */
const faults: readonly (readonly [
  fault: string,
  rule: string | undefined,
  texts: (kind: string) => readonly string[],
])[] = [
  [
    'a key twice',
    'yaml/unique-keys',
    (kind) => [
      block(kind, '  a: b\n  a: c\n'),
      flow(kind, 'a: b, a: c'),
      json(kind, '"a": "b", "a": "c"'),
      quoted(kind, '  a: b\n  a: c\n'),
      list(kind, '  a: b\n  a: c\n'),
      windows(kind, '  a: b\n  a: c\n'),
      marked(kind, '  a: b\n  a: c\n'),
      block(kind, '  b: c\n', 'data:\n  a: b\n'),
      `${good}---\n${block(kind, '  a: b\n  a: c\n')}`,
    ],
  ],
  [
    'an alias of nothing',
    'yaml/aliases-known',
    (kind) => [
      block(kind, '  a: *b\n'),
      flow(kind, 'a: *b'),
      list(kind, '  a: *b\n'),
      windows(kind, '  a: *b\n'),
    ],
  ],
  [
    'a tab that indents',
    'yaml/parses',
    (kind) => [
      block(kind, '  a: b\n\tc: d\n'),
      list(kind, '  a: b\n  \tc: d\n'),
      windows(kind, '  a: b\n\tc: d\n'),
    ],
  ],
  [
    'a quote that does not end',
    'yaml/parses',
    (kind) => [
      block(kind, '  a: "b\n'),
      flow(kind, 'a: "b'),
      json(kind, '"a": "b'),
      quoted(kind, '  a: "b\n'),
    ],
  ],
  [
    'a broken document behind it',
    'yaml/parses',
    (kind) => [
      `${block(kind, '  a: b\n')}---\na: "b\n`,
      `${flow(kind, 'a: b')}---\na: "b\n`,
      `${json(kind, '"a": "b"')}---\na: "b\n`,
    ],
  ],
  [
    'a key twice in what is no object behind it',
    'yaml/unique-keys',
    (kind) => [
      `${block(kind, '  a: b\n')}---\na: b\na: c\n`,
      `${flow(kind, 'a: b')}---\n{a: b, a: c}\n`,
      `${json(kind, '"a": "b"')}---\n{"a": "b", "a": "c"}\n`,
    ],
  ],
  [
    'aliases without bound',
    'yaml/size-limited',
    (kind) => [block(kind, bomb), list(kind, bomb), windows(kind, bomb), marked(kind, bomb)],
  ],
  [
    'a tag that Kubernetes does not read',
    'yaml/parses',
    (kind) => [block(kind, '  a: !!float b\n'), flow(kind, 'a: !!float b'), list(kind, '  a: !!float b\n')],
  ],
  [
    // The control: what is right is not found to be wrong in any way.
    'nothing',
    undefined,
    (kind) => [
      block(kind, '  a: b\n  c: "a"\n'),
      flow(kind, 'a: b, c: a'),
      json(kind, '"a": "b", "c": "a"'),
      quoted(kind, '  a: &x b\n  c: *x\n'),
      list(kind, '  a: b\n  c: d\n'),
      windows(kind, '  a: b\n  c: |\n    a: b\n    a: b\n'),
      marked(kind, '  a: b\n'),
    ],
  ],
];

const bomb = Array.from({ length: 9 }, (_, index) => {
  const item = index === 0 ? 'x' : `*a${index - 1}`;
  return `  k${index}: &a${index} [${Array<string>(9).fill(item).join(', ')}]\n`;
}).join('');

/** The rules of YAML that speak of each file, of what a run prints as JSON. */
function told({ stdout, stderr }: Run): Readonly<Record<string, readonly string[]>> {
  if (stdout === '') throw new Error(stderr);
  const { findings } = JSON.parse(stdout) as {
    readonly findings: readonly { readonly rule: string; readonly file: string }[];
  };
  const byFile: Record<string, string[]> = {};
  for (const { rule, file } of findings)
    if (rule.startsWith('yaml/') && !byFile[file]?.includes(rule)) (byFile[file] ??= []).push(rule);
  return byFile;
}

/** What is found in standard input, which is read as a file that is named. */
function toldOfInput(text: string): readonly string[] {
  return yamlRules(lint([textSource('-', text)], rules, { isNamed: () => true }).findings);
}

function yamlRules(findings: readonly { readonly rule: string }[]): readonly string[] {
  return [...new Set(findings.map(({ rule }) => rule))].filter((rule) => rule.startsWith('yaml/'));
}

/** What is found when a file is linted again, with another that did not change: as --watch and ESLint do it. */
function toldAgain(text: string): readonly string[] {
  const kept = textSource('/apps/rollout.yaml', good);
  const [before, after] = [block('ConfigMap', '  a: b\n'), text].map((its) =>
    textSource('/apps/one.yaml', its),
  );
  const first = lintAgain([kept, before!], rules, { isKept: () => true });
  const { findings } = lintAgain([kept, after!], rules, { isKept: () => true }, first).result;
  return yamlRules(findings);
}

describe('what is wrong with the text of an object is found in each kind, style and way of selecting it', () => {
  it.each(faults)(
    '%s',
    (_, rule, texts) => {
      const files = Object.fromEntries(
        Object.keys(kinds).flatMap((kind) =>
          texts(kind).map((text, index) => [`apps/${kind}-${index}.yaml`, text]),
        ),
      );
      const repository = new Repository({ 'apps/rollout.yaml': good });
      repository.write(files);
      const { folder } = repository;
      const lintIn = (...args: readonly string[]): Run => run(folder, 'lint', '--format', 'json', ...args);
      const wanted =
        rule === undefined ? {} : Object.fromEntries(Object.keys(files).map((file) => [file, [rule]]));

      expect(told(lintIn('.'))).toEqual(wanted);
      expect(told(lintIn('--only', 'yaml', '.'))).toEqual(wanted);
      expect(told(lintIn(...Object.keys(files)))).toEqual(wanted);
      expect(told(lintIn('--changed', '.'))).toEqual(wanted);
      repository.git('add', '--all');
      expect(told(lintIn('--staged', '.'))).toEqual(wanted);
      for (const [file, text] of Object.entries(files)) {
        if (!file.includes('ConfigMap')) continue;
        const rulesOf = rule === undefined ? [] : [rule];
        expect([file, ...toldOfInput(text)]).toEqual([file, ...rulesOf]);
        expect([file, ...toldAgain(text)]).toEqual([file, ...rulesOf]);
      }
    },
    60_000,
  );
});

import { type Input, maxSize } from './input.js';
import { mutatedSystem, optionsFor } from './mutate.js';
import { pieces } from './pieces.js';
import type { Random } from './random.js';
import type { Seeds } from './seeds.js';

type Edit = (text: string, random: Random, seeds: Seeds) => string;

const place = (text: string, random: Random): number => random.below(text.length + 1);

const insert: Edit = (text, random) => {
  const at = place(text, random);
  return text.slice(0, at) + random.pick(pieces) + text.slice(at);
};
const cut: Edit = (text, random) => {
  const at = place(text, random);
  return text.slice(0, at) + text.slice(at + 1 + random.below(random.chance(0.2) ? 200 : 5));
};
const replaceChar: Edit = (text, random) => {
  const at = place(text, random);
  return (
    text.slice(0, at) +
    String.fromCharCode(random.chance(0.8) ? random.below(256) : random.below(65536)) +
    text.slice(at + 1)
  );
};
const takeOver: Edit = (text, random) => {
  const from = place(text, random);
  const at = place(text, random);
  return text.slice(0, at) + text.slice(from, from + random.below(120)) + text.slice(at);
};
const cross: Edit = (text, random, seeds) => {
  const other = random.pick(seeds.texts);
  return text.slice(0, place(text, random)) + other.slice(place(other, random));
};

/** An edit of whole lines. */
const lines =
  (edit: (all: string[], at: number, random: Random) => void): Edit =>
  (text, random) => {
    const all = text.split('\n');
    edit(all, random.below(all.length), random);
    return all.join('\n');
  };
const indent = lines((all, at, random) => {
  all[at] = ' '.repeat(random.below(7)) + all[at]!.trimStart();
});
const indentMore = lines((all, at, random) => {
  const by = random.between(1, 3);
  for (let line = at; line < Math.min(all.length, at + random.between(1, 20)); line += 1)
    all[line] = ' '.repeat(by) + all[line]!;
});
const double = lines((all, at, random) => void all.splice(random.below(all.length), 0, all[at]!));
const drop = lines((all, at) => void all.splice(at, 1));
const mark = lines((all, at, random) => {
  all[at] = all[at]!.replace(
    /(- |: )?/,
    (before) => before + random.pick(['&a ', '*a', '!!str ', '!t ', '"', '[', '{', '|', '- ', '? ', '# ']),
  );
});

const edits: readonly Edit[] = [
  ...[insert, insert, insert, insert, cut, cut, replaceChar, takeOver, cross],
  ...[indent, indentMore, double, drop, mark],
];

const leaf = (random: Random): string =>
  random.pick([
    'a',
    'b',
    'c d',
    '1',
    '"e"',
    "'f'",
    '*a',
    '&a g',
    '!t h',
    '',
    'null',
    '-',
    '?',
    'x: y',
    '"\\n"',
    '!!int 3',
    '&a',
    '# i',
    '|',
    'kind',
  ]);

function flowText(random: Random, depth: number): string {
  const count = random.below(4);
  const inner = (): string => (depth > 0 && random.chance(0.5) ? flowText(random, depth - 1) : leaf(random));
  const gap = (): string => random.pick(['', ' ', ' ', '\n', '\n  ', ' # c\n', '\t']);
  if (random.chance(0.5))
    return `[${Array.from({ length: count }, () => `${gap()}${inner()}${gap()}`).join(',')}]`;
  return `{${Array.from({ length: count }, () => `${gap()}${leaf(random)}${random.pick([': ', ':', ' : ', ''])}${inner()}`).join(',')}}`;
}

/** YAML by its grammar, more or less. */
function grammar(random: Random, indent: string, depth: number): string {
  const count = random.between(1, 3);
  let text = '';
  const isList = random.chance(0.4);
  for (let index = 0; index < count; index += 1) {
    const head = isList
      ? '-'
      : random.chance(0.06)
        ? `? ${leaf(random)}\n${indent}:`
        : `${random.pick(['a', 'b', 'kind', 'metadata', 'name', '"k"', '*a ', '&k m', '1', '<<', 'apiVersion', 'items'])}:`;
    const choice = random.next();
    const mark = random.chance(0.15) ? random.pick([' &a', ' !t', ' !!map', ' # c', ' &a !t']) : '';
    if (depth > 0 && choice < 0.5) {
      const deeper = indent + random.pick(['  ', '  ', ' ', '    ', '']);
      const nested = grammar(random, deeper, depth - 1);
      text +=
        isList && mark === '' && random.chance(0.5)
          ? `${indent}- ${nested.trimStart()}`
          : `${indent}${head}${mark}\n${nested}`;
    } else if (choice < 0.65) text += `${indent}${head}${mark} ${flowText(random, 2)}\n`;
    else if (choice < 0.8) {
      const header = random.pick(['|', '>', '|-', '>+', '|2', '>1', '|-3', '| # c']);
      const body = Array.from(
        { length: random.below(4) },
        () =>
          `${indent}${random.pick([' ', '  ', '   ', '', '\t'])}${random.pick(['x', '# y', '', 'k: v', '- z', '---'])}`,
      ).join('\n');
      text += `${indent}${head}${mark} ${header}\n${body}\n`;
    } else text += `${indent}${head}${mark} ${leaf(random)}\n`;
  }
  return text;
}

/** Texts made to be long or deep. */
function bulk(random: Random): string {
  const count = random.pick([50, 300, 1000, 3000, 9000]);
  const unit = random.pick<(index: number) => string>([
    () => '[',
    () => '{a: ',
    () => '- ',
    (index) => `${' '.repeat(Math.min(index, 300))}a:\n`,
    (index) => `k${index}: &a${index} [*a${Math.max(0, index - 1)}, *a${Math.max(0, index - 1)}]\n`,
    () => 'a: b\n',
    (index) => `k${index}: v\n`,
    (index) => `&a${index} `,
    () => '---\nkind: A\nmetadata: {name: a}\n',
    () => '!t ',
    () => '? ',
    () => '<<: *a\n',
    () => 'a: "\\u00e9"\n',
    () => '# c\n',
    () => '\n',
    () => ' ',
    () => '"',
    () => "''",
    () => 'word ',
    () => '\t',
    () => 'a: |\n  b\n',
    () => ': ',
    () => '{{ a }}',
    () => '%',
    () => '\r',
    () => '\ud800',
    () => '--- ',
    () => '... \n',
    () => '- - - a\n',
    () => '[a]: ',
    () => 'kind: List\nitems:\n- ',
  ]);
  const tail = random.pick([
    '',
    'a',
    ']',
    '}',
    '\n',
    'kind: X\n',
    'apiVersion: v1\nkind: X\nmetadata:\n  name: x\n',
  ]);
  const head = random.pick([
    '',
    'kind: X\nx: ',
    'a: ',
    '\ufeff',
    'apiVersion: v1\nkind: ConfigMap\ndata:\n',
    '- ',
    'a: &a {b: c}\n',
  ]);
  return (head + Array.from({ length: count }, (_, index) => unit(index)).join('') + tail).slice(0, maxSize);
}

function bytes(random: Random): string {
  const size = random.below(random.chance(0.02) ? 20_000 : 120);
  const buffer = Buffer.alloc(size);
  for (let index = 0; index < size; index += 1)
    buffer[index] = random.chance(0.7)
      ? random.pick([10, 32, 32, 34, 39, 45, 58, 35, 91, 93, 97, 98, 123, 124, 125, 42, 38, 63, 33])
      : random.below(256);
  return buffer.toString('utf8');
}

/** A text that is YAML, more or less. */
export function oddText(seeds: Seeds, random: Random): string {
  const choice = random.next();
  if (choice < 0.05) return bytes(random);
  if (choice < 0.06) return bulk(random);
  if (choice < 0.3) return edited(grammar(random, '', 3), seeds, random, random.below(4));
  if (choice < 0.33)
    return edited(Object.values(mutatedSystem(seeds, random, seeds.systems))[0] ?? '', seeds, random, 2);
  let start = random.pick(seeds.texts);
  // Small inputs are many inputs.
  if (start.length > 400 && random.chance(0.7)) {
    const all = start.split('\n');
    const from = random.below(all.length);
    start = all.slice(from, from + random.between(3, 15)).join('\n');
  }
  return edited(start, seeds, random, random.few(12));
}

function edited(start: string, seeds: Seeds, random: Random, count: number): string {
  let result = start;
  for (let left = count; left > 0; left -= 1) result = random.pick(edits)(result, random, seeds);
  if (random.chance(0.06)) result = result.replaceAll('\n', random.pick(['\r\n', '\r', '\n\n', '\u2028']));
  if (random.chance(0.03)) result = `\ufeff${result}`;
  return result.slice(0, maxSize);
}

export function readerInput(seeds: Seeds, random: Random, index: number): Input {
  const path = random.chance(0.05)
    ? random.pick(['a/kustomization.yaml', 'a/b.json', 'rolloutkit.yaml'])
    : 'a/b.yaml';
  return {
    target: 'reader',
    files: { [path]: oddText(seeds, random) },
    options: { ...optionsFor('reader', random), lints: index % 4 === 0 },
  };
}

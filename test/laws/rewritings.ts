import { type CreateNodeOptions, type DocumentOptions, stringify, type ToStringOptions } from 'yaml';
import { toValue } from '../../src/model/node.js';
import { splitDocuments } from '../../src/yaml/parse/documents.js';
import { parseTree } from '../../src/yaml/parse/tree.js';
import type { Random } from '../support/random-repository.js';
import { variedYaml } from '../support/varied-yaml.js';
import {
  hasTwins,
  hasTwinsAnywhere,
  isApart,
  isList,
  isObject,
  ofTexts,
  ofValues,
  type Rewriting,
  shuffled,
  unwrapped,
  type Value,
} from './rewriting.js';
import { joined, moved, otherFileNames, split, withOthers } from './rewritten-files.js';
import { nameLine, namespaceLine, renamedWords, stemsOf } from './rewritten-names.js';
import { withNulls } from './rewritten-nulls.js';

/** Every way of writing the same. */
export const rewritings: readonly Rewriting[] = [
  ofTexts('Windows line breaks', (text) => text.replaceAll(/\r?\n/g, '\r\n')),
  ofTexts('a byte order mark', (text) => `\uFEFF${text}`),
  ofTexts('comments', commented),
  ofTexts('document markers', (text) =>
    /^%/m.test(text) ? text : `---\n${text.replace(/^---\n/, '')}${text.endsWith('\n') ? '' : '\n'}...\n`,
  ),
  ofTexts('a marker behind the last document', (text) => `${text}${text.endsWith('\n') ? '' : '\n'}---\n`),
  ofTexts('no line break at the end', (text) =>
    /[|>][-+]?\d?$/m.test(text) ? text : text.replace(/\n+$/, ''),
  ),
  ofTexts('lines without text', (text) =>
    /[|>][-+]?\d?(?: +#.*)?$/m.test(text) ? text : text.replaceAll('\n', '\n\n'),
  ),
  ofValues('plain blocks', (values) => documents(values, {})),
  ofValues('an indentation of four', (values) => documents(values, { indent: 4 })),
  ofValues('lists at the column of their key', (values) => documents(values, { indentSeq: false })),
  ofValues('flow style', (values) => documents(values, { collectionStyle: 'flow', lineWidth: 0 })),
  ofValues('flow style over lines', (values) =>
    documents(values, { collectionStyle: 'flow', lineWidth: 40 }),
  ),
  ofValues('JSON', (values) => `${values.map((value) => JSON.stringify(value)).join('\n---\n')}\n`),
  ofValues('JSON over lines', (values) =>
    values.map((value) => `${JSON.stringify(value, undefined, 2)}\n`).join('---\n'),
  ),
  ofValues('single quotes', (values) => documents(values, { defaultStringType: 'QUOTE_SINGLE' })),
  ofValues('double quotes', (values) =>
    documents(values, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE' }),
  ),
  ofValues('short lines', (values) => documents(values, { lineWidth: 24 })),
  ofValues('texts in blocks', (values) => documents(values, { defaultStringType: 'BLOCK_LITERAL' })),
  withSharedPlaces(ofValues('anchors and aliases', (values) => documents(values.map(shared), {}))),
  withSharedPlaces(ofValues('all manners', (values, random) => variedYaml(values, random))),
  ofValues('keys in another order', (values, random) =>
    documents(
      values.map((value) => shuffledKeys(value, random)),
      {},
    ),
  ),
  ofValues('keys backwards', (values) =>
    documents(
      values.map((value) => shuffledKeys(value, undefined)),
      {},
    ),
  ),
  {
    name: 'nulls for what is absent',
    // With server-side apply, a null is applied like any value.
    rewrite: (files, random) =>
      files.some(({ text }) => /ServerSide(?:Apply|Diff)=true/.test(text))
        ? undefined
        : ofValues('', (values) => documents(values.map(withNulls), {})).rewrite(files, random),
  },
  ofValues('a List', (values) =>
    values.length > 0 && values.every((value) => isObject(value) && !isApart(value))
      ? documents([{ apiVersion: 'v1', kind: 'List', items: values }], {})
      : undefined,
  ),
  ofValues('a List unwrapped', (values) =>
    values.some(isList) ? documents(values.flatMap(unwrapped), {}) : undefined,
  ),
  ofValues('documents in another order', (values, random) =>
    values.length < 2 || hasTwins(values) ? undefined : documents(shuffled(values, random), {}),
  ),
  {
    name: 'files read in another order',
    rewrite: (files, random) =>
      files.length < 2 || hasTwinsAnywhere(files) ? undefined : { files: shuffled(files, random) },
  },
  { name: 'files of other names', rewrite: otherFileNames },
  { name: 'a folder further down', rewrite: (files) => moved(files, '/deep/down') },
  { name: 'a file for each document', rewrite: (files) => split(files, (index) => index) },
  { name: 'a file for each document, backwards', rewrite: (files) => split(files, (index) => 90 - index) },
  { name: 'one file for all', rewrite: joined },
  {
    name: 'other namespaces',
    rewrite: (files) => renamedWords(files, stemsOf(files, namespaceLine), (name) => `${name}qz`),
  },
  {
    name: 'other names',
    rewrite: (files) => renamedWords(files, stemsOf(files, nameLine), (name) => `${name}qz`),
  },
  {
    name: 'longer names',
    rewrite: (files) =>
      renamedWords(files, stemsOf(files, nameLine), (name) => `${name.slice(0, 1)}qzqzqz${name.slice(1)}`),
  },
  { name: 'objects that have nothing to do with it', rewrite: withOthers },
];

/** What an anchor stands for has one place, however often it is repeated. */
function withSharedPlaces({ name, rewrite }: Rewriting): Rewriting {
  return {
    name,
    rewrite: (files, random) => {
      const written = rewrite(files, random);
      return written && { ...written, arePlacesShared: true };
    },
  };
}

function documents(
  values: readonly object[],
  options: DocumentOptions & CreateNodeOptions & ToStringOptions,
): string {
  return values
    .map((value) => {
      const text = stringify(value, { version: '1.1', aliasDuplicateObjects: true, ...options });
      return text.replace(/^%YAML 1\.1\n---\n/, '');
    })
    .join('---\n');
}

/** The same values, one object for all that are alike. */
function shared(value: Value): Value {
  const known = new Map<string, unknown>();
  const visit = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null || Object.keys(part).length === 0) return part;
    const key = JSON.stringify(part);
    const one =
      known.get(key) ??
      (Array.isArray(part)
        ? part.map(visit)
        : Object.fromEntries(Object.entries(part).map(([name, item]) => [name, visit(item)])));
    known.set(key, one);
    return one;
  };
  return visit(value) as Value;
}

function shuffledKeys<T>(value: T, random: Random | undefined): T {
  if (Array.isArray(value)) return value.map((item: unknown) => shuffledKeys(item, random)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const order = random ? shuffled(entries, random) : entries.reverse();
  return Object.fromEntries(order.map(([key, item]) => [key, shuffledKeys(item, random)] as const)) as T;
}

function commented(text: string, random: Random): string {
  let isInBlock = -1;
  const lines = text.split('\n').flatMap((line) => {
    const indent = line.length - line.trimStart().length;
    if (line.trim() === '') return [line];
    if (isInBlock >= 0 && indent > isInBlock) return [line];
    const isFree = isInBlock < 0;
    isInBlock = -1;
    if (/[|>][-+\d]*(?: +#.*)?$/.test(line)) isInBlock = indent;
    // Within a flow collection or a quoted text of several lines a comment may be text.
    return isFree && /^ *(?:- )?[\w./-]+:(?: |$)/.test(line) && random.below(3) === 0
      ? [`${' '.repeat(indent)}# about it: [this]`, line]
      : [line];
  });
  const whole = `# What is deployed.\n\n${lines.join('\n')}`;
  return JSON.stringify(parsed(whole)) === JSON.stringify(parsed(text)) ? whole : text;
}

function parsed(text: string): unknown {
  return splitDocuments(text).map(({ start, end }) => {
    const { root, problems } = parseTree(text, start, end);
    return [root && toValue(root), problems.length];
  });
}

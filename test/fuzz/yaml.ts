import { toValue } from '../../src/model/node.js';
import { splitDocuments } from '../../src/yaml/parse/documents.js';
import { parseTree } from '../../src/yaml/parse/tree.js';
import { type Case, outcome, type Outcome } from '../yaml/parse/go-outcome.js';
import { inputAt } from './inputs.js';
import { readSeeds } from './seeds.js';

export { outcome, readSeeds };

/** A text of a run that is kept, with what came of it. */
export interface Kept extends Case {
  readonly outcome: Outcome;
  /** Why the two readers differ. */
  readonly reason?: string;
}

/** A text for both readers, as a file can hold it: every other one with a kind, for only objects matter. */
export function textAt(seeds: ReturnType<typeof readSeeds>, seed: number, index: number): string {
  const [text = ''] = Object.values(inputAt('reader', seeds, seed, index).files);
  return Buffer.from(index % 2 === 0 ? text : `kind: A\n${text}`).toString();
}

/** Why the two readers differ where they do, each with what tells a text, made small, of that kind. */
const reasons: readonly {
  readonly outcome: Outcome;
  readonly reason: string;
  readonly isOne: (text: string, first: string) => boolean;
}[] = [
  {
    outcome: 'only we refuse',
    reason: 'Kubernetes drops what follows the first value in silence; whoever wrote it meant it to be read',
    isOne: (text) =>
      /^( +)\S[^]*[\r\n](?!\1)[ \t]*\S/.test(text.replaceAll('\uFEFF', 'x')) ||
      /\n[%:]|^\{.*\}\s*\S/.test(text),
  },
  {
    outcome: 'only we refuse',
    reason: 'a line break of Unicode, at which Kubernetes and an editor do not see the same lines',
    isOne: (_, first) => /[\u0085\u2028\u2029]/.test(first),
  },
  {
    outcome: 'only we refuse',
    reason: 'a block scalar at the left margin, which Kubernetes ends at once',
    isOne: (text) => /(^|[\r\n])[|>]/.test(text),
  },
  {
    outcome: 'only we refuse',
    reason: 'a block scalar that begins no deeper than its key',
    isOne: (text) => /(?:^|\n)( *)[\w.-]+:[ \t]*\n\1[|>]/.test(text),
  },
  {
    outcome: 'only we refuse',
    reason: 'a percent sign after a byte order mark in a later line, which Kubernetes takes for a key',
    isOne: (text) => /\n\uFEFF%/.test(text),
  },
  {
    outcome: 'only we refuse',
    reason: 'an anchor that Kubernetes ends where its letters and digits end',
    isOne: (text) => /&[\w-]+[^\s\w-]/.test(text),
  },
  {
    outcome: 'only we refuse',
    reason: 'a lone dash, colon or question mark in brackets, which Kubernetes takes for a text or a key',
    isOne: (text) => /[[{,:]\s*[-?:]\s*[,:\]}]/.test(text),
  },
  {
    outcome: 'only we refuse',
    reason: 'a line of a flow collection that looks like a key of the document',
    isOne: (text) => /[[{][^\]}]*[\r\n][\w."'/-]+:/.test(text),
  },
  {
    outcome: 'only we refuse',
    reason: 'a line of a quoted text that looks like a key of the document',
    isOne: (text) => /["'][^"']*\n *[\w./-]+:(\s|$)/.test(text),
  },
  {
    outcome: 'only we refuse',
    reason: 'a colon in brackets without a space, which Kubernetes takes for a part of the key',
    isOne: (text) => /[[{,]\s*[^\s"'[\]{},]+:[,\]}[{]/.test(text),
  },
  {
    outcome: 'only we refuse',
    reason: 'a tag that no tool knows',
    isOne: (text) => text.includes('!'),
  },
  {
    outcome: 'only we refuse',
    reason: 'more than 500 collections in one another',
    isOne: (text) => /(?:[[{-]\s*(?:\w:)?){400}/.test(text),
  },
  {
    outcome: 'only Go refuses',
    reason: 'a key of more than 1024 characters',
    isOne: (text) => /[^\n]{1024}.*:/.test(text),
  },
  {
    outcome: 'another value',
    reason: 'an empty document comes first: kubectl and Argo CD go on to the next one before they read',
    isOne: (text) => /^(?:---\s+)+---\s/.test(text),
  },
  {
    outcome: 'only Go refuses',
    reason:
      'a character that YAML forbids in a comment or in another document: nothing of the object is read otherwise',
    isOne: (text) => /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/.test(text),
  },
  {
    outcome: 'only Go refuses',
    reason: 'a colon or a question mark in brackets, which Kubernetes takes for an indicator',
    isOne: (text) => /[[{,]\s*[?:]|[?:]\s*[,\]}]|[[{].*\?/.test(text),
  },
  {
    outcome: 'only Go refuses',
    reason: 'an anchor of more than letters, digits and dashes, behind which Kubernetes wants a blank',
    isOne: (text) => /&[\w-]+[^\s\w-]/.test(text),
  },
  {
    outcome: 'only Go refuses',
    reason: 'an anchor or alias without a name that Kubernetes takes for one',
    isOne: (text) => /[&*][^\w-]/.test(text),
  },
  {
    outcome: 'only Go refuses',
    reason: 'a key of several lines, or one that is empty',
    isOne: (text) => /\n\s*:/.test(text),
  },
  {
    outcome: 'only Go refuses',
    reason: 'a directive that YAML 1.1 does not know, or one without a document',
    isOne: (text) => /(^|\n)(%|\.\.\.)/.test(text),
  },
  {
    outcome: 'only Go refuses',
    reason: 'a tag that does not fit its value',
    isOne: (text) => text.includes('!'),
  },
  {
    outcome: 'only Go refuses',
    reason: 'an escape that Kubernetes does not know, or half of a surrogate pair',
    isOne: (text) => text.includes('\\'),
  },
  {
    outcome: 'another value',
    reason:
      'a text in brackets that starts with a question mark, which Kubernetes takes for the sign of a key',
    isOne: (text) => /[[{,]\s*\?/.test(text),
  },
  {
    outcome: 'another value',
    reason: 'half of a surrogate pair as an escape',
    isOne: (text) => /\\u[dD][89a-fA-F]/.test(text),
  },
  {
    outcome: 'another value',
    reason: 'a line break of Unicode in quotes, which Kubernetes folds',
    isOne: (_, first) => /[\u0085\u2028\u2029]/.test(first),
  },
  {
    outcome: 'another value',
    reason:
      'a number or a truth value as a key beside the same one in quotes: Kubernetes keeps one by chance',
    isOne: (text) => /(^|[\n{,[-])\s*["'?]?[\w.+~-]*["']?\s*:/.test(text) && /["']/.test(text),
  },
  {
    outcome: 'another value',
    reason: 'a block scalar at the left margin, which Kubernetes ends at once',
    isOne: (text) => /^---.*[|>]/.test(text),
  },
];

/** Whether it matters to anybody: to one of the two readers the text is an object with a kind. */
export function differs(one: Case): Exclude<Outcome, 'same value' | 'both refuse'> | undefined {
  const its = outcome(one);
  if (its === 'same value' || its === 'both refuse') return undefined;
  const ours = its === 'only we refuse' ? undefined : valueOf(one.yaml);
  return hasKind(one.json) || hasKind(ours) ? its : undefined;
}

export function reasonOf(one: Case): string | undefined {
  const its = outcome(one);
  const { start, end } = firstOf(one.yaml);
  return reasons.find(({ outcome: of, isOne }) => of === its && isOne(one.yaml, one.yaml.slice(start, end)))
    ?.reason;
}

function hasKind(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

function firstOf(text: string): { readonly start: number; readonly end: number } {
  return splitDocuments(text)[0] ?? { start: 0, end: 0 };
}

function valueOf(text: string): unknown {
  const { start, end } = firstOf(text);
  const { root } = parseTree(text, start, end);
  return root && toValue(root);
}

import fc from 'fast-check';
import { take } from '../../../scripts/corpus.mjs';
import { pieces } from '../../fuzz/pieces.js';
import { texts } from './texts.js';

const seeds = [
  ...texts,
  ...[...take(120, 7)].map(({ text }) => text.split('\n').slice(0, 40).join('\n')),
  'apiVersion: v1\nkind: List\nitems:\n- kind: A\n  metadata:\n    name: a\n',
  'kind: A\nmetadata:\n  labels:\n    name: c\n  name: "a" # b\n  namespace: \'b\'\n  ownerReferences:\n  - name: d\n',
  "metadata:\n    annotations: {name: x}\n    name: a\nkind: 'A'\napiVersion: a.b/v1\n",
];

interface Edit {
  readonly at: number;
  readonly kind: 'insert' | 'remove' | 'indent' | 'copy' | 'drop';
  readonly piece: string;
  readonly amount: number;
}

const edit = fc.record<Edit>({
  at: fc.nat(),
  kind: fc.constantFrom('insert', 'insert', 'insert', 'remove', 'indent', 'copy', 'drop'),
  piece: fc.constantFrom(...pieces),
  amount: fc.integer({ min: 0, max: 4 }),
});

function apply(text: string, { at, kind, piece, amount }: Edit): string {
  const place = at % (text.length + 1);
  if (kind === 'insert') return text.slice(0, place) + piece + text.slice(place);
  if (kind === 'remove') return text.slice(0, place) + text.slice(place + 1 + amount);
  const lines = text.split('\n');
  const line = at % lines.length;
  if (kind === 'indent') lines[line] = ' '.repeat(amount) + lines[line]!.trimStart();
  else if (kind === 'copy') lines.splice((at >> 3) % lines.length, 0, lines[line]!);
  else lines.splice(line, 1);
  return lines.join('\n');
}

/** Texts that were good once. */
export const mutated = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.array(edit, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('\n', '\n', '\r\n'),
  )
  .map(([seed, edits, lineBreak]) => edits.reduce(apply, seed.replaceAll('\n', lineBreak)));

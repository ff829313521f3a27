import { isSameJson } from '../../kubernetes/objects/json.js';
import { type Splice, spliced } from '../../yaml/edit/splice.js';
import { contentOf, lastAt, scalarsOf } from '../comment-places.js';
import type { Finding } from '../../model/finding.js';
import { append } from '../../model/multimap.js';
import { toValue } from '../../model/node.js';
import type { Source } from '../../model/source.js';
import { type Range, splitDocuments } from '../../yaml/parse/documents.js';
import { parseTree } from '../../yaml/parse/tree.js';
import type { TextChange } from './settle.js';

/** What comments say. */
export interface Suppression {
  readonly rules: readonly string[];
  readonly reason: string;
  /** The last day on which they apply. */
  readonly until: string | undefined;
}

/** The text of a source with comments at the places of findings, or the reason why it cannot be edited. */
export function withComments(
  source: Source,
  findings: readonly Finding[],
  { rules, reason, until }: Suppression,
): TextChange | { readonly unfit: string } {
  if (source.name === '<stdin>') return { unfit: 'it is not a file.' };
  if (/\.json$/i.test(source.name)) return { unfit: 'JSON has no comments; use rolloutkit baseline.' };
  const before = source.read();
  const scalars = splitDocuments(before).flatMap((range) => scalarsOf(before, range));
  const byLine = new Map<number, string[]>();
  for (const { place, rule } of findings) {
    if (place.start < 0) return { unfit: 'a finding has no place in it.' };
    append(byLine, lineOf(before, scalarStart(scalars, place.start)), rule);
  }
  const ends = `${until === undefined ? '' : ` until ${until}`} -- ${reason}`;
  const newline = before.includes('\r\n') ? '\r\n' : '\n';
  const heads = splitDocuments(before).map((range) => contentOf(before, range));
  const splices = [...byLine]
    .sort(([left], [right]) => left - right)
    .map(([line, its]): Splice => {
      const comment = `# rolloutkit-ignore ${rules.filter((rule) => its.includes(rule)).join(', ')}${ends}`;
      const rest = before.slice(line, endOf(before, line));
      // Above the first line, a comment would apply to the whole document.
      if (heads.includes(line))
        return { start: line + rest.length, end: line + rest.length, text: ` ${comment}` };
      const [indent = ''] = /^[ \t]*/.exec(rest) ?? [];
      return { start: line, end: line, text: `${indent}${comment}${newline}` };
    });
  const after = spliced(before, splices, newline);
  const [said, says] = [valuesIn(before), valuesIn(after)];
  if (!said || !says || !isSameJson(said, says))
    return { unfit: 'its YAML cannot be edited automatically; add the comments by hand.' };
  return { before, after };
}

/** The start of the scalar that contains an offset: inside of it, a comment would be a part of the value. */
function scalarStart(scalars: readonly Range[], offset: number): number {
  const around = lastAt(scalars, offset);
  return around && offset < around.end ? around.start : offset;
}

/** The start of the line that contains an offset. */
function lineOf(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The end of a line, before its line break. */
function endOf(text: string, line: number): number {
  const end = text.indexOf('\n', line);
  const last = end === -1 ? text.length : end;
  return text[last - 1] === '\r' ? last - 1 : last;
}

/** The values of all documents in a string; undefined if it cannot be parsed. */
function valuesIn(text: string): readonly unknown[] | undefined {
  const all = splitDocuments(text).map(({ start, end }) => parseTree(text, start, end));
  if (all.some(({ root, problems }) => !root || problems.length > 0)) return undefined;
  return all.map(({ root }) => root && toValue(root));
}

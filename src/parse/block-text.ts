export type Chomping = 'clip' | 'strip' | 'keep';

/** The value of a literal or folded block, from its lines below the header and their indent. */
export function blockText(written: string, indent: number, chomping: Chomping, isFolded: boolean): string {
  let text = '';
  let blank = 0;
  let isFirst = true;
  // Lines that are indented further keep their line breaks in a folded block.
  let wasDeeper = false;
  for (let from = 0; from < written.length;) {
    const next = written.indexOf('\n', from);
    const end = next === -1 ? written.length : next;
    if (end - from <= indent) {
      blank += 1; // Whatever spaces it has: a line that ends before the indent is blank.
    } else {
      const first = written.charCodeAt(from + indent);
      const isDeeper = first === 0x20 || first === 0x09;
      if (isFirst) text = '\n'.repeat(blank);
      else if (!isFolded || isDeeper || wasDeeper) text += blank === 0 ? '\n' : '\n'.repeat(blank + 1);
      else text += blank === 0 ? ' ' : '\n'.repeat(blank);
      text += written.slice(from + indent, end);
      wasDeeper = isDeeper;
      isFirst = false;
      blank = 0;
    }
    from = end + 1;
  }
  if (chomping === 'keep') return text + '\n'.repeat(isFirst ? blank : blank + 1);
  return chomping === 'strip' || isFirst ? text : `${text}\n`;
}

export type Chomping = 'clip' | 'strip' | 'keep';

/**
 * The value of a literal or folded block, from its lines below the header and their indentation. Like Go's reader, it adds no
 * line break after a last line without one.
 */
export function blockText(written: string, indent: number, chomping: Chomping, isFolded: boolean): string {
  let text = '';
  let blank = 0;
  let isFirst = true;
  // Lines that are indented further keep their line breaks in a folded block.
  let wasDeeper = false;
  let isEnded = true;
  for (let from = 0; from < written.length;) {
    const next = written.indexOf('\n', from);
    isEnded = next !== -1;
    const end = isEnded ? next : written.length;
    if (end - from <= indent) {
      // A line that ends before the indentation is blank, whatever spaces it has.
      if (isEnded) blank += 1;
      else isEnded = !isFirst;
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
  const last = isFirst || !isEnded ? 0 : 1;
  if (chomping === 'keep') return text + '\n'.repeat(blank + last);
  return chomping === 'strip' || last === 0 ? text : `${text}\n`;
}

/** Text in which every character takes one cell, as in most text. */
const narrow = /^[ -~]*$/;

/** Characters that take two cells of a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Characters that take no cell, because they combine with the one before them. */
const joining = /[\p{Mn}\p{Me}\u200b-\u200d\ufe00-\ufe0f]/u;

/** The number of terminal cells of a string. */
export function cellsOf(text: string): number {
  if (narrow.test(text)) return text.length;
  let cells = 0;
  for (const character of text) cells += wide.test(character) ? 2 : joining.test(character) ? 0 : 1;
  return cells;
}

/** The part of a string that fits, and whether it is all of it. */
export function fit(text: string, cells: number): { readonly text: string; readonly isAll: boolean } {
  if (narrow.test(text)) return { text: text.slice(0, cells), isAll: text.length <= cells };
  let room = cells;
  let end = 0;
  for (const character of text) {
    room -= cellsOf(character);
    if (room < 0) return { text: text.slice(0, end), isAll: false };
    end += character.length;
  }
  return { text, isAll: true };
}

/** Wraps a sentence between words into lines of at most this many cells; a longer word gets its own line. */
export function wrap(sentence: string, cells: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of sentence.split(' ')) {
    if (line === '') line = word;
    else if (cellsOf(line) + 1 + cellsOf(word) <= cells) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

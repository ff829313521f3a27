/** What would be printed as an escape of ours, which no shell reads: see `quoted` and `printable`. */
const unprinted = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|#(?=#)/gu;

/** A text as one word of a POSIX shell, to be pasted on one line; what cannot be seen is written as an escape. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (text.search(unprinted) === -1) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  // https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_04
  const escaped = text
    .replaceAll(/['\\]/g, String.raw`\$&`)
    .replaceAll(unprinted, (character) =>
      [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
    );
  return `$'${escaped}'`;
}

/** A path as an argument of git behind `--`, where some characters have a meaning of their own. */
export function shellPath(file: string): string {
  return shellWord(/^:|[*?[\\]/.test(file) ? `:(literal)${file}` : file);
}

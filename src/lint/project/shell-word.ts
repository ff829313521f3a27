/** Characters that would be printed as an escape that no shell understands: see `quoted` and `printable`. */
const unprinted = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|#(?=#)/gu;

/** Quotes a string as one word of a POSIX shell, on one line. Writes invisible characters as escapes. */
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

/** Quotes a path as an argument of git after `--`, where some characters are special. */
export function shellPath(file: string): string {
  return shellWord(/^:|[*?[\\]/.test(file) ? `:(literal)${file}` : file);
}

/**
 * A value as Go writes it into a string: keys in the order given, no spaces, and the characters escaped that HTML and
 * JavaScript would read as theirs.
 * https://pkg.go.dev/encoding/json#Marshal
 */
export function goJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * A value as Go marshals it into a string: keys in the given order, no spaces, and characters escaped that are special in HTML
 * and JavaScript.
 * https://pkg.go.dev/encoding/json#Marshal
 */
export function goJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

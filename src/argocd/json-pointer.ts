/**
 * Removes the value at a JSON pointer, as Argo CD does with a `remove` of a JSON patch. A pointer that does not resolve changes
 * nothing; neither `*` nor `-` is an index, but `-1` is the last one. Returns a new document that shares unchanged parts.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go
 * https://github.com/evanphx/json-patch/blob/v5.9.11/patch.go (remove)
 */
export function removePointer(pointer: string, document: unknown): unknown {
  // Anything before the first slash is dropped.
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return tokens.length === 0 ? document : removeAt(document, tokens);
}

function removeAt(value: unknown, [token = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const number = /^[-+]?\d+$/.test(token) ? Number(token) : NaN;
    const index = number < 0 ? number + value.length : number;
    if (!(index >= 0 && index < value.length)) return value;
    if (rest.length === 0) return value.toSpliced(index, 1) as unknown;
    const left = removeAt(value[index], rest);
    return left === value[index] ? value : (value.with(index, left) as unknown);
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return value;
  const { [token]: inner, ...others } = value as Record<string, unknown>;
  if (rest.length === 0) return others;
  const left = removeAt(inner, rest);
  return left === inner ? value : { ...value, [token]: left };
}

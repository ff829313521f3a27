/** Why a JSON pointer cannot resolve in any object, and what was meant. */
export interface PointerProblem {
  readonly kind: 'noSlash' | 'lostStart' | 'wildcard' | 'brackets' | 'unescaped' | 'empty';
  /** The key that it resolves to instead, if any. */
  readonly instead?: string;
  /** The correct pointer, or a jq expression if a pointer cannot express it. */
  readonly right?: string;
}

/** Maps of strings, whose values have no fields. */
const mapsOfText: ReadonlySet<string> = new Set(['annotations', 'labels', 'matchLabels', 'nodeSelector']);

/** The top-level keys of an object. */
const rootKeys: ReadonlySet<string> = new Set([
  'data',
  'metadata',
  'operation',
  'spec',
  'status',
  'webhooks',
]);

/**
 * Checks a pointer independently of any object. Argo CD turns it into a JSON patch without a check: a pointer that does not
 * resolve is skipped, and anything before the first slash is dropped.
 * https://github.com/evanphx/json-patch/blob/v5.9.11/patch.go (findObject)
 */
export function checkPointer(pointer: string): PointerProblem | undefined {
  const [first = '', ...tokens] = pointer.split('/');
  if (tokens.length === 0) return { kind: 'noSlash', ...rightFor(fromDots(pointer)) };
  if (rootKeys.has(first)) return { kind: 'lostStart', instead: tokens[0] ?? '', right: `/${pointer}` };

  if (tokens.some((token) => token === '*' || token === '-'))
    return { kind: 'wildcard', right: toJq(tokens) };
  if (tokens.some(endsInBrackets)) return { kind: 'brackets', right: toJq(tokens) };

  const map = tokens.findIndex((token) => mapsOfText.has(token));
  if (map !== -1 && map < tokens.length - 2) {
    const key = tokens.slice(map + 1).join('~1');
    return { kind: 'unescaped', right: `/${[...tokens.slice(0, map + 1), key].join('/')}` };
  }
  if (tokens.some((token) => token === '' || token.trim() !== token))
    return { kind: 'empty', ...rightFor(tokens.map((token) => token.trim())) };
  return undefined;
}

/** Matches `containers[0]`, but not `a~1b[0]`, whose brackets may be part of the key. */
function endsInBrackets(token: string): boolean {
  if (!token.endsWith(']')) return false;
  const open = token.indexOf('[', token.lastIndexOf(']', token.length - 2) + 1);
  return open !== -1 && !token.slice(0, open).includes('~');
}

function rightFor(tokens: readonly string[]): { right?: string } {
  const kept = tokens.filter((token) => token !== '');
  return kept.length === 0 ? {} : { right: `/${kept.join('/')}` };
}

/** Converts `.spec.replicas` and `spec.replicas` to a pointer. */
function fromDots(text: string): readonly string[] {
  const path = text.replace(/^\$?\.?/, '');
  return /^\w+(\.\w+)*$/.test(path) ? path.split('.') : [];
}

/** The same path in jq, which iterates over lists. */
function toJq(tokens: readonly string[]): string {
  return tokens
    .map((token, index) => {
      const [, key = '', inside] = /^([^[]*)(?:\[([^\]]*)\])?$/.exec(token) ?? [];
      const number = /^-?\d+$/.test(token) ? token : /^-?\d+$/.test(inside ?? '') ? inside : undefined;
      const list = token === '*' || token === '-' || (inside !== undefined && number === undefined);
      const name = list && inside === undefined ? '' : number === token ? '' : key;
      const readable = name.replaceAll('~1', '/').replaceAll('~0', '~');
      const start =
        name === ''
          ? index === 0
            ? '.'
            : ''
          : /^[A-Za-z_]\w*$/.test(readable)
            ? `.${readable}`
            : `${index === 0 ? '.' : ''}[${JSON.stringify(readable)}]`;
      return `${start}${list ? '[]?' : number === undefined ? '' : `[${number}]?`}`;
    })
    .join('');
}

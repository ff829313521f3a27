/** Why a JSON pointer leads nowhere whatever the object is, and what was meant. */
export interface PointerProblem {
  readonly kind: 'noSlash' | 'lostStart' | 'wildcard' | 'brackets' | 'unescaped' | 'empty';
  /** The key that it leads to instead, where it leads to one. */
  readonly instead?: string;
  /** What would be right: a pointer, or a jq expression where a pointer cannot say it. */
  readonly right?: string;
}

/** Maps of text: nothing lies below their keys. */
const mapsOfText: ReadonlySet<string> = new Set(['annotations', 'labels', 'matchLabels', 'nodeSelector']);

/** The keys that an object has at its root. */
const rootKeys: ReadonlySet<string> = new Set([
  'data',
  'metadata',
  'operation',
  'spec',
  'status',
  'webhooks',
]);

/**
 * What is wrong with a pointer before any object is looked at. Argo CD makes a JSON patch of it and never checks it:
 * one that leads nowhere is skipped, and whatever precedes the first slash is dropped.
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

/** `containers[0]`, but not `a~1b[0]`, whose brackets may well belong to the key. */
function endsInBrackets(token: string): boolean {
  if (!token.endsWith(']')) return false;
  const open = token.indexOf('[', token.lastIndexOf(']', token.length - 2) + 1);
  return open !== -1 && !token.slice(0, open).includes('~');
}

function rightFor(tokens: readonly string[]): { right?: string } {
  const kept = tokens.filter((token) => token !== '');
  return kept.length === 0 ? {} : { right: `/${kept.join('/')}` };
}

/** `.spec.replicas` and `spec.replicas` as a pointer. */
function fromDots(text: string): readonly string[] {
  const path = text.replace(/^\$?\.?/, '');
  return /^\w+(\.\w+)*$/.test(path) ? path.split('.') : [];
}

/** The same way in jq, where lists are gone through. */
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

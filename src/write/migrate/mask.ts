/** A Helm template as YAML of the same length, which can be converted back. */
export interface Masked {
  readonly text: string;
  /** Converts text with these names back into a template. */
  unmasked(text: string): string;
}

/** Names for the template actions of a chart; the same action has the same name in all templates. */
export class Names {
  private readonly byAction = new Map<string, string>();
  /** Template actions by name. */
  readonly back = new Map<string, string>();

  /** A name such as `zq07`, or undefined if there are too many. */
  of(kind: 'c' | 'k' | 'q', action: string): string | undefined {
    const key = `${kind}${action}`;
    let name = this.byAction.get(key);
    if (name === undefined && this.byAction.size < 36 ** 2)
      this.byAction.set(key, (name = `z${kind}${this.byAction.size.toString(36).padStart(2, '0')}`));
    return name;
  }
}

/** A control action, which renders nothing itself. */
const control = /^\{\{-?\s*(?:if|else|end|with|range|define|block|\/\*|\$\w+\s*:?=)/;
/**
 * Replaces each action by a name, each line of a control action by a comment, and each line that renders map entries by an entry.
 * Undefined if an action spans several lines, or if the text already has such names.
 */
export function masked(raw: string, names: Names): Masked | undefined {
  if (/z[ckq][0-9a-z]{2}/.test(raw)) return undefined;
  const { back } = names;
  const entries = new Map<string, string>();
  let isFit = true;
  const put = (kind: 'c' | 'q', action: string, start = '', pad = 'z'): string => {
    const name = names.of(kind, action);
    const room = action.length - start.length - (name?.length ?? 0);
    if (name === undefined || room < 0) isFit = false;
    const text = `${start}${name ?? ''}${pad.repeat(Math.max(0, room))}`;
    back.set(text, action);
    return text;
  };
  const lineOf = (line: string): string => {
    const action = line.trim();
    if (!action.startsWith('{{') || action.indexOf('}}') !== action.length - 2)
      return withNames(line, (inline) => put('q', inline));
    const start = line.indexOf(action);
    const [indent, end] = [line.slice(0, start), line.slice(start + action.length)];
    if (control.test(action)) return `${indent}${put('c', action, '#', '-')}${end}`;
    const name = names.of('k', withoutIndent(action));
    const entry = `${name ?? ''}: x`;
    if (name === undefined || entry.length > action.length) isFit = false;
    const result = indent + entry + ' '.repeat(Math.max(0, action.length - entry.length));
    if ((entries.get(result) ?? indent + action) !== indent + action) isFit = false;
    entries.set(result, indent + action);
    back.set(entry, action);
    return result + end;
  };
  const text = raw.split('\n').map(lineOf).join('\n');
  if (!isFit || text.length !== raw.length || text.includes('{{') || text.includes('}}')) return undefined;
  return {
    text,
    unmasked: (other) =>
      other
        .split('\n')
        .map((line) => lineBack(line, back, entries))
        .join('\n'),
  };
}

/** Replaces each action of a line. */
function withNames(line: string, nameOf: (action: string) => string): string {
  let result = '';
  let from = 0;
  for (let at = line.indexOf('{{'); at >= 0; at = line.indexOf('{{', from)) {
    const end = line.indexOf('}}', at);
    if (end < 0) break;
    result += line.slice(from, at) + nameOf(line.slice(at, end + 2));
    from = end + 2;
  }
  return result + line.slice(from);
}

/** An action without its closing braces and without its `indent`. */
function withoutIndent(action: string): string {
  const inner = action.slice(0, action.endsWith('-}}') ? -3 : -2).trimEnd();
  const at = inner.lastIndexOf('|');
  return at > 0 && /^n?indent \d+$/.test(inner.slice(at + 1).trim()) ? inner.slice(0, at).trimEnd() : inner;
}

function lineBack(
  line: string,
  back: ReadonlyMap<string, string>,
  entries: ReadonlyMap<string, string>,
): string {
  const body = line.replace(/\r$/, '');
  const known = entries.get(body);
  if (known !== undefined) return known + line.slice(body.length);
  const entry = line.trim();
  const action = entry.startsWith('zk') ? back.get(entry) : undefined;
  if (action !== undefined) {
    const indent = line.indexOf(entry);
    return `${line.slice(0, indent)}${withoutIndent(action)} | nindent ${indent} }}`;
  }
  return line.replace(/#?z[cq][0-9a-z]{2}[-z]*/g, (name) => back.get(name) ?? longest(name, back));
}

/** The longest known name that these characters begin with. */
function longest(name: string, back: ReadonlyMap<string, string>): string {
  for (let end = name.length; end > 4; end--) {
    const action = back.get(name.slice(0, end));
    if (action !== undefined) return action + name.slice(end);
  }
  return name;
}

/** A template of Helm as YAML of the same length, and the way back. */
export interface Masked {
  readonly text: string;
  /** A text made of parts of it, as a template again. */
  unmasked(text: string): string;
}

/** Names for the actions of a chart: the same action has the same name in all of its templates. */
export class Names {
  private readonly byAction = new Map<string, string>();
  /** What stands for an action in any of the texts, and the action. */
  readonly back = new Map<string, string>();

  /** `zq07`, or undefined where there are too many. */
  of(kind: 'c' | 'k' | 'q', action: string): string | undefined {
    const key = `${kind}${action}`;
    let name = this.byAction.get(key);
    if (name === undefined && this.byAction.size < 36 ** 2)
      this.byAction.set(key, (name = `z${kind}${this.byAction.size.toString(36).padStart(2, '0')}`));
    return name;
  }
}

/** An action that decides what is rendered, and is nothing itself. */
const control = /^\{\{-?\s*(?:if|else|end|with|range|define|block|\/\*|\$\w+\s*:?=)/;
/**
 * Puts a name in the place of each action, a comment in that of a line of control, and an entry of a map in that of a line that
 * renders some. Undefined where an action takes several lines, or the text has such names itself.
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

/** A line with something else in the place of each action. */
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

/** An action without its end, and without how far it indents what it renders. */
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

/** A name with something behind it that looks like a part of it. */
function longest(name: string, back: ReadonlyMap<string, string>): string {
  for (let end = name.length; end > 4; end--) {
    const action = back.get(name.slice(0, end));
    if (action !== undefined) return action + name.slice(end);
  }
  return name;
}

/** A line of a Helm template with a key or an element of a list. */
export interface TemplateLine {
  /** The path of keys, its own last; elements of lists have none. */
  readonly keys: readonly string[];
  readonly hasKey: boolean;
  /** The value after the key, or the element. */
  readonly value: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  /** The lines below it, with the actions between them. */
  readonly inside: string[];
}

const keyed = /^(\s*(?:- +)*)("[^"]*"|'[^']*'|[^\s:#{}"'-][^\s:{}]*):(?:[ \t]([^]*))?$/;
const listElement = /^(\s*(?:- +)*- +)([^#\s][^]*)$/;

/** The lines of each document of a template, by indentation, because actions make it invalid YAML. */
export function templateDocuments(text: string): readonly (readonly TemplateLine[])[] {
  const documents: TemplateLine[][] = [[]];
  let open: { readonly line: TemplateLine; readonly column: number }[] = [];
  let offset = 0;
  for (const full of text.split('\n')) {
    const start = offset;
    offset += full.length + 1;
    const raw = full.replace(/\r$/, '');
    if (/^---(\s|$)/.test(raw)) {
      documents.push([]);
      open = [];
      continue;
    }
    if (raw.trim() === '' || /^\s*#/.test(raw)) continue;
    if (/^\s*\{\{.*\}\}\s*$/.test(raw)) {
      for (const { line } of open) line.inside.push(raw);
      continue;
    }
    const match = keyed.exec(raw) ?? listElement.exec(raw);
    if (!match) continue;
    const hasKey = keyed.test(raw);
    const column = match[1]?.length ?? 0;
    while ((open.at(-1)?.column ?? -1) >= column) open.pop();
    const above = open.at(-1)?.line.keys ?? [];
    const key = hasKey ? (match[2] ?? '').replace(/^["']|["']$/g, '') : undefined;
    const value = ((hasKey ? match[3] : match[2]) ?? '').trim();
    const keyStart = start + column;
    const keyEnd = keyStart + (match[2] ?? '').trimEnd().length;
    const line: TemplateLine = {
      keys: key === undefined ? above : [...above, key],
      hasKey,
      value,
      keyStart,
      keyEnd,
      valueStart: value === '' ? keyStart : start + raw.lastIndexOf(value),
      inside: [],
    };
    for (const outer of open) outer.line.inside.push(raw);
    open.push({ line, column });
    documents.at(-1)?.push(line);
  }
  return documents.filter((lines) => lines.length > 0);
}

/** The path of the one value that an action writes unchanged; undefined for any other expression. */
export function valuesPath(text: string): readonly string[] | undefined {
  if (/\b(include|template|tpl|ternary|printf|if|range|with|lookup)\b/.test(text)) return undefined;
  const paths = [...text.matchAll(/\.Values\.([\w.]+)/g)].map((match) => match[1]);
  return paths.length === 1 ? paths[0]?.split('.') : undefined;
}

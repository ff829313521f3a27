import path from 'node:path';
import { readFileSync } from '../../repository/files/disk.js';
import { readGraph } from '../../repository/graph/read-graph.js';
import { isPlainObject, type Manifest } from '../../constructs/manifests/manifest.js';
import type { Field } from '../../model/field.js';
import type { Remark } from '../../yaml/write/document.js';

/** The manifest of a file in `templates/new`, and the comments above its fields. */
interface ManifestTemplate {
  readonly manifest: Manifest;
  readonly remarks: readonly Remark[];
}

/** Templates are at the root of the package, beside `src` and `dist`. */
const folder = path.join(__dirname, '..', '..', '..', 'templates', 'new');

/**
 * Reads a template with values in place of `${name}`. Placeholders are replaced after parsing, because a service named `on` would be parsed
 * as a boolean, and `1e3` as a number.
 */
export function manifestTemplate(
  file: string,
  values: Readonly<Record<string, string | number>>,
): ManifestTemplate {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const fill = (part: string): string =>
    part.replaceAll(placeholder, (all, key: string) => String(values[key] ?? all));
  const [resource] = readGraph([{ path: `/${file}`, name: file, read: () => text }]).graph.resources;
  if (!resource) throw new Error(`${file} holds no resource.`);
  const lines = text.split('\n');
  const lineOf = (field: Field): number => text.slice(0, field.keyPlace.start).split('\n').length - 1;
  const remarks = fieldsBelow(resource.at()).flatMap((field): readonly Remark[] => {
    const above = commentAbove(lines, lineOf(field));
    return above === undefined
      ? []
      : [{ at: field.path.map((key) => (typeof key === 'string' ? fill(key) : key)), text: fill(above) }];
  });
  return { manifest: filledIn(resource.at().value, values, fill) as Manifest, remarks };
}

const placeholder = /\$\{(\w+)\}/g;

/** A string that is only a placeholder becomes the value, which may be a number. */
function filledIn(
  value: unknown,
  values: Readonly<Record<string, string | number>>,
  fill: (part: string) => string,
): unknown {
  if (typeof value === 'string') {
    const [, key] = /^\$\{(\w+)\}$/.exec(value) ?? [];
    return (key === undefined ? undefined : values[key]) ?? fill(value);
  }
  if (Array.isArray(value)) return value.map((item: unknown) => filledIn(item, values, fill));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [fill(key), filledIn(item, values, fill)]),
  );
}

/** All entries of maps, outer ones first. */
function fieldsBelow(field: Field): readonly Field[] {
  return [
    ...field.entries.flatMap((entry) => [entry, ...fieldsBelow(entry)]),
    ...field.items.flatMap(fieldsBelow),
  ];
}

function commentAbove(lines: readonly string[], line: number): string | undefined {
  const above: string[] = [];
  for (let at = line - 1; /^ *# /.test(lines[at] ?? ''); at -= 1)
    above.unshift((lines[at] ?? '').replace(/^ *# /, ''));
  return above.length === 0 ? undefined : above.join('\n');
}

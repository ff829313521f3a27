import type { Path } from '../../model/field.js';
import type { MapEntry, Node } from '../../model/node.js';

/**
 * The template of a generator, with its empty fields taken from that of the ApplicationSet, in structs field by field; a list is
 * one value.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/applicationset/generators/generator_spec_processor.go (mergeGeneratorTemplate)
 */
export function mergedTemplate(own: Node | undefined, general: Node | undefined): Node | undefined {
  if (!own || isZeroValue(own)) return general ?? own;
  if (!general || own.kind !== 'map' || general.kind !== 'map') return own;
  const entries = own.entries.map((entry): MapEntry => {
    const other = general.entries.find(({ key }) => key === entry.key)?.value;
    // Go has no struct fields for the values of a chart in it.
    const value = entry.key === 'valuesObject' ? entry.value : mergedTemplate(entry.value, other);
    return value ? { ...entry, value } : entry;
  });
  const further = general.entries.filter(({ key }) => !own.entries.some((entry) => entry.key === key));
  return { ...own, entries: [...entries, ...further] };
}

/** Whether a value is the zero value of its type in Go. */
function isZeroValue(node: Node): boolean {
  if (node.kind === 'scalar') return [null, undefined, '', 0, false].includes(node.value);
  return node.kind === 'list' ? node.items.length === 0 : node.entries.length === 0;
}

/** A key of a block map, by its indentation, with the rest of the line. */
const keyLine = /^( *)(- +)?(?:"([^"\n]+)"|'([^'\n]+)'|([\w./-]+))[ \t]*:(?:[ \t]+(\S.*))?$/;
/** A line that contains only actions, such as `{{- if .isProd }}`. */
const actionLine = /^\s*(?:\{\{[^{}]*\}\}\s*)+$/;

/**
 * The fields of an Application that a `templatePatch` may change, whatever its actions result in: paths, of which `[]` means
 * everything. A list is one value, and so is flow style.
 */
export function touchedByTemplatePatch(text: string): readonly Path[] {
  const touched = new Map<string, Path>();
  const add = (path: Path): Map<string, Path> => touched.set(JSON.stringify(path), path);
  let around: { readonly indent: number; readonly key: string }[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:#.*|---)?$/.test(line) || actionLine.test(line)) continue;
    const [, indent = '', dash, ...rest] = keyLine.exec(line) ?? [];
    const key = rest[0] ?? rest[1] ?? rest[2];
    const depth = key === undefined ? (/^ */.exec(line)?.[0].length ?? 0) : indent.length;
    const isItem = dash !== undefined || /^ *-(?: |$)/.test(line);
    // An item may have the indentation of its key.
    around = around.filter((outer) => outer.indent < depth || (isItem && outer.indent === depth));
    if (isItem || key === undefined) add(around.map((outer) => outer.key));
    else {
      around = [...around.filter((outer) => outer.indent < depth), { indent: depth, key }];
      // After `helm:` or `values: |`, the following lines are part of it.
      if (rest[3] !== undefined) add(around.map((outer) => outer.key));
    }
  }
  const all = [...touched.values()];
  return all.filter(
    (path) =>
      !all.some((other) => other.length < path.length && other.every((step, at) => step === path[at])),
  );
}

import type { Path } from '../../model/field.js';
import type { MapEntry, Node } from '../../model/node.js';

/**
 * The template of a generator with what it leaves open from that of the ApplicationSet. What is empty there is taken from here, in
 * structs field by field; a list is one value.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/applicationset/generators/generator_spec_processor.go (mergeGeneratorTemplate)
 */
export function mergedTemplate(own: Node | undefined, general: Node | undefined): Node | undefined {
  if (!own || isEmpty(own)) return general ?? own;
  if (!general || own.kind !== 'map' || general.kind !== 'map') return own;
  const entries = own.entries.map((entry): MapEntry => {
    const other = general.entries.find(({ key }) => key === entry.key)?.value;
    // What values of a chart are in it is nothing that Go has a field for.
    const value = entry.key === 'valuesObject' ? entry.value : mergedTemplate(entry.value, other);
    return value ? { ...entry, value } : entry;
  });
  const further = general.entries.filter(({ key }) => !own.entries.some((entry) => entry.key === key));
  return { ...own, entries: [...entries, ...further] };
}

/** Whether Go has nothing but the zero of a type for it. */
function isEmpty(node: Node): boolean {
  if (node.kind === 'scalar') return [null, undefined, '', 0, false].includes(node.value);
  return node.kind === 'list' ? node.items.length === 0 : node.entries.length === 0;
}

/** A key of a block map, by its indentation, with what stands behind it. */
const keyLine = /^( *)(- +)?(?:"([^"\n]+)"|'([^'\n]+)'|([\w./-]+))[ \t]*:(?:[ \t]+(\S.*))?$/;
/** A line of nothing but actions, such as `{{- if .isProd }}`. */
const actionLine = /^\s*(?:\{\{[^{}]*\}\}\s*)+$/;

/**
 * What a `templatePatch` may change of an Application, whatever its actions make of it: paths, of which `[]` is everything. A list is
 * one value, and so is what is not written line by line.
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
    // An item may stand below its key without being indented.
    around = around.filter((outer) => outer.indent < depth || (isItem && outer.indent === depth));
    if (isItem || key === undefined) add(around.map((outer) => outer.key));
    else {
      around = [...around.filter((outer) => outer.indent < depth), { indent: depth, key }];
      // Behind `helm:` or `values: |` more follows, which is a part of it or it.
      if (rest[3] !== undefined) add(around.map((outer) => outer.key));
    }
  }
  const all = [...touched.values()];
  return all.filter(
    (path) =>
      !all.some((other) => other.length < path.length && other.every((step, at) => step === path[at])),
  );
}

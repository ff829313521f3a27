import type { Path } from '../../model/field.js';
import type { Node } from '../../model/node.js';
import type { Source } from '../../model/source.js';
import { valueFiles } from '../../kubernetes/kinds/helm-values.js';
import type { SchemaProblem } from '../../kubernetes/schemas/schema.js';
import type { PlainSchema } from '../../kubernetes/schemas/own.js';
import type { HelmUnit } from '../../repository/render/plan.js';
import type { CheckedValues } from '../../repository/template/chart.js';
import { parseTree } from '../../yaml/parse/tree.js';
import { JsonSchemas } from '../project/json-schema.js';

/** How many problems of a release are told. */
const mostRefused = 5;
/** The longest schema that is read. */
const longestSchema = 500_000;

/**
 * Holds the values of charts against their `values.schema.json`, as Helm does before it renders. The work of all schemas of a run is
 * bounded; a schema that cannot be decided, such as one that refers to another file or address, says nothing.
 * https://github.com/helm/helm/blob/v3.19.0/pkg/chartutil/jsonschema.go
 */
export class ValuesSchemas {
  private readonly schemas = new JsonSchemas();
  private readonly known = new Map<string, PlainSchema | undefined>();

  /** Why Helm refuses the values of a release, a sentence each. */
  refusals(unit: HelmUnit, checked: readonly CheckedValues[], sources: readonly ValueSource[]): string[] {
    const isComplete = hasAllValues(unit);
    const found = checked.flatMap((one) =>
      this.problems(one).flatMap((problem) => {
        // A release may give what the files of the chart leave out or leave empty.
        if (!isComplete && !isOfWritten(problem)) return [];
        const path = [...one.within, ...problem.path];
        const where = placeOfValue(path, sources) ?? unit.name;
        return `${where}: ${refusalWords(problem, path)} in values.schema.json of chart "${one.name}", so Helm refuses to render the chart.`;
      }),
    );
    return [...new Set(found)].slice(0, mostRefused);
  }

  private problems({ schema, values, open }: CheckedValues): readonly SchemaProblem[] {
    const judged = this.schemaOf(schema)?.problems(values);
    if (!judged || 'why' in judged) return [];
    // Drafts differ in whether a format is checked, and releases of Helm in what a null of a chart's own values is.
    return judged.filter(
      ({ keyword, actual, path }) =>
        keyword !== 'format' && actual !== 'null' && !(path.length > 0 && open.has(String(path[0]))),
    );
  }

  private schemaOf(text: string): PlainSchema | undefined {
    if (text.length > longestSchema) return undefined;
    if (!this.known.has(text)) {
      const read = this.schemas.read(jsonOfSchema(text), () => true, text.length);
      this.known.set(text, 'why' in read ? undefined : read);
    }
    return this.known.get(text);
  }
}

/** Whether the values are all that the release has: those of its Application, of which none is from another repository. */
function hasAllValues({ deployer, values }: HelmUnit): boolean {
  if (!deployer || deployer.at('helm', 'fileParameters').exists) return false;
  const names = valueFiles(deployer);
  const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  return (
    names.length === values.length && names.every((name, index) => baseOf(name) === baseOf(values[index]!))
  );
}

/** Whether a problem is of a value that is written, whatever else a release sets. */
function isOfWritten({ keyword, actual }: SchemaProblem): boolean {
  return keyword === 'type' || keyword === 'unknown' || (keywordsOfTexts.includes(keyword) && actual !== '');
}

const keywordsOfTexts: readonly SchemaProblem['keyword'][] = ['enum', 'pattern'];

/** A file with values, or what an Application says beside files. */
export interface ValueSource {
  readonly name: string;
  readonly text: string;
}

/** The files among some that can be read. */
export function valueSources(sources: readonly (Source | undefined)[]): ValueSource[] {
  return sources.flatMap((source) => (source ? [{ name: source.name, text: source.read() }] : []));
}

/** Lint says of a file that is not JSON. */
function jsonOfSchema(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function refusalWords(
  { keyword, name, expected, actual, known = [], nearest }: SchemaProblem,
  path: Path,
): string {
  const value = path.length === 0 ? 'the values' : `value ${path.join('.')}`;
  switch (keyword) {
    case 'unknown':
      return `${value} is unknown${nearest === undefined ? '' : ` (did you mean "${nearest}"?)`}`;
    case 'required':
      return `${value} must have "${name}"`;
    case 'type':
      return `${value} is ${actual} and must be ${expected}`;
    case 'enum':
      return `${value} is "${actual}" and must be one of ${known.join(', ')}`;
    case 'pattern':
      return `${value} is "${actual}" and must be of the form ${expected}`;
    default:
      return `${value} must ${expected}`;
  }
}

/** The file and line that say a value, or the last map around it that some file has: later files win. */
function placeOfValue(path: Path, sources: readonly ValueSource[]): string | undefined {
  for (const { name, text } of sources.toReversed()) {
    const at = offsetOf(parseTree(text, 0, text.length).root, path);
    if (at !== undefined) return `${name}:${text.slice(0, at).split('\n').length}`;
  }
  return undefined;
}

function offsetOf(root: Node | undefined, path: Path): number | undefined {
  let node = root;
  let at: number | undefined;
  for (const step of path) {
    const entry = node?.kind === 'map' ? node.entries.find(({ key }) => key === step) : undefined;
    const next = entry?.value ?? (node?.kind === 'list' ? node.items[Number(step)] : undefined);
    if (!next) return undefined;
    at = entry?.keyStart ?? next.start;
    node = next;
  }
  return at;
}

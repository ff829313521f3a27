import path from 'node:path';
import { isList, isMap } from '../../kubernetes/objects/json.js';
import { readDefinition } from '../../kubernetes/definitions/definition.js';
import { discover } from '../../repository/files/discover.js';
import { readGraph } from '../../repository/graph/read-graph.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import type { Note } from '../../report/report.js';
import type { OwnSchemas, PlainSchema } from '../../kubernetes/schemas/own.js';
import { JsonSchemas } from './json-schema.js';

/** The user's schemas, and notes about unusable ones. */
export interface GivenSchemas {
  readonly schemas: OwnSchemas;
  /** The files that contain them. */
  readonly files: readonly string[];
  readonly failures: readonly Note[];
}

/** Reads CustomResourceDefinitions and JSON schemas in the user's folders, which are relative to a working folder. */
export function readOwnSchemas(
  folders: readonly string[],
  workingFolder: string,
  descriptor?: number,
): GivenSchemas {
  const { sources, failures } = discover(folders, workingFolder, { stdin: descriptor });
  const told: Note[] = [...failures];
  const plain: PlainSchema[] = [];
  const schemas = new JsonSchemas();
  const manifests: Source[] = [];
  for (const source of sources) {
    const { value, length } = jsonOf(source) ?? { value: undefined, length: 0 };
    if (value === undefined || isManifest(value)) {
      manifests.push(source);
      continue;
    }
    const isFor = meantBy(value, source.path);
    const schema = isFor ? schemas.read(value, isFor, length) : { why: unnamed };
    if ('why' in schema) told.push({ message: `${source.name} cannot be used as a schema: ${schema.why}.` });
    else plain.push(schema);
  }
  const definitions = definitionsIn(manifests, told);
  if (definitions.length + plain.length === 0 && told.length === 0)
    told.push({
      message: `${folders.join(', ')}: no CustomResourceDefinition or JSON schema was found.`,
    });
  return { schemas: { definitions, plain }, files: sources.map((source) => source.path), failures: told };
}

const unnamed =
  'its kind is unknown; name the file after the kind, such as example.com/widget_v1.json or widget-example-v1.json, or add "x-kubernetes-group-version-kind"';

function definitionsIn(sources: readonly Source[], told: Note[]): readonly Resource[] {
  const read = readGraph(sources, { isNamed: () => true });
  for (const { source, error } of read.unreadable)
    told.push({
      message: `${source.name} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    });
  return read.graph.given.filter((resource) => {
    if (resource.kind !== 'CustomResourceDefinition') return false;
    const definition = readDefinition(resource.at().value, { left: 1_000_000 });
    const why = definition
      ? definition.served.flatMap((name) => {
          const version = definition.version(name);
          return 'why' in version ? [version.why] : [];
        })[0]
      : 'it serves no version';
    if (why !== undefined)
      told.push({
        message: `${resource.source.name}: CustomResourceDefinition "${resource.name}" cannot be used: ${why}.`,
      });
    return why === undefined;
  });
}

/** The content of a JSON file with the length of its text; undefined for other files. */
function jsonOf(source: Source): { readonly value: unknown; readonly length: number } | undefined {
  if (!source.path.endsWith('.json')) return undefined;
  try {
    const text = source.read();
    return { value: JSON.parse(text) as unknown, length: text.length };
  } catch {
    return undefined;
  }
}

function isManifest(value: unknown): boolean {
  return isMap(value) && typeof value['kind'] === 'string' && typeof value['apiVersion'] === 'string';
}

/**
 * The kind that a schema describes, from the schema itself as in those of Kubernetes, or from the file name as in
 * catalogs (`example.com/widget_v1.json`) and kubeconform (`widget-example-v1.json`).
 */
function meantBy(schema: unknown, file: string): PlainSchema['isFor'] | undefined {
  const written = isMap(schema) ? schema['x-kubernetes-group-version-kind'] : undefined;
  const kinds = (isList(written) ? written : []).filter(isMap);
  if (kinds.length > 0)
    return ({ group, version, kind }) =>
      kinds.some(
        (one) => (one['group'] ?? '') === group && one['version'] === version && one['kind'] === kind,
      );
  const [folder, name] = [path.basename(path.dirname(file)), path.basename(file, '.json').toLowerCase()];
  const [, ofCatalog, itsVersion] = /^([a-z0-9]+)_(v\d\w*)$/.exec(name) ?? [];
  if (ofCatalog !== undefined)
    return ({ group, version, kind }) =>
      group === folder && kind.toLowerCase() === ofCatalog && version === itsVersion;
  if (!/^[a-z0-9]+(?:-[a-z0-9.]+)?-v\d[a-z0-9]*$/.test(name)) return undefined;
  return ({ group, version, kind }) =>
    [kind, ...(group === '' ? [] : [group.split('.')[0]!]), version].join('-').toLowerCase() === name ||
    [kind, ...(group === '' ? [] : [group]), version].join('-').toLowerCase() === name;
}

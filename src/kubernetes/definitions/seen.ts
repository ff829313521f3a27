import { isMap, type JsonMap } from '../objects/json.js';
import type { MapNode, Node } from '../../model/node.js';

/** The schema of a field, by its name or among additional properties; undefined if unknown. */
export function structureOf(within: JsonMap | undefined, name: string): JsonMap | undefined {
  const properties = within?.['properties'];
  const own = isMap(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const found = own ?? within?.['additionalProperties'];
  return isMap(found) ? found : undefined;
}

/**
 * A field after the API server has removed nulls and filled in defaults: the value in the manifest, `true` for a default, and
 * undefined if absent.
 */
export function fieldIn(node: MapNode, name: string, within: JsonMap): Node | true | undefined {
  const entry = node.entries.find(({ key }) => key === name);
  const structure = structureOf(within, name);
  if (entry && !isDropped(entry.value, structure)) return entry.value;
  return hasDefault(structure) ? true : undefined;
}

/** The number of fields after that. */
export function fieldCount(node: Node, within: JsonMap): number {
  if (node.kind !== 'map') return 0;
  const { properties } = within;
  const names = new Set(node.entries.map(({ key }) => key));
  if (isMap(properties)) for (const name of Object.keys(properties)) names.add(name);
  const isClosed =
    within['additionalProperties'] === undefined && within['x-kubernetes-preserve-unknown-fields'] !== true;
  return [...names].filter(
    (name) =>
      fieldIn(node, name, within) !== undefined && !(isClosed && structureOf(within, name) === undefined),
  ).length;
}

function isDropped(value: Node, structure: JsonMap | undefined): boolean {
  return (
    value.kind === 'scalar' &&
    value.value === null &&
    structure?.['nullable'] !== true &&
    structure !== undefined
  );
}

function hasDefault(structure: JsonMap | undefined): boolean {
  return structure?.['default'] !== undefined && structure['default'] !== null;
}

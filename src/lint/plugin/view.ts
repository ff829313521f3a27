import type { Graph } from '../../repository/graph/graph.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { PluginField, PluginGraph, PluginObject, PluginTarget } from './plugin.js';

/** Errors thrown by rolloutkit inside of a call from a plugin. */
const own = new WeakSet();

/** Whether an error was thrown by rolloutkit, not by the plugin. */
export function isOwnError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && own.has(error);
}

/** Runs a call from a plugin, and marks its errors as those of rolloutkit. */
export function ask<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (typeof error === 'object' && error !== null) own.add(error);
    throw error;
  }
}

/** Throws for an invalid argument of the plugin. */
function wrong(what: string): never {
  throw new TypeError(what);
}

/** The same object always gets the same view. */
const objects = new WeakMap<Resource, ObjectView>();

function viewOf(resource: Resource): ObjectView {
  let view = objects.get(resource);
  if (!view) objects.set(resource, (view = new ObjectView(resource)));
  return view;
}

class ObjectView implements PluginObject {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  static resourceOf(view: unknown): Resource | undefined {
    return typeof view === 'object' && view !== null && #resource in view ? view.#resource : undefined;
  }

  get apiVersion(): string {
    return this.#resource.apiVersion;
  }

  get group(): string {
    return this.#resource.group;
  }

  get kind(): string {
    return this.#resource.kind;
  }

  get name(): string {
    return this.#resource.name;
  }

  get namespace(): string | undefined {
    return this.#resource.namespace;
  }

  get file(): string {
    return this.#resource.source.name;
  }

  at(...path: readonly (string | number)[]): FieldView {
    const steps = checkedPath(path);
    return new FieldView(ask(() => this.#resource.at(...steps)));
  }
}

class FieldView implements PluginField {
  readonly #field: Field;

  constructor(field: Field) {
    this.#field = field;
  }

  static fieldOf(view: unknown): Field | undefined {
    return typeof view === 'object' && view !== null && #field in view ? view.#field : undefined;
  }

  get object(): ObjectView {
    return viewOf(this.#field.resource);
  }

  get path(): readonly (string | number)[] {
    return this.#field.path;
  }

  get key(): string | number {
    return this.#field.key;
  }

  get exists(): boolean {
    return this.#field.exists;
  }

  get shape(): PluginField['shape'] {
    return this.#field.shape;
  }

  get value(): unknown {
    return this.#field.value;
  }

  get text(): string | undefined {
    return this.#field.text;
  }

  get number(): number | undefined {
    return this.#field.number;
  }

  get boolean(): boolean | undefined {
    return this.#field.boolean;
  }

  get items(): readonly FieldView[] {
    return this.#field.items.map((field) => new FieldView(field));
  }

  get entries(): readonly FieldView[] {
    return this.#field.entries.map((field) => new FieldView(field));
  }

  get strings(): Readonly<Record<string, string>> {
    return this.#field.strings;
  }

  at(...path: readonly (string | number)[]): FieldView {
    return new FieldView(this.#field.along(checkedPath(path)));
  }
}

/** The graph as a plugin sees it. */
export class GraphView implements PluginGraph {
  readonly #graph: Graph;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  get objects(): readonly PluginObject[] {
    return this.#graph.resources.map(viewOf);
  }

  ofKind(kind: string, group?: string): readonly PluginObject[] {
    return this.#graph.ofKind(kind, group).map(viewOf);
  }

  find(from: PluginField | PluginObject, to: PluginTarget): PluginObject | undefined {
    const reference = { from: fieldOf(from), to: checkedTarget(to) };
    const found = ask(() => this.#graph.find(reference));
    return found && viewOf(found);
  }

  isAbsent(from: PluginField | PluginObject, to: PluginTarget): boolean {
    const reference = { from: fieldOf(from), to: checkedTarget(to) };
    return ask(() => this.#graph.isAbsent(reference));
  }

  beside(object: PluginObject, kind: string, group: string): readonly PluginObject[] {
    const resource = resourceOf(object);
    return ask(() => this.#graph.companions(resource, { group, kind })).map(viewOf);
  }

  namespaceOf(object: PluginObject): string | undefined {
    const resource = resourceOf(object);
    return ask(() => this.#graph.namespace(resource));
  }

  podTemplate(rollout: PluginObject): PluginField | undefined {
    const resource = resourceOf(rollout);
    const field = ask(() => this.#graph.podTemplate(resource));
    return field && new FieldView(field);
  }
}

/** The field behind a view of a field or an object. */
export function fieldOf(view: unknown): Field {
  const field = FieldView.fieldOf(view);
  if (field) return field;
  const resource = ObjectView.resourceOf(view);
  if (resource) return ask(() => resource.at());
  return wrong('a field or an object of the graph is expected.');
}

function resourceOf(view: unknown): Resource {
  return ObjectView.resourceOf(view) ?? wrong('an object of the graph is expected.');
}

function checkedPath(path: readonly unknown[]): readonly (string | number)[] {
  for (const step of path)
    if (typeof step !== 'string' && !(Number.isSafeInteger(step) && (step as number) >= 0))
      wrong('the steps of a path are keys and indices.');
  return path as readonly (string | number)[];
}

function checkedTarget(to: PluginTarget): PluginTarget {
  const { group, kind, name, namespace } = to;
  if (![group, kind, name].every(isText) || (namespace !== undefined && !isText(namespace)))
    wrong('a target has the strings "group", "kind" and "name", and optionally "namespace".');
  return { group, kind, name, ...(namespace !== undefined && { namespace }) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

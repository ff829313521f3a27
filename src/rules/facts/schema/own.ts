import { memoize } from '../../../model/memo.js';
import { judge, judgeChange, type Refusal } from '../../../kubernetes/cel/judge.js';
import { isList, isMap } from '../../../kubernetes/objects/json.js';
import {
  type Definition,
  readDefinition,
  type Unusable,
  type Version,
} from '../../../kubernetes/definitions/definition.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { append } from '../../../model/multimap.js';
import { isPlaceholder } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';
import { knownVersions, looseSchemaFor } from '../../../kubernetes/schemas/load.js';
import type { OwnSchemas } from '../../../kubernetes/schemas/own.js';
import type { SchemaProblem } from '../../../kubernetes/schemas/schema.js';
import { type LocatedProblem, located } from './problems.js';

/** What definitions of users say of the objects of their kinds. */
export interface OwnKinds {
  readonly problems: readonly LocatedProblem[];
  readonly refused: readonly { readonly resource: Resource; readonly refusals: readonly Refusal[] }[];
  /** Objects in versions that no definition of their kind serves. */
  readonly unserved: readonly { readonly resource: Resource; readonly served: readonly string[] }[];
  /** Definitions by which objects could not be checked, and why. */
  readonly unusable: readonly {
    readonly definition: Resource;
    readonly kind: string;
    readonly why: string;
  }[];
  /** By what not all objects could be checked, for it takes more work than it may. */
  readonly exceeded: readonly string[];
}

const crd = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' } as const;

/** A definition with the manifest that it stands in. */
interface Defined {
  readonly manifest: Resource;
  readonly definition: Definition;
}

/**
 * What is wrong with objects by the definitions that are found among the manifests or given. Where several define one kind, such
 * as two releases of an operator, only what all of them refuse is told. Kinds whose schema we have ourselves are left to that.
 */
export const ownKinds = memoize((graph: Graph): OwnKinds => new OwnJudge(graph));

/** What definitions of users refuse of changes of objects, each with the object before. */
export function refusedChangesOfOwn(
  graph: Graph,
  before: (resource: Resource) => Resource | undefined,
): OwnKinds['refused'] {
  return new OwnJudge(graph, before).refused;
}

class OwnJudge implements OwnKinds {
  readonly problems: LocatedProblem[] = [];
  readonly refused: { resource: Resource; refusals: readonly Refusal[] }[] = [];
  readonly unserved: { resource: Resource; served: readonly string[] }[] = [];
  readonly unusable: { definition: Resource; kind: string; why: string }[] = [];
  /** What may be done for all objects together, in steps of evaluation and of validation. */
  private readonly steps = { rules: { left: 20_000_000 }, schemas: { left: 20_000_000 } };
  private readonly tooMuch = new Set<string>();
  private readonly told = new Set<Resource>();
  private readonly open = new Map<Resource, boolean>();

  constructor(
    graph: Graph,
    private readonly before?: (resource: Resource) => Resource | undefined,
  ) {
    const { definitions: given = [], plain = [] } = graph.ownSchemas ?? {};
    // What was once taken out of a cluster, such as for a generator of code, does not say what is served today.
    const taken = new Set(graph.undeployed.live);
    const found = graph.given.filter((resource) => isDefinition(resource) && !taken.has(resource));
    if (given.length + found.length + plain.length === 0) return;
    const objects = objectsOf(graph, [...given, ...found], plain);
    const [bySchemas, byManifests] = [this.definitionsIn(given, objects), this.definitionsIn(found, objects)];
    for (const [key, resources] of objects.byKind) {
      const defined = bySchemas.get(key) ?? byManifests.get(key);
      for (const resource of resources) {
        if (!resource.isReadable) continue;
        if (defined) this.judge(resource, defined);
        const schema = defined ? undefined : plain.find((one) => one.isFor(resource));
        if (schema) this.judgePlainly(resource, schema);
      }
    }
  }

  get exceeded(): readonly string[] {
    return [...this.tooMuch];
  }

  private judgePlainly(resource: Resource, schema: OwnSchemas['plain'][number]): void {
    const problems = schema.problems(resource.at().value);
    if (!('why' in problems)) this.problems.push(...located(resource, problems));
    else if (problems.isTooMuch) this.tooMuch.add(`the JSON schema of ${resource.kind}`);
  }

  private definitionsIn(
    manifests: readonly Resource[],
    { groups }: Objects,
  ): ReadonlyMap<string, readonly Defined[]> {
    const byKind = new Map<string, Defined[]>();
    for (const manifest of manifests) {
      if (!groups.has(groupOf(manifest)) || !manifest.isReadable) continue;
      const definition = readDefinition(manifest.at().value, this.steps.schemas);
      if (definition) append(byKind, `${definition.group}/${definition.kind}`, { manifest, definition });
    }
    return byKind;
  }

  private judge(resource: Resource, defined: readonly Defined[]): void {
    const { version } = resource;
    const open = defined.find(({ manifest }) => this.isOpen(manifest));
    if (open) {
      this.tell(open, 'something else fills in a part of it');
      return;
    }
    const serving = defined.filter(({ definition }) => definition.served.includes(version));
    if (serving.length === 0) {
      const served = [...new Set(defined.flatMap(({ definition }) => definition.served))];
      this.unserved.push({ resource, served });
      return;
    }
    // Another release does not have the version: whether it knows another field in its place is its own matter.
    const judged = serving.map((one) => this.judgedBy(resource, one));
    const [first = [], ...others] = judged.map((one) => one?.problems ?? []);
    const problems = first.filter((problem) =>
      others.every((all) => all.some((one) => isSame(one, problem))),
    );
    this.problems.push(...located(resource, problems));
    const [own = [], ...theirs] = judged.map((one) => one?.refusals ?? []);
    const refusals = own.filter((refusal) =>
      theirs.every((all) => all.some((one) => JSON.stringify(one) === JSON.stringify(refusal))),
    );
    if (refusals.length > 0) this.refused.push({ resource, refusals });
  }

  private judgedBy(
    resource: Resource,
    { manifest, definition }: Defined,
  ): { readonly problems: readonly SchemaProblem[]; readonly refusals: readonly Refusal[] } | undefined {
    const unusable = ({ why, isTooMuch }: Unusable): undefined =>
      isTooMuch ? this.exceed(manifest) : this.tell({ manifest, definition }, why);
    const version = definition.version(resource.version);
    if ('why' in version) return unusable(version);
    const problems = version.problems(resource.root);
    if ('why' in problems) return unusable(problems);
    // The API server asks no rules of what has not the right types.
    const isAsked = problems.every(({ keyword }) => keyword === 'unknown');
    return { problems, refusals: isAsked ? this.refusalsOf(version, resource, manifest) : [] };
  }

  private exceed({ name }: Resource): undefined {
    this.tooMuch.add(`CustomResourceDefinition "${name}"`);
  }

  private tell({ manifest, definition }: Defined, why: string): undefined {
    if (this.told.has(manifest)) return;
    this.told.add(manifest);
    this.unusable.push({ definition: manifest, kind: definition.kind, why });
  }

  /** Whether a part of a definition may become anything: nobody knows what it asks then. */
  private isOpen(manifest: Resource): boolean {
    let is = this.open.get(manifest);
    if (is === undefined) this.open.set(manifest, (is = hasPlaceholder(manifest.at('spec').value)));
    return is;
  }

  private refusalsOf({ schema }: Version, resource: Resource, manifest: Resource): readonly Refusal[] {
    const value = resource.at().value;
    const before = this.before?.(resource);
    if (this.before && !before?.isReadable) return [];
    const { refusals, isCut } = before
      ? judgeChange(schema, value, before.at().value, this.steps.rules)
      : judge(schema, value, this.steps.rules);
    if (isCut) this.exceed(manifest);
    return refusals;
  }
}

interface Objects {
  /** The groups of definitions that there is an object of. */
  readonly groups: ReadonlySet<string>;
  readonly byKind: ReadonlyMap<string, readonly Resource[]>;
}

/** The objects of kinds that may be defined, and that we know nothing of ourselves. */
function objectsOf(graph: Graph, manifests: readonly Resource[], plain: OwnSchemas['plain']): Objects {
  const defined = new Set(manifests.map(groupOf));
  const [groups, byKind] = [new Set<string>(), new Map<string, Resource[]>()];
  for (const resource of graph.resources) {
    const { group, kind } = resource;
    if (!defined.has(group) && !plain.some((one) => one.isFor(resource))) continue;
    if (isShipped(group, kind)) continue;
    groups.add(group);
    append(byKind, `${group}/${kind}`, resource);
  }
  return { groups, byKind };
}

function isShipped(group: string, kind: string): boolean {
  return knownVersions(group, kind).length > 0 || looseSchemaFor(group, kind) !== undefined;
}

function isDefinition({ group, kind, version }: Resource): boolean {
  return kind === crd.kind && group === crd.group && version === 'v1';
}

/** A definition is called by the plural of its kind and its group: `widgets.example.com`. */
function groupOf({ name }: Resource): string {
  return name.slice(name.indexOf('.') + 1);
}

/** Words for people, which may look like anything. */
const prose: ReadonlySet<string> = new Set(['description', 'title']);

/** Expressions, in which `<` and `$` have meanings of their own. */
const expressions: ReadonlySet<string> = new Set(['pattern', 'rule', 'message', 'messageExpression']);

/** What no expression and no name of a field is by itself. */
const filled = /\$\{[A-Za-z_]|\{\{/;

function hasPlaceholder(value: unknown, key = ''): boolean {
  if (typeof value === 'string')
    return !prose.has(key) && (expressions.has(key) ? filled.test(value) : isPlaceholder(value));
  if (isList(value)) return value.some((item) => hasPlaceholder(item, key));
  return (
    isMap(value) &&
    Object.entries(value).some(([name, inner]) => filled.test(name) || hasPlaceholder(inner, name))
  );
}

function isSame(left: SchemaProblem, right: SchemaProblem): boolean {
  return (
    left.keyword === right.keyword &&
    left.name === right.name &&
    left.path.length === right.path.length &&
    left.path.every((part, index) => part === right.path[index])
  );
}

import { memoize } from '../../../model/memo.js';
import { judge, judgeChange, type CelRefusal } from '../../../kubernetes/cel/judge.js';
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

/** The results of checking objects against the user's CRDs. */
export interface OwnKinds {
  readonly problems: readonly LocatedProblem[];
  readonly refused: readonly { readonly resource: Resource; readonly refusals: readonly CelRefusal[] }[];
  /** Objects in versions that no CRD of their kind serves. */
  readonly unserved: readonly { readonly resource: Resource; readonly served: readonly string[] }[];
  /** CRDs that could not be used to check objects, and why. */
  readonly unusable: readonly {
    readonly definition: Resource;
    readonly kind: string;
    readonly why: string;
  }[];
  /** CRDs with which not all objects were checked, because that exceeds the allowed work. */
  readonly exceeded: readonly string[];
}

const crd = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' } as const;

/** A CRD with its manifest. */
interface Defined {
  readonly manifest: Resource;
  readonly definition: Definition;
}

/**
 * Errors in objects by the CRDs among the manifests or passed in. If several define one kind, such as two releases of an
 * operator, only errors by all of them count. Kinds with a built-in schema are left out.
 */
export const ownKinds = memoize((graph: Graph): OwnKinds => new OwnJudge(graph));

/** Changes of objects that the user's CRDs refuse, each with the object before. */
export function refusedChangesOfOwn(
  graph: Graph,
  before: (resource: Resource) => Resource | undefined,
): OwnKinds['refused'] {
  return new OwnJudge(graph, before).refused;
}

class OwnJudge implements OwnKinds {
  readonly problems: LocatedProblem[] = [];
  readonly refused: { resource: Resource; refusals: readonly CelRefusal[] }[] = [];
  readonly unserved: { resource: Resource; served: readonly string[] }[] = [];
  readonly unusable: { definition: Resource; kind: string; why: string }[] = [];
  /** The allowed work for all objects together, in steps of evaluation and of validation. */
  private readonly steps = { rules: { left: 20_000_000 }, schemas: { left: 20_000_000 } };
  private readonly tooMuch = new Set<string>();
  private readonly told = new Set<Resource>();
  private readonly open = new Map<Resource, boolean>();

  constructor(
    graph: Graph,
    private readonly before?: (resource: Resource) => Resource | undefined,
  ) {
    const { definitions: given = [], plain = [] } = graph.ownSchemas ?? {};
    // A CRD once exported from a cluster, such as for a code generator, may no longer be what the cluster serves.
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
      if (!groups.has(definedGroup(manifest)) || !manifest.isReadable) continue;
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
    // Releases without the version say nothing about its fields.
    const judged = serving.map((one) => this.judgedBy(resource, one));
    const [first = [], ...others] = judged.map((one) => one?.problems ?? []);
    const problems = first.filter((problem) =>
      others.every((all) => all.some((one) => isSameProblem(one, problem))),
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
  ): { readonly problems: readonly SchemaProblem[]; readonly refusals: readonly CelRefusal[] } | undefined {
    const unusable = ({ why, isTooMuch }: Unusable): undefined =>
      isTooMuch ? this.exceed(manifest) : this.tell({ manifest, definition }, why);
    const version = definition.version(resource.version);
    if ('why' in version) return unusable(version);
    const problems = version.problems(resource.root);
    if ('why' in problems) return unusable(problems);
    // The API server evaluates no rules for values of the wrong type.
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

  /** Whether a part of a CRD has placeholders, so that its requirements are unknown. */
  private isOpen(manifest: Resource): boolean {
    let is = this.open.get(manifest);
    if (is === undefined) this.open.set(manifest, (is = hasPlaceholder(manifest.at('spec').value)));
    return is;
  }

  private refusalsOf({ schema }: Version, resource: Resource, manifest: Resource): readonly CelRefusal[] {
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
  /** The groups of CRDs that any object belongs to. */
  readonly groups: ReadonlySet<string>;
  readonly byKind: ReadonlyMap<string, readonly Resource[]>;
}

/** The objects of kinds that a CRD may define and that have no built-in schema. */
function objectsOf(graph: Graph, manifests: readonly Resource[], plain: OwnSchemas['plain']): Objects {
  const defined = new Set(manifests.map(definedGroup));
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

/** The name of a CRD consists of the plural of its kind and its group: `widgets.example.com`. */
function definedGroup({ name }: Resource): string {
  return name.slice(name.indexOf('.') + 1);
}

/** Keys with free text, which may contain anything. */
const prose: ReadonlySet<string> = new Set(['description', 'title']);

/** Keys with expressions, in which `<` and `$` have meanings of their own. */
const expressions: ReadonlySet<string> = new Set(['pattern', 'rule', 'message', 'messageExpression']);

/** Matches placeholders that are not part of an expression or a name. */
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

function isSameProblem(left: SchemaProblem, right: SchemaProblem): boolean {
  return (
    left.keyword === right.keyword &&
    left.name === right.name &&
    left.path.length === right.path.length &&
    left.path.every((part, index) => part === right.path[index])
  );
}

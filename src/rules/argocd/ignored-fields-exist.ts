import { unknownField, waysOfExpression, waysOfPointer, type WayStep } from '../../argocd/ignored-way.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { didYouMean, nearestName } from '../../model/nearest-name.js';
import { partTo, removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import {
  entriesIn,
  isTemplated,
  objectsOf,
  placeOf,
  type DeclaredEntry,
  type Written,
} from '../facts/argocd/entries.js';
import { momentsOf } from '../facts/argocd/moments.js';
import { routedBy } from '../facts/argocd/routed.js';

export default typedRule({
  meta: {
    name: 'argocd/ignored-fields-exist',
    description:
      'Require ignored fields to exist in the kind, and ignored list elements to exist in the object.',
    why: 'A path that selects nothing silently ignores nothing, so the differences still show as OutOfSync.',
    consequence: 'no-effect',
    severity: 'warning',
    otherwise: {
      beyond: {
        when: 'For an index that is not in the list of Git',
        consequence: 'no-effect',
        why: 'The path ignores nothing until Git has so many elements, and would hide that one then.',
        severity: 'info',
      },
    },
    messages: {
      unknown: '{kind} has no field "{field}"{where}, so "{path}" never matches.{hint}',
      beyond: '{list} of {kind} "{name}" has {count} in Git, so "{path}" ignores nothing; remove it.',
      unnamed:
        'No element of {list} in {kind} "{name}" has the {key} "{value}", neither in Git nor during an update, so "{path}" never matches; did you mean "{right}"?',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/#application-level-configuration',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go',
    ],
  },

  check({ graph, report }) {
    for (const entry of entriesIn(graph))
      for (const written of [...entry.pointers, ...entry.expressions]) {
        if (isTemplated(entry, written)) continue;
        for (const way of waysIn(entry, written)) {
          const wrong =
            unknownIn(entry, way) ?? misspeltElement(graph, entry, way) ?? beyondEnd(graph, entry, way);
          if (!wrong) continue;
          const { offset, length, message, data } = wrong;
          report(
            written.field,
            message,
            { ...data, path: written.text },
            {
              ...placeOf(written, offset, length),
              case: message === 'beyond' ? message : undefined,
              fix: () =>
                written.inner
                  ? undefined
                  : message === 'beyond'
                    ? removalOf(written.field, 'unsafe')
                    : partTo(written.field, wrong.said ?? '', wrong.right, 'unsafe'),
            },
          );
          break;
        }
      }
  },
});

interface Wrong {
  readonly offset: number;
  readonly length: number;
  readonly message: 'unknown' | 'unnamed' | 'beyond';
  readonly data: Readonly<Record<string, string>>;
  /** The wrong word, and the one that is meant. */
  readonly said?: string;
  readonly right?: string | undefined;
}

function waysIn(entry: DeclaredEntry, written: Written): readonly (readonly WayStep[])[] {
  return entry.pointers.includes(written) ? waysOfPointer(written.text) : waysOfExpression(written.text);
}

function unknownIn({ group, kind }: DeclaredEntry, way: readonly WayStep[]): Wrong | undefined {
  const unknown = unknownField({ group: group.text, kind: kind.text }, way);
  if (!unknown) return undefined;
  const { step, field, parent, known } = unknown;
  return {
    offset: step.offset,
    length: step.length,
    message: 'unknown',
    said: field,
    right: nearestName(field, known),
    data: {
      kind: kind.text,
      field,
      where: parent === '' ? '' : ` in "${parent}"`,
      hint: didYouMean(field, known),
    },
  };
}

/** A name that no element ever has, but that resembles one. An element with the exact name may come from elsewhere. */
function misspeltElement(graph: Graph, entry: DeclaredEntry, way: readonly WayStep[]): Wrong | undefined {
  const at = way.findIndex(({ type }) => type === 'where');
  const where = way[at];
  const wanted = where?.type === 'where' ? equality(where) : undefined;
  if (!where || !wanted || entry.isGlobal) return undefined;
  const objects = objectsOf(graph)(entry);
  const [resource, another] = objects;
  // An entry for several objects need not select something in each.
  if (!resource || another) return undefined;
  const names = new Set(
    statesOf(graph, resource)
      .flatMap((object) => reached(object, way.slice(0, at)))
      .flatMap((element) => reached(element, wanted.keys))
      .filter((name): name is string => typeof name === 'string'),
  );
  const right = names.has(wanted.value) ? undefined : nearestName(wanted.value, names);
  if (right === undefined) return undefined;
  return {
    offset: where.offset,
    length: where.length,
    message: 'unnamed',
    said: wanted.value,
    right,
    data: {
      list: dottedPath(way.slice(0, at)),
      kind: resource.kind,
      name: resource.name,
      key: wanted.keys.map(({ key }) => key).join('.'),
      value: wanted.value,
      right,
    },
  };
}

/** An index past the end of a list in every object that an entry applies to, in Git and in each state of an update. */
function beyondEnd(graph: Graph, entry: DeclaredEntry, way: readonly WayStep[]): Wrong | undefined {
  const at = way.findIndex(({ type }) => type === 'index');
  const step = way[at];
  if (step?.type !== 'index' || step.index < 0 || entry.isGlobal) return undefined;
  const objects = objectsOf(graph)(entry);
  const [first] = objects;
  if (!first || !graph.isWhollyGiven(entry.resource)) return undefined;
  const path = way.slice(0, at);
  const lists = objects.map((resource) => listsAt(graph, resource, path));
  const isPast = (all: readonly unknown[]): boolean =>
    all.length > 0 && all.every((list) => Array.isArray(list) && list.length <= step.index);
  const count = (lists[0]?.[0] as readonly unknown[] | undefined)?.length;
  if (!lists.every(isPast) || count === undefined) return undefined;
  return {
    offset: step.offset,
    length: step.length,
    message: 'beyond',
    data: {
      list: dottedPath(path),
      kind: first.kind,
      name: first.name,
      count: count === 0 ? 'no elements' : count === 1 ? '1 element' : `${String(count)} elements`,
    },
  };
}

/** The values at a path of an object: in Git first, then as the controller writes it. */
function listsAt(graph: Graph, resource: Resource, path: readonly WayStep[]): readonly unknown[] {
  if (graph.isPatched(resource, ['spec'])) return [];
  return statesOf(graph, resource).flatMap((object) => reached(object, path));
}

/** An object in Git, and as the controller writes it during an update. */
function statesOf(graph: Graph, resource: Resource): readonly unknown[] {
  const routed = routedBy(graph).get(resource) ?? [];
  return [resource.at().value, ...routed.flatMap((one) => momentsOf(graph, one).map(({ live }) => live))];
}

function dottedPath(path: readonly WayStep[]): string {
  return path.flatMap((step) => (step.type === 'key' ? [step.key] : [])).join('.');
}

/** Parses `.name == "canary"`: the path of a value in the element, and the required value. */
function equality({
  condition,
}: Extract<WayStep, { type: 'where' }>): { keys: readonly KeyStep[]; value: string } | undefined {
  if (condition.type !== 'binary' || condition.operator !== '==') return undefined;
  const { left, right } = condition;
  if (right.type !== 'literal' || typeof right.value !== 'string') return undefined;
  const keys: KeyStep[] = [];
  let node = left;
  while (node.type === 'index' || node.type === 'optional') {
    if (node.type === 'index') {
      const { key } = node;
      if (key.type !== 'literal' || typeof key.value !== 'string') return undefined;
      keys.unshift({ type: 'key', key: key.value, offset: 0, length: 0 });
    }
    node = node.target;
  }
  return node.type === 'identity' && keys.length > 0 ? { keys, value: right.value } : undefined;
}

type KeyStep = Extract<WayStep, { type: 'key' }>;

function reached(value: unknown, [step, ...rest]: readonly WayStep[]): readonly unknown[] {
  if (!step) return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (step.type === 'each') return Object.values(value).flatMap((item) => reached(item, rest));
  if (step.type === 'where') return [];
  const key = step.type === 'key' ? step.key : step.index;
  return reached((value as Readonly<Record<string | number, unknown>>)[key], rest);
}

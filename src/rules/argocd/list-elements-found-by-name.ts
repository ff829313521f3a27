import { memoize } from '../../model/memo.js';
import { waysOf } from '../../argocd/jq/steps.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';
import {
  entriesIn,
  isTemplated,
  objectsOf,
  placeOf,
  type DeclaredEntry,
  type Written,
} from '../facts/argocd/entries.js';
import { routedBy, routeSteps } from '../facts/argocd/routed.js';

export default typedRule({
  meta: {
    name: 'argocd/list-elements-found-by-name',
    description: 'Require ignored list elements to be selected by content where their index changes.',
    why: 'An index selects whatever element is at that position. In the cluster that is a different element than in Git, so one side keeps what the other loses, and the Application is OutOfSync.',
    consequence: 'drift',
    severity: 'warning',
    messages: {
      inserted:
        'Rollout "{rollout}" temporarily inserts routes before the others in {kind} "{name}", so "{path}" selects a different element; select it by content: {right}.',
      shifted:
        'After "{earlier}" is removed, "{path}" points at a different element; select both by content, or put the higher index first.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/#application-level-configuration',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  check({ graph, report }) {
    let earlier: Ending[] = [];
    let last: Resource | undefined;
    for (const entry of entriesIn(graph)) {
      if (entry.resource !== last) [earlier, last] = [[], entry.resource];
      for (const written of [...entry.pointers, ...entry.expressions]) {
        if (!/\d/.test(written.text) || isTemplated(entry, written)) continue;
        for (const tokens of pathTokens(entry, written)) {
          const inserted = entry.isGlobal ? undefined : insertedIn(graph, entry, tokens);
          if (inserted) {
            report(
              written.field,
              'inserted',
              {
                rollout: inserted.rollout.name,
                kind: inserted.resource.kind,
                name: inserted.resource.name,
                path: written.text,
                right: inserted.right,
              },
              {
                ...placeOf(written),
                related: routeSteps(inserted.rollout).map((step) => ({
                  at: step.at('name'),
                  message: 'this step adds a route',
                })),
              },
            );
            break;
          }
          const index = tokens.at(-1);
          if (typeof index !== 'number') continue;
          const ending = { entry, written, list: JSON.stringify(tokens.slice(0, -1)), index };
          const before = earlier.find((other) => isShiftedBy(graph, ending, other));
          earlier.push(ending);
          if (before)
            report(
              written.field,
              'shifted',
              { path: written.text, earlier: before.written.text },
              {
                ...placeOf(written),
                related: [{ at: before.written.inner ?? before.written.field, message: 'removed before' }],
              },
            );
        }
      }
    }
  },
});

/** A path that ends in an index. */
interface Ending {
  readonly entry: DeclaredEntry;
  readonly written: Written;
  readonly list: string;
  readonly index: number;
}

type PathToken = string | number | undefined;

/** The keys and indexes of a path; undefined for expressions that select all elements or use a condition. */
function pathTokens(entry: DeclaredEntry, written: Written): readonly (readonly PathToken[])[] {
  if (entry.pointers.includes(written))
    return [
      written.text
        .split('/')
        .slice(1)
        .map((token) => (/^[-+]?\d+$/.test(token) ? Number(token) : token.replaceAll('~1', '/'))),
    ];
  const ways = waysOf(written.text) ?? [];
  // Argo CD removes all paths of an expression with commas at once.
  return ways.length > 1
    ? ways.map((way) => [...way.map(tokenOf), undefined])
    : ways.map((way) => way.map(tokenOf));
}

function tokenOf(step: NonNullable<ReturnType<typeof waysOf>>[number][number]): PathToken {
  return step.type === 'key' ? step.key : step.type === 'index' ? step.index : undefined;
}

interface Inserted {
  readonly rollout: Resource;
  readonly resource: Resource;
  readonly right: string;
}

/** The kinds and lists in which routes are inserted first, and what identifies an element there. */
const growing = [
  { kind: 'VirtualService', list: ['spec', 'http'], label: ['name'] },
  {
    kind: 'Ingress',
    list: ['spec', 'rules', undefined, 'http', 'paths'],
    label: ['backend', 'service', 'name'],
  },
] as const;

/** The object in which another element has the index of a path during an update. */
function insertedIn(graph: Graph, entry: DeclaredEntry, tokens: readonly PathToken[]): Inserted | undefined {
  for (const { kind, list, label } of growing) {
    const isThere = list.every((key, at) => key === undefined || key === tokens[at]);
    const index = tokens[list.length];
    if (!isThere || typeof index !== 'number' || index < 0) continue;
    for (const resource of objectsOf(graph)(entry)) {
      if (resource.kind !== kind) continue;
      const rollout = insertingInto(graph).get(resource);
      if (!rollout) continue;
      const path = list.map((key, at) => key ?? (typeof tokens[at] === 'number' ? tokens[at] : 0));
      const text = resource.at(...path, index, ...label).text ?? '…';
      const way = list.map((key) => (key === undefined ? '[]?' : `.${key}`)).join('');
      return {
        rollout,
        resource,
        right: `${way}[]? | select(.${label.join('.')} == ${JSON.stringify(text)})`,
      };
    }
  }
  return undefined;
}

/** The objects in which the controller inserts routes before their own. */
const insertingInto = memoize(
  (graph: Graph): ReadonlyMap<Resource, Resource> =>
    new Map(
      [...routedBy(graph)].flatMap(([resource, all]) => {
        const routed = all.find(({ role, rollout }) => role === undefined && routeSteps(rollout).length > 0);
        return routed ? [[resource, routed.rollout] as const] : [];
      }),
    ),
);

/** Whether removing one element changes the index of another. */
function isShiftedBy(graph: Graph, { entry, list, index }: Ending, earlier: Ending): boolean {
  if (list !== earlier.list || index < 0 || earlier.index < 0 || index < earlier.index) return false;
  if (entry === earlier.entry) return true;
  const objects = objectsOf(graph)(entry);
  if (objects.length > 0) {
    const others = objectsOf(graph)(earlier.entry);
    return objects.some((resource) => others.includes(resource));
  }
  const [left, right] = [entry, earlier.entry];
  const isSame = (key: 'group' | 'kind'): boolean => left[key].text === right[key].text;
  const overlaps = (key: 'name' | 'namespace'): boolean =>
    left[key].text === '' || right[key].text === '' || left[key].text === right[key].text;
  return isSame('group') && isSame('kind') && overlaps('name') && overlaps('namespace');
}

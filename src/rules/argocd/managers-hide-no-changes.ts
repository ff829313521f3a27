import { podHashLabel } from '../../rollouts/controllers/services.js';
import type { Graph } from '../../repository/graph/graph.js';
import { istioGroup } from '../../kubernetes/kinds/virtual-service.js';
import type { Resource } from '../../model/resource.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import { entriesIn, isMeantFor, objectsOf, placeOf, type DeclaredEntry } from '../facts/argocd/entries.js';
import { ownEntries } from '../facts/argocd/unseen.js';
import { routedBy } from '../facts/argocd/routed.js';

export default typedRule({
  meta: {
    name: 'argocd/managers-hide-no-changes',
    description:
      'Require managedFieldsManagers to list neither Argo CD itself nor the Rollouts controller where it owns whole lists.',
    why: 'The manager that wrote any part of a list without merge keys owns the whole list. Once the controller has written to it, Argo CD no longer compares it, and changes in Git are never deployed.',
    consequence: 'hidden-change',
    severity: 'error',
    messages: {
      object:
        'Manager "rollouts-controller" owns all of {field} in {kind} "{name}" once Rollout "{rollout}" has been updated, so changes in Git to it are not detected; ignore {right} instead.',
      own: 'Argo CD itself applies as manager "argocd-controller", so this entry ignores every edit in Git of {kind} "{name}"{others}; remove the manager.',
      kind: 'Manager "rollouts-controller" owns all of {field} in each {kind} that it has written to, so changes in Git to it are not detected; ignore {right} instead.',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/3854',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/managedfields/managed_fields.go',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/#application-level-configuration',
    ],
  },

  check({ graph, report }) {
    for (const { manager, objects } of ownEntries(graph)) {
      const [first] = objects;
      if (first)
        report(
          manager.field,
          'own',
          {
            kind: first.kind,
            name: first.name,
            others: objects.length === 1 ? '' : ` and ${String(objects.length - 1)} more`,
          },
          {
            ...placeOf(manager),
            once: 'own',
            related: [{ at: first, message: 'what is ignored' }],
            fix: () => (manager.inner ? undefined : removalOf(manager.field, 'unsafe')),
          },
        );
    }
    for (const entry of entriesIn(graph)) {
      const manager = entry.managers.find(({ text }) => text === 'rollouts-controller');
      // Argo CD never reads managers from the settings of the core group.
      if (!manager || (entry.isGlobal && entry.group.text === '')) continue;
      const found = ownedObject(graph, entry);
      const owned = found?.owned ?? wholes.find(({ group, kind }) => isNamed(entry, group, kind));
      if (!owned) continue;
      const { field, kind, right } = owned;
      report(
        manager.field,
        found ? 'object' : 'kind',
        { field, kind, right, name: found?.resource.name, rollout: found?.rollout.name },
        {
          ...placeOf(manager),
          ...(found && { related: [{ at: found.resource, message: 'the controller writes into it' }] }),
        },
      );
    }
  },
});

/** A value that has one manager as a whole, and how to ignore only the part that the controller writes. */
interface Whole {
  readonly group: string;
  readonly kind: string;
  readonly field: string;
  readonly right: string;
}

const wholes: readonly Whole[] = [
  {
    group: istioGroup,
    kind: 'VirtualService',
    field: 'spec.http',
    right: '.spec.http[]?.route[]?.weight',
  },
  {
    group: istioGroup,
    kind: 'DestinationRule',
    field: 'spec.subsets',
    right: `.spec.subsets[]?.labels["${podHashLabel}"]`,
  },
  { group: '', kind: 'Service', field: 'spec.selector', right: `/spec/selector/${podHashLabel}` },
];

function isNamed(entry: DeclaredEntry, group: string, kind: string): boolean {
  return entry.group.text === group && entry.kind.text === kind;
}

function ownedObject(graph: Graph, entry: DeclaredEntry): (Written & { owned: Whole }) | undefined {
  const written = [...writtenObjects(graph, entry)];
  for (const owned of wholes) {
    const found = written.find(({ resource }) => wholeOf(resource) === owned);
    if (found) return { ...found, owned };
  }
  return undefined;
}

/** The value in a kind that belongs as a whole to the last manager that wrote to it, and that the controller writes to. */
export function wholeOf(resource: Resource): Whole | undefined {
  return wholes.find(({ group, kind }) => kind === resource.kind && group === resource.group);
}

/** An object that the controller writes to, and one of its Rollouts. */
interface Written {
  readonly resource: Resource;
  readonly rollout: Resource;
}

/** The objects that an entry applies to and the controller writes to. */
export function* writtenObjects(graph: Graph, entry: DeclaredEntry): Iterable<Written> {
  const objects = entry.isGlobal
    ? [...routedBy(graph).keys()].filter((resource) => isMeantFor(graph, entry, resource))
    : objectsOf(graph)(entry);
  for (const resource of objects) {
    const [routed] = routedBy(graph).get(resource) ?? [];
    if (routed) yield { resource, rollout: routed.rollout };
  }
}

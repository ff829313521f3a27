import { memoize } from '../../model/memo.js';
import { isMap, isSameJson } from '../../kubernetes/objects/json.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { Argo } from '../../play/drift/argo.js';
import { changes, namedPath, leaves, type Step, valueAt } from '../../play/drift/changes.js';
import type { Graph } from '../../repository/graph/graph.js';
import { syncOptions } from '../../kubernetes/kinds/application.js';
import type { Resource } from '../../model/resource.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import { deployedOf, optionsFor } from '../facts/argocd/deployed.js';
import { entriesFor, entriesOf, objectsOf, placeOf, type Written } from '../facts/argocd/entries.js';
import { withoutOne } from '../facts/argocd/effects.js';
import { argoOf, momentsOf, withNamespace } from '../facts/argocd/moments.js';

export default typedRule({
  meta: {
    name: 'argocd/respected-lists-deployed',
    description:
      'Require RespectIgnoreDifferences neither to freeze lists of an object nor to be needed for elements that only the cluster has.',
    why: 'RespectIgnoreDifferences copies ignored fields from the cluster into what is applied, and treats a list without keys as one value. If both sides have the ignored field, the list of the cluster is applied and changes in Git are never deployed; if only the cluster has it, the list of Git is applied and the field is lost.',
    consequence: 'hidden-change',
    severity: 'error',
    fixes: ['choice'],
    messages: {
      frozen:
        'With RespectIgnoreDifferences=true "{expression}" freezes {list} of {kind} "{name}": each sync applies the whole list of the cluster, and changes in Git to it are not deployed; remove the option, or deliberately ignore the whole list.',
      lost: 'RespectIgnoreDifferences=true does not keep what Rollout "{rollout}" adds to {list} of {kind} "{name}" (since Argo CD 3.3.13, 3.4.5 and 3.5.0): a sync applies the list of Git; add ApplyOutOfSyncOnly=true.',
    },
    links: [
      'https://github.com/argoproj/argo-cd/issues/25284',
      'https://github.com/argoproj/argo-cd/pull/27136',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/sync.go',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#respect-ignore-difference-configs',
    ],
  },

  check({ graph, report }) {
    const reported = new Set<Written>();
    for (const { expression, resource, list } of frozenIn(graph).values()) {
      if (reported.has(expression)) continue;
      reported.add(expression);
      report(
        expression.field,
        'frozen',
        { expression: expression.text.trim(), list, kind: resource.kind, name: resource.name },
        {
          ...placeOf(expression),
          related: [{ at: resource, message: 'what it is ignored in' }],
          choices: () =>
            graph.applications(resource).flatMap((application) => {
              const options = syncOptions(application.at());
              const option = options.find(({ text }) => text === 'RespectIgnoreDifferences=true');
              return option ? { ...removalOf(option), title: 'Remove RespectIgnoreDifferences=true.' } : [];
            }),
        },
      );
    }
  },

  checkRollout(rollout, { graph, report }) {
    for (const deployed of deployedOf(graph, rollout)) {
      const { application, resource } = deployed;
      const options = optionsFor(application).sync;
      if (!options.has('RespectIgnoreDifferences=true') || options.has('ApplyOutOfSyncOnly=true')) continue;
      if (frozenIn(graph).has(resource) || entriesFor(graph, application, resource).length === 0) continue;
      const list = lostList(graph, application, momentsOf(graph, deployed));
      const option = syncOptions(application.at()).find(
        ({ text }) => text === 'RespectIgnoreDifferences=true',
      );
      if (list && option)
        report(
          option,
          'lost',
          { rollout: rollout.name, list, kind: resource.kind, name: resource.name },
          { related: [{ at: resource, message: 'the controller adds something here' }] },
        );
    }
  },
});

/** A list whose changes in Git an expression prevents from being deployed. */
interface Frozen {
  readonly expression: Written;
  readonly resource: Resource;
  readonly list: string;
}

/** The objects with such a list. */
const frozenIn = memoize((graph: Graph): ReadonlyMap<Resource, Frozen> => {
  const frozen = new Map<Resource, Frozen>();
  for (const application of graph.allApplications) {
    if (!optionsFor(application).sync.has('RespectIgnoreDifferences=true')) continue;
    const argo = argoOf(graph, application);
    for (const entry of entriesOf(application))
      for (const expression of [...entry.pointers, ...entry.expressions])
        for (const resource of objectsOf(graph)(entry)) {
          if (frozen.has(resource)) continue;
          const git = withNamespace(graph, resource, resource.at().value);
          const without = git && withoutOne(entry, expression, git);
          const list = git && without !== undefined ? frozenList(argo, git, without) : undefined;
          if (git && list) frozen.set(resource, { expression, resource, list: namedPath(git, list) });
        }
  }
  return frozen;
});

/** The list that a sync copies from the cluster although Git has another value in it. */
function frozenList(argo: Argo, git: KubeObject, without: unknown): readonly Step[] | undefined {
  const list = partialList(git, without);
  if (!list) return undefined;
  const path = leaves(valueAt(git, list), list).find(
    (leaf) => leaf.length > list.length && !isGone(without, git, leaf),
  );
  if (!path) return undefined;
  return argo.makesSame(git, changed(git, path) as KubeObject, git) ? list : undefined;
}

/** The outermost list of which a rule selects a part, but not the whole. */
function partialList(
  git: unknown,
  without: unknown,
  path: readonly Step[] = [],
): readonly Step[] | undefined {
  if (git === without || without === undefined) return undefined;
  if (Array.isArray(git)) return isSameJson(git, without) ? undefined : path;
  if (!isMap(git) || !isMap(without)) return undefined;
  for (const key of Object.keys(git)) {
    const found = partialList(git[key], without[key], [...path, key]);
    if (found) return found;
  }
  return undefined;
}

/** Whether a rule removes a field; in a list that lost elements, any changed value may be removed. */
function isGone(without: unknown, git: unknown, [step, ...rest]: readonly Step[]): boolean {
  if (step === undefined) return without !== git && !isSameJson(without, git);
  if (Array.isArray(git) && Array.isArray(without) && git.length !== without.length)
    return !without.some((item) => isSameJson(item, git[step as number]));
  const inner = (value: unknown): unknown =>
    (value as Readonly<Record<string | number, unknown>> | undefined)?.[step];
  return isGone(inner(without), inner(git), rest);
}

function changed(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) return typeof value === 'number' ? value + 1 : `${String(value)}-x`;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? changed(item, rest) : item));
  const map = value as Readonly<Record<string, unknown>>;
  return { ...map, [step]: changed(map[step], rest) };
}

/** The list in which a sync overwrites ignored values that only the cluster has. */
function lostList(
  graph: Graph,
  application: Resource,
  moments: ReturnType<typeof momentsOf>,
): string | undefined {
  const argo = argoOf(graph, application);
  for (const { git, live } of moments) {
    if (argo.compare(git, live).status !== 'synced') continue;
    // Without an entry, a value that is not a difference does not depend on the option.
    if (argo.but({ rules: [] }).compare(git, live).status === 'synced') continue;
    const applied = argo.applied(git, live);
    if (!applied) continue;
    const lost = changes(live, applied).find(({ kind, path }) =>
      kind === 'dropped' || kind === 'removed' ? path.some((step) => typeof step === 'number') : false,
    );
    const list = lost?.path.slice(
      0,
      lost.path.findIndex((step) => typeof step === 'number'),
    );
    if (list) return namedPath(live, list);
  }
  return undefined;
}

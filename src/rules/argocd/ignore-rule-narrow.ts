import { waysOf } from '../../argocd/jq/steps.js';
import { enoughFor } from '../../play/drift/enough.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { typedRule } from '../rule.js';
import { optionsFor } from '../facts/argocd/deployed.js';
import {
  entriesIn,
  isTemplated,
  objectsOf,
  placeOf,
  type DeclaredEntry,
  type Written,
} from '../facts/argocd/entries.js';
import { argoOf, momentsOf, someHash } from '../facts/argocd/moments.js';
import { routedBy, type Routed } from '../facts/argocd/routed.js';

export default typedRule({
  meta: {
    name: 'argocd/ignore-rule-narrow',
    description: 'Require an ignoreDifferences entry not to cover fields that only Git sets.',
    why: 'Ignored fields can drift unnoticed: the Application stays Synced although the object was changed, and with ApplyOutOfSyncOnly or RespectIgnoreDifferences, changes in Git to those fields are not deployed.',
    consequence: 'hidden-change',
    severity: 'warning',
    yieldsTo: ['argocd/edits-arrive'],
    messages: {
      spec: '"{path}" ignores every field in which {kind} can differ; name only the fields that something else writes.',
      part: '"{path}" ignores too much of {kind} "{name}": for Rollout "{rollout}" the controller writes only {expressions}; ignore only that.',
      frozen:
        '"{path}" ignores too much of {kind} "{name}", and with RespectIgnoreDifferences=true changes in Git to it are not deployed: for Rollout "{rollout}" the controller writes only {expressions}; ignore only that.',
      everyKind: '"{path}" is ignored in objects of every kind; name the kinds that it is meant for.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/',
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#integrating-with-gitops',
    ],
  },

  check({ graph, report }) {
    for (const entry of entriesIn(graph))
      for (const written of [...entry.pointers, ...entry.expressions]) {
        if (isTemplated(entry, written)) continue;
        const path = keysSelected(entry, written);
        if (!path) continue;
        const data = { path: written.text };
        if (path.length === 1 && path[0] === 'spec')
          report(
            written.field,
            'spec',
            { ...data, kind: isKnown(entry.kind.text) ? `a ${entry.kind.text}` : 'an object' },
            { ...placeOf(written), unless: { 'argocd/edits-arrive': written.field } },
          );
        // For all Applications, the documentation itself recommends to ignore the replicas of every kind.
        else if (entry.kind.text === '*' && !entry.isGlobal && !isCommon(path))
          report(written.field, 'everyKind', data, placeOf(written));
        else if (!entry.isGlobal && coarse.has(path.join('.'))) {
          const found = routedObject(graph, entry, path);
          const expressions = found && narrowerExpressions(graph, entry.resource, found);
          if (!expressions) continue;
          const { resource, rollout } = found;
          report(
            written.field,
            optionsFor(entry.resource).sync.has('RespectIgnoreDifferences=true') ? 'frozen' : 'part',
            {
              path: written.text,
              kind: resource.kind,
              name: resource.name,
              rollout: rollout.name,
              expressions,
            },
            { ...placeOf(written), related: [{ at: resource, message: 'what it is ignored in' }] },
          );
        }
      }
  },
});

/** Whether a kind is one, and neither every kind nor one that is filled in later. */
function isKnown(kind: string): boolean {
  return kind !== '*' && !isPlaceholder(kind);
}

/** Fields that contain more than the controller writes, in the objects that it writes to. */
const coarse: ReadonlySet<string> = new Set([
  'metadata.annotations',
  'spec.http',
  'spec.rules',
  'spec.selector',
  'spec.subsets',
]);

/** Fields that have the same meaning in every kind. */
function isCommon([first, second]: readonly string[]): boolean {
  return first !== 'spec' || second === 'replicas';
}

/** The keys of a path that contains no list. */
function keysSelected(entry: DeclaredEntry, written: Written): readonly string[] | undefined {
  if (entry.pointers.includes(written)) {
    const tokens = written.text.split('/').slice(1);
    return tokens.length === 0 ? undefined : tokens.map((token) => token.replaceAll('~1', '/'));
  }
  const [way, another] = waysOf(written.text) ?? [];
  if (!way || another || way.length === 0) return undefined;
  // `.spec.http[]` selects every element, and so the whole list.
  const steps = way.at(-1)?.type === 'each' ? way.slice(0, -1) : way;
  const keys = steps.flatMap((step) => (step.type === 'key' ? [step.key] : []));
  return keys.length === steps.length ? keys : undefined;
}

function routedObject(graph: Graph, entry: DeclaredEntry, path: readonly string[]): Routed | undefined {
  for (const resource of objectsOf(graph)(entry)) {
    const [routed] = routedBy(graph).get(resource) ?? [];
    if (routed && resource.at(...path).exists) return routed;
  }
  return undefined;
}

/** The expressions that would suffice for an object; undefined if unknown. */
function narrowerExpressions(graph: Graph, application: Resource, routed: Routed): string | undefined {
  return enoughFor(argoOf(graph, application), momentsOf(graph, routed), [someHash])
    ?.map(({ text }) => `'${text}'`)
    .join(', ');
}

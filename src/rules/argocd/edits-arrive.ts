import { isList, isMap, isSameJson } from '../../kubernetes/objects/json.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import { podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Path } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { isSettled } from '../../play/drift/settled.js';
import type { Graph } from '../../repository/graph/graph.js';
import { optionsFor } from '../facts/argocd/deployed.js';
import { withoutOne } from '../facts/argocd/effects.js';
import {
  entriesOf,
  isTemplated,
  objectsOf,
  placeOf,
  type Entry,
  type Written,
} from '../facts/argocd/entries.js';
import { argoOf, withNamespace } from '../facts/argocd/moments.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/edits-arrive',
    description: 'Require ignoreDifferences not to hide the pods that Git describes.',
    why: 'Argo CD does not see changes in Git to an ignored field: a commit that changes nothing else leaves the Application Synced, so automated sync does not deploy it until something else changes.',
    consequence: 'hidden-change',
    severity: 'warning',
    otherwise: {
      never: {
        when: 'For the whole pod template, with RespectIgnoreDifferences=true',
        consequence: 'hidden-change',
        why: 'Each sync writes the ignored fields back as they are in the cluster, so changes in Git to them are never deployed: no new version, ever.',
        severity: 'error',
      },
    },
    yieldsTo: ['argocd/respected-lists-deployed'],
    messages: {
      hidden:
        '"{path}" ignores {what} of {kind} "{name}", which only Git sets, so a commit that changes nothing else starts no sync; ignore only what something else writes.',
      frozen:
        '"{path}" ignores {what} of {kind} "{name}", and with RespectIgnoreDifferences=true syncs keep it as it is in the cluster, so changes in Git to it are never deployed; ignore only what something else writes.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#respect-ignore-difference-configs',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/sync.go',
    ],
  },

  check({ graph, report }) {
    for (const application of graph.allApplications) {
      if (!isSettled(graph, application)) continue;
      const respects = optionsFor(application).sync.has('RespectIgnoreDifferences=true');
      const isAutomated = application.at('spec', 'syncPolicy', 'automated').exists;
      if (!respects && !isAutomated) continue;
      const seen = new Set<Resource>();
      for (const entry of entriesOf(application))
        for (const resource of objectsOf(graph)(entry)) {
          const found = seen.has(resource) ? undefined : hiddenIn(graph, application, entry, resource);
          if (!found) continue;
          const isFrozen = respects && found.isFrozen;
          if (!isFrozen && !isAutomated) continue;
          seen.add(resource);
          const { written, isWhole } = found;
          report(
            written.field,
            isFrozen ? 'frozen' : 'hidden',
            {
              path: written.text,
              what: isWhole ? 'the pod template' : 'the image',
              kind: resource.kind,
              name: resource.name,
            },
            {
              ...placeOf(written),
              case: isFrozen && isWhole ? 'never' : undefined,
              unless: { 'argocd/respected-lists-deployed': written.field },
              related: [{ at: resource, message: 'what it is ignored in' }],
            },
          );
        }
    }
  },
});

interface Hidden {
  readonly written: Written;
  /** Whether every field of the containers is ignored, and not only the image. */
  readonly isWhole: boolean;
  /** Whether a sync has the same result with and without the edit. */
  readonly isFrozen: boolean;
}

/** The path of an entry that hides an edit of the pods of a workload in Git; undefined if none does. */
function hiddenIn(graph: Graph, application: Resource, entry: Entry, resource: Resource): Hidden | undefined {
  const template = podTemplate(resource);
  const git = template?.exists ? withNamespace(graph, resource, resource.at().value) : undefined;
  if (!template || !git) return undefined;
  const argo = argoOf(graph, application);
  for (const [isWhole, field] of [
    [true, 'args'],
    [false, 'image'],
  ] as const) {
    const edited = withEdit(git, [...template.path, 'spec', 'containers', 0], field);
    if (!edited || argo.compare(edited, git).status !== 'synced') continue;
    const written = [...entry.pointers, ...entry.expressions].find((one) => {
      if (isTemplated(entry, one)) return false;
      const [before, after] = [git, edited].map((object) => withoutOne(entry, one, object));
      return before !== undefined && isSameJson(before, after);
    });
    if (written) return { written, isWhole, isFrozen: argo.makesSame(git, edited, git) };
  }
  return undefined;
}

/** An object with another value of a field of a container; undefined if it has no such container. */
function withEdit(object: KubeObject, path: Path, field: 'args' | 'image'): KubeObject | undefined {
  const edited = editedAt(object, path, (container) => {
    if (!isMap(container)) return undefined;
    const value = container[field];
    if (field === 'args') return { ...container, args: [...(isList(value) ? value : []), '--edited'] };
    return typeof value === 'string' ? { ...container, image: `${value}-edited` } : undefined;
  });
  return edited as KubeObject | undefined;
}

function editedAt(value: unknown, [step, ...rest]: Path, edit: (value: unknown) => unknown): unknown {
  if (step === undefined) return edit(value);
  if (isList(value) && typeof step === 'number') {
    const inner = editedAt(value[step], rest, edit);
    return inner === undefined
      ? undefined
      : value.map((item: unknown, index) => (index === step ? inner : item));
  }
  if (!isMap(value)) return undefined;
  const inner = editedAt(value[step], rest, edit);
  return inner === undefined ? undefined : { ...value, [step]: inner };
}

import { isList, isMap, isSameJson } from '../../kubernetes/objects/json.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import { nameOfImage, updatedImages } from '../../argocd/image-updater.js';
import { containers, podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Path } from '../../model/field.js';
import { byFixedOrder } from '../../model/fixed-order.js';
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
  type DeclaredEntry,
  type Written,
} from '../facts/argocd/entries.js';
import { argoOf, withNamespace } from '../facts/argocd/moments.js';
import { type SyncMode, type Unseen, unseenBy } from '../facts/argocd/unseen.js';
import { isImageSetInCluster } from '../facts/image-writers.js';
import { removalOf } from '../fixes.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/edits-arrive',
    description: 'Require ignoreDifferences not to hide fields that only Git sets.',
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
      possible: {
        when: 'For fields that some other program may write',
        consequence: 'hidden-change',
        why: 'If nothing else writes the fields, a commit that changes nothing else leaves the Application Synced, and automated sync does not deploy it.',
        severity: 'info',
      },
    },
    yieldsTo: ['argocd/respected-lists-deployed'],
    messages: {
      hidden:
        '"{path}" ignores {what} of {kind} "{name}", which only Git sets, so a commit that changes nothing else starts no sync; ignore only what something else writes.',
      frozen:
        '"{path}" ignores {what} of {kind} "{name}", and with RespectIgnoreDifferences=true syncs keep it as it is in the cluster, so changes in Git to it are never deployed; ignore only what something else writes.',
      update:
        'Application "{application}" lets argocd-image-updater choose the image of {kind} "{name}", but "{path}" ignores {what}, so {outcome}; ignore only what something else writes.',
      unseen:
        'This entry ignores {fields} of {kind} "{name}"{others}, which only Git sets, so a commit that changes nothing else starts no sync; {advice}.',
      unsent:
        'This entry ignores {fields} of {kind} "{name}"{others}, and with RespectIgnoreDifferences=true syncs keep them as they are in the cluster, so changes in Git to them are never deployed; {advice}.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#respect-ignore-difference-configs',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/sync.go',
    ],
  },

  check({ graph, report }) {
    const told = new Set<DeclaredEntry>();
    for (const application of [...graph.allApplications].sort(byFixedOrder)) {
      const mode = modeOf(graph, application);
      if (!mode) continue;
      const pods = hiddenPods(graph, application, mode);
      for (const { written, resource, isWhole, isFrozen } of pods) {
        // A pipeline that sets the image in the cluster is what the entry is for.
        if (!isWhole && !isUpdated(application, resource) && isImageSetInCluster(graph, resource)) continue;
        report(
          written.field,
          isUpdated(application, resource) ? 'update' : isFrozen ? 'frozen' : 'hidden',
          {
            application: application.name,
            outcome: isFrozen
              ? 'no version that it finds is ever deployed'
              : 'a version that it finds starts no sync',
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
      const isPods = (written: Written): boolean => pods.some((one) => one.written === written);
      for (const { entry, found } of unseenBy(graph, application, mode, isPods)) {
        const [first] = found;
        if (!first || told.has(entry)) continue;
        told.add(entry);
        report(
          first.written.field,
          mode.respects && first.isFrozen ? 'unsent' : 'unseen',
          { kind: first.resource.kind, name: first.resource.name, ...wordsFor(found) },
          {
            ...placeOf(first.written),
            case: first.isCertain ? undefined : 'possible',
            // The Applications of a set share its entries.
            once: 'unseen',
            unless: { 'argocd/respected-lists-deployed': first.written.field },
            related: [{ at: first.resource, message: 'what they are ignored in' }],
            fix: () => withoutPaths(entry, found),
          },
        );
      }
    }
  },
});

/** How an Application deploys edits in Git; undefined if it is unknown, or an ignored edit is deployed by each sync. */
function modeOf(graph: Graph, application: Resource): SyncMode | undefined {
  if (!isSettled(graph, application)) return undefined;
  const respects = optionsFor(application).sync.has('RespectIgnoreDifferences=true');
  const automated = application.at('spec', 'syncPolicy', 'automated');
  const isAutomated = automated.exists && argoOf(graph, application).settings.automated !== undefined;
  return respects || isAutomated ? { respects, isAutomated } : undefined;
}

/** Whether argocd-image-updater looks for versions of an image of a workload and writes them into the Application. */
function isUpdated(application: Resource, workload: Resource): boolean {
  const template = podTemplate(workload);
  const updated = updatedImages(application.at());
  if (!template || updated.length === 0) return false;
  return containers(template).some((container) => {
    const name = nameOfImage(container.at('image').text ?? '');
    return name !== '' && updated.includes(name);
  });
}

/** Fields of one entry in words. */
function wordsFor(found: readonly Unseen[]): { fields: string; others: string; advice: string } {
  const own = found.filter(({ resource }) => resource === found[0]?.resource);
  const others = new Set(found.map(({ resource }) => resource)).size - 1;
  const rights = [...new Set(found.flatMap(({ right }) => right ?? []))];
  const advice =
    rights.length > 0
      ? `ignore only ${rights.map((right) => `'${right}'`).join(', ')}`
      : found.every(({ isCertain }) => isCertain)
        ? 'remove them from the entry'
        : 'ignore only what something else writes';
  return {
    fields: inList([...new Set(own.flatMap(({ fields }) => fields))]),
    others: others === 0 ? '' : ` and ${String(others)} more`,
    advice,
  };
}

/** A fix that removes the paths from an entry, and the entry if it has no others; none where part of them is to be kept. */
function withoutPaths(entry: DeclaredEntry, found: readonly Unseen[]): ProposedFix | undefined {
  if (found.some(({ right, isCertain }) => right !== undefined || !isCertain)) return undefined;
  const paths = new Set(found.map(({ written }) => written.field));
  const all = [...entry.pointers, ...entry.expressions, ...entry.managers];
  if (found.some(({ written }) => written.inner)) {
    // A key of argocd-cm for one kind has one entry; the key for all kinds has them all in a string.
    const isAlone = found.length === all.length && isKeyOfKind(entry);
    return isAlone ? removalOf(entry.at, 'unsafe') : undefined;
  }
  if (all.every(({ field }) => paths.has(field))) return removalOf(entry.at, 'unsafe');
  // From the end, so that no removal moves what another one means.
  const writes = [...paths].reverse().flatMap((field) => removalOf(field).writes);
  return { title: 'Remove the paths from the entry.', isUnsafe: true, writes };
}

/** Whether an entry is in a key of argocd-cm for its kind. */
function isKeyOfKind({ isGlobal, at }: DeclaredEntry): boolean {
  return isGlobal && at.key !== 'resource.customizations';
}

function inList(fields: readonly string[]): string {
  const shown = fields.slice(0, maxShown);
  const rest = fields.length - shown.length;
  const last = rest > 0 ? `${String(rest)} more fields` : shown.pop();
  return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} and ${last ?? ''}`;
}

const maxShown = 4;

/** The first entry that hides edits of the pods of each workload of an Application. */
function hiddenPods(
  graph: Graph,
  application: Resource,
  { respects, isAutomated }: SyncMode,
): readonly Hidden[] {
  const seen = new Map<Resource, Hidden>();
  for (const entry of entriesOf(application))
    for (const resource of objectsOf(graph)(entry)) {
      const found = seen.has(resource) ? undefined : hiddenIn(graph, application, entry, resource);
      const isFrozen = found?.isFrozen === true && respects;
      if (found && (isFrozen || isAutomated)) seen.set(resource, { ...found, isFrozen });
    }
  return [...seen.values()];
}

interface Hidden {
  readonly written: Written;
  readonly resource: Resource;
  /** Whether every field of the containers is ignored, and not only the image. */
  readonly isWhole: boolean;
  /** Whether a sync has the same result with and without the edit. */
  readonly isFrozen: boolean;
}

/** The path of an entry that hides an edit of the pods of a workload in Git; undefined if none does. */
function hiddenIn(
  graph: Graph,
  application: Resource,
  entry: DeclaredEntry,
  resource: Resource,
): Hidden | undefined {
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
    if (written) return { written, resource, isWhole, isFrozen: argo.makesSame(git, edited, git) };
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

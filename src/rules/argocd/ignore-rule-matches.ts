import { mistakeIn, nearMiss, patternMistake } from '../../play/drift/misdirected.js';
import { isSettled } from '../../play/drift/settled.js';
import type { Graph } from '../../repository/graph/graph.js';
import { memoize } from '../../model/memo.js';
import { isApplication } from '../../kubernetes/kinds/application.js';
import { groupsOf } from '../../kubernetes/kinds/known-kinds.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { eachOf } from '../choices.js';
import { setTo, removalOf } from '../fixes.js';
import { type ProposedFix, typedRule } from '../rule.js';
import {
  entriesIn,
  entriesOf,
  isMeantFor,
  objectsOf,
  targetOf,
  type DeclaredEntry,
} from '../facts/argocd/entries.js';

export default typedRule({
  meta: {
    name: 'argocd/ignore-rule-matches',
    description: 'Require an ignoreDifferences entry to match an object that the Application deploys.',
    why: 'Argo CD silently ignores an entry that matches no object, so the differences still show as OutOfSync.',
    consequence: 'no-effect',
    severity: 'error',
    otherwise: {
      idle: {
        when: 'For a kind that the Application does not deploy',
        consequence: 'no-effect',
        why: 'The entry ignores nothing, and would hide fields of such an object once one is added.',
        severity: 'info',
      },
    },
    messages: {
      group:
        'Group "{group}" matches no {kind} that Application "{application}" deploys; the API group of {kind} is "{right}".',
      groupMissing:
        'This entry has no group, which means the core group, but {kind} is in "{right}"; set group to "{right}".',
      groupNeeded:
        'This entry has no group, which means the core group, but the core group has no kind "{kind}"; set group to the API group of {kind}, {right}.',
      groupLeftOut:
        'Group "{group}" is unknown, because the name of the core group is empty; remove the group.',
      groupForeign:
        'Group "{group}" has no kind "{kind}" in any cluster; set group to the API group of {kind}, {right}.',
      pathless:
        'This entry for {kind} has no jsonPointers, no jqPathExpressions and no managedFieldsManagers, so it ignores nothing; add the paths to ignore, or remove it.',
      version:
        'Group "{group}" contains a version, but Argo CD compares it with the group alone; write "{right}".',
      kind: 'Application "{application}" deploys no kind "{kind}"; did you mean "{right}"?',
      kindSpelt: 'Kind "{kind}" is not known; did you mean "{right}"?',
      kindAlone: 'Kind "{kind}" contains a slash, but a kind never does; write group and kind as two fields.',
      underscore:
        'This key is read as kind "{kind}" in the core group; separate group and kind with an underscore: "{right}".',
      name: 'Application "{application}" deploys no {kind} "{name}", only {known}; correct the name.',
      namespace:
        'Application "{application}" deploys {kind} "{name}" to namespace "{right}", not "{namespace}"; set namespace to "{right}".',
      elsewhere:
        'Application "{application}" does not deploy {kind} "{name}"; move this entry to Application "{deployer}", which deploys it and has no such entry.',
      idle: 'Application "{application}" deploys no {kind}, so this entry ignores nothing; remove it.',
      pattern:
        'The {field} "{text}" matches nothing: only group and kind can be patterns, the {field} is compared literally; write a full {field}, or remove it.',
    },
    fixes: ['safe', 'unsafe', 'choice'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/#application-level-configuration',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/diff/ignore.go',
    ],
  },

  check({ graph, report }) {
    for (const entry of entriesIn(graph)) {
      const { resource, group, kind, name, namespace } = entry;
      if (isPathless(entry)) {
        report(entry.at, 'pathless', { kind: kind.text }, { choices: () => [removalOf(entry.at)] });
        continue;
      }
      if (kind.text === '' || [group, kind, name, namespace].some(({ text }) => isPlaceholder(text)))
        continue;
      const isKnown = isApplication(resource) && graph.deployedBy(resource).length > 0;
      if (isKnown && objectsOf(graph)(entry).length > 0) continue;
      const target = targetOf(entry);
      const mistake =
        patternMistake(target) ??
        (isKnown ? (deployedElsewhere(graph, entry) ?? nearMiss(graph, resource, target)) : undefined) ??
        mistakeIn(target, entry.isGlobal);
      if (!mistake) {
        if (isKnown && isIdle(graph, entry))
          report(
            kind.field,
            'idle',
            { application: resource.name, kind: kind.text },
            { case: 'idle', fix: () => removalOf(entry.at, 'unsafe') },
          );
        continue;
      }
      const at = entry[mistake.at];
      report(
        at.field,
        mistake.message,
        {
          application: resource.name,
          group: group.text,
          kind: kind.text,
          name: name.text,
          namespace: namespace.text,
          ...mistake.data,
        },
        at.inner
          ? { place: at.inner }
          : {
              fix: () => corrected(mistake, at.field),
              choices: () => proposedFixes(mistake, at.field, kind.text),
            },
      );
    }
  },
});

/** Mistakes that leave only one value, whatever the Application deploys. */
const certain: ReadonlySet<string> = new Set(['version', 'kindSpelt', 'groupNeeded', 'groupLeftOut']);

function corrected(
  { message, right }: { readonly message: string; readonly right?: string },
  field: Field,
): ProposedFix | undefined {
  const safety = certain.has(message) ? 'safe' : 'unsafe';
  if (right === undefined) return undefined;
  return right === '' ? removalOf(field, safety) : setTo(field, right, safety);
}

function proposedFixes(
  { message }: { readonly message: string },
  field: Field,
  kind: string,
): readonly ProposedFix[] {
  if (message === 'pattern') return [removalOf(field)];
  return message === 'groupNeeded' || message === 'groupForeign' ? eachOf(field, groupsOf(kind) ?? []) : [];
}

/** Whether an entry of an Application names no field. Entries of argocd-cm are read otherwise. */
function isPathless({ isGlobal, at, kind, pointers, expressions, managers }: DeclaredEntry): boolean {
  if (isGlobal || kind.text === '' || isPlaceholder(kind.text)) return false;
  if (pointers.length + expressions.length + managers.length > 0) return false;
  return ['jsonPointers', 'jqPathExpressions', 'managedFieldsManagers'].every(
    (key) => at.at(key).items.length === 0 && at.at(key).text === undefined,
  );
}

/** Kinds of objects that Argo CD and kustomize make for an Application without a manifest of their own. */
const madeByOthers: ReadonlySet<string> = new Set(['ConfigMap', 'Namespace', 'Secret']);

/** Whether an Application certainly deploys no object of the kind of an entry, and no other one uses the entry. */
function isIdle(graph: Graph, entry: DeclaredEntry): boolean {
  const { resource: application, group, kind } = entry;
  if (madeByOthers.has(kind.text) || /[*?[{\\]/.test(group.text + kind.text)) return false;
  if (!isSettled(graph, application) || !graph.isWhollyGiven(application)) return false;
  if (graph.isAssumed(application) || graph.deploysElsewhere(application)) return false;
  const deployed = graph.deployedBy(application);
  if (deployed.some((one) => one.kind === kind.text || !graph.isComplete(one))) return false;
  return !usedTargets(graph).has(targetText(entry));
}

/** The groups and kinds in entries of Applications that deploy such an object: other Applications then have copies. */
const usedTargets = memoize(
  (graph: Graph): ReadonlySet<string> =>
    new Set(
      graph.allApplications.flatMap((application) =>
        entriesOf(application)
          .filter((entry) => objectsOf(graph)(entry).length > 0)
          .map(targetText),
      ),
    ),
);

function targetText({ group, kind }: DeclaredEntry): string {
  return `${group.text}/${kind.text}`;
}

interface Elsewhere {
  readonly at: 'name';
  readonly message: 'elsewhere';
  readonly data: { readonly deployer: string };
}

/**
 * The Application that deploys an object named in an entry of another one. Not if both have the entry, because then several
 * Applications share its text; nor if some of the Application's objects are unknown, because the object may be one of those.
 */
function deployedElsewhere(graph: Graph, entry: DeclaredEntry): Elsewhere | undefined {
  const { resource: application, group, kind, name } = entry;
  if (name.text === '' || !graph.isWhollyGiven(application)) return undefined;
  const named = graph
    .withDeployedName({ group: group.text, kind: kind.text, name: name.text })
    .filter((resource) => isMeantFor(graph, entry, resource));
  const deployers = named.flatMap((resource) => graph.applications(resource));
  const [deployer] = deployers;
  if (!deployer || named.some((resource) => graph.applications(resource).length === 0)) return undefined;
  const isShared = (resource: Resource): boolean =>
    graph
      .applications(resource)
      .some((other) => entriesOf(other).some((own) => isMeantFor(graph, own, resource)));
  if (named.some(isShared)) return undefined;
  if (!graph.deployedBy(application).every((resource) => graph.isComplete(resource))) return undefined;
  return { at: 'name', message: 'elsewhere', data: { deployer: deployer.name } };
}

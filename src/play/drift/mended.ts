import type { Ignored, IgnoreRule } from '../../argocd/match.js';
import { deletePaths } from '../../argocd/jq/jq.js';
import { removePointer } from '../../argocd/json-pointer.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { othersThatWrite } from '../simulate/referenced.js';
import type { Deployer } from './applications.js';
import type { Argo } from './argo.js';
import { correct } from './corrected.js';
import { isMeantForResource, type Moments, redirect, takeDead } from './dead.js';
import type { DerivedEntry } from './entries.js';
import { mendBroken, mendFailing, mendOneSided, type NeededFor } from './faults.js';
import { Mending } from './mending.js';
import type { Subject } from './subject.js';

/** The part of a Rollout that is compared. */
export interface MendedScope {
  readonly graph: Graph;
  readonly rollout: Resource;
  readonly deployer: Deployer;
}

/**
 * The entries of an Application with broken and dead expressions corrected or removed: those that do not compile, and those
 * that are meant for a differing object and have no effect on it. All others are unchanged.
 */
export function mendedFor(
  argo: Argo,
  { graph, rollout, deployer }: MendedScope,
  subjects: readonly { readonly subject: Subject; readonly moments: Moments }[],
): Mending {
  const mending = new Mending(argo);
  const objects = subjects.map(({ moments }) => moments);
  const compared = new Set(subjects.map(({ subject }) => subject.resource));
  const neededFor: NeededFor = (rule, one) => worksFor(graph, deployer, rule, one, compared);
  // Writes by another Rollout to a shared object are not simulated with this one.
  const shared = new Set(
    subjects
      .filter(({ subject }) => othersThatWrite(graph, subject.resource, rollout).length > 0)
      .map(({ moments }) => moments),
  );
  const isAlone = (rule: IgnoreRule, moments: Moments): boolean =>
    !shared.has(moments) && isForOne(graph, deployer, rule);

  mendBroken(mending);
  redirect(mending, objects, graph, deployer);
  mendFailing(mending, objects.flat(), neededFor);
  takeDead(mending, objects, isAlone, neededFor);
  mendOneSided(mending, objects.flat(), neededFor);
  return mending;
}

/** An object that is not compared and for which a pointer or an expression of an entry is needed. */
function worksFor(
  graph: Graph,
  { application, set }: Deployer,
  rule: IgnoreRule,
  one: Ignored,
  compared: ReadonlySet<Resource>,
): string | undefined {
  const applications = set
    ? graph.allApplications.filter((other) => graph.setOf(other) === set)
    : [application];
  for (const other of applications)
    for (const resource of graph.deployedBy(other))
      if (
        !compared.has(resource) &&
        isMeantForResource(graph, other, rule, resource) &&
        isOfUse(rule, one, resource)
      )
        return resource.name;
  return undefined;
}

/** The entries that are still missing once wrong expressions are replaced by those that they were meant to be. */
export function correctedBy(
  mending: Mending,
  { graph, rollout, deployer }: MendedScope,
  missing: readonly DerivedEntry[],
): readonly DerivedEntry[] {
  return correct(
    mending,
    missing,
    // Another Rollout that writes into the object may need another expression in the same place.
    (rule, { resource }) =>
      isForOne(graph, deployer, rule) && othersThatWrite(graph, resource, rollout).length === 0,
  );
}

/** Whether a pointer or an expression removes something from an object, or may. */
function isOfUse(rule: IgnoreRule, one: Ignored, resource: Resource): boolean {
  const value = resource.at().value;
  if (rule.jsonPointers.includes(one)) return removePointer(one.text, value) !== value;
  const left = deletePaths(one.text, value);
  return 'unknown' in left || ('ok' in left && !isSameJson(left.ok, value));
}

/** Whether an entry applies to exactly one object, as far as the files show. */
function isForOne(graph: Graph, { application }: Deployer, rule: IgnoreRule): boolean {
  if (rule.name !== '') return true;
  const meant = graph
    .deployedBy(application)
    .filter((resource) => isMeantForResource(graph, application, rule, resource));
  return meant.length === 1 && graph.isWhollyGiven(application);
}

import type { Cluster, Objection } from '../objects/cluster.js';
import { ControllerError } from '../objects/controller-error.js';
import { groupOf, type KubeObject } from '../objects/object.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { objectionsTo, refusalText } from './objections.js';

/** The errors of an object of a kind. */
export type Judge = (object: KubeObject) => readonly Objection[];

/** A controller's write: either the object is stored, or the API server rejects it, which is an error for the controller. */
export function writeValidated(cluster: Cluster, object: KubeObject): void {
  refuse(cluster, object, objectionsTo);
  cluster.put(object);
}

/** The same for an object that may have been written before: each write stores a new object. */
export function writeCopy(cluster: Cluster, object: KubeObject, judge: Judge = objectionsTo): void {
  refuse(cluster, object, judge);
  cluster.putCopy(object);
}

function refuse(cluster: Cluster, object: KubeObject, judge: Judge): void {
  if (!cluster.refusesInvalid(object) || judge(object).length === 0) return;
  const { apiVersion, kind, metadata } = object;
  const before = cluster.get({ group: groupOf(apiVersion), kind }, metadata.namespace, metadata.name);
  const objections = newObjections(before, object, judge);
  if (objections.length === 0) return;
  cluster.refuse(object, objections);
  throw new ControllerError(refusalText(object, objections));
}

/**
 * Errors that an object did not have before, so that its author has to fix them. Values that are filled in before deployment may
 * be valid then.
 */
export function newObjections(
  before: KubeObject | undefined,
  after: KubeObject,
  judge: Judge = objectionsTo,
): readonly Objection[] {
  const known = new Set((before ? judge(before) : []).map(({ text }) => text));
  // Go writes <nil> for a missing field, which is not a placeholder.
  const isOpen = (text: string): boolean => isPlaceholder(text.replace(/^<nil>: /, ''));
  return judge(after).filter(({ text }) => !known.has(text) && !isOpen(text));
}

import type { Cluster, Objection } from '../objects/cluster.js';
import { ControllerError } from '../objects/controller-error.js';
import { groupOf, type KubeObject } from '../objects/object.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { objectionsTo, refusalText } from './objections.js';

/** What is refused of an object of its kind. */
export type Judge = (object: KubeObject) => readonly Objection[];

/** Where controllers write: the object is there then, or the API server refuses it, which is an error of theirs. */
export function write(cluster: Cluster, object: KubeObject): void {
  refuse(cluster, object, objectionsTo);
  cluster.put(object);
}

/** The same for an object that may have been written before: each write is an object of its own. */
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
 * What is wrong with an object that was not wrong with it before: that, whoever wrote it has to mend. What is filled in before it is
 * deployed may be right then.
 */
export function newObjections(
  before: KubeObject | undefined,
  after: KubeObject,
  judge: Judge = objectionsTo,
): readonly Objection[] {
  const known = new Set((before ? judge(before) : []).map(({ text }) => text));
  // Where Go names no field, it writes <nil>, which nobody fills in.
  const isOpen = (text: string): boolean => isPlaceholder(text.replace(/^<nil>: /, ''));
  return judge(after).filter(({ text }) => !known.has(text) && !isOpen(text));
}

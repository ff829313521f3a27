import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { isOfArgoCd } from '../kubernetes/kinds/application.js';

const managed = new WeakMap<ApiObject, readonly IConstruct[]>();

/** Records the constructs that an Application, or the Applications of an ApplicationSet, deploy. */
export function manage(application: ApiObject, constructs: readonly IConstruct[]): void {
  managed.set(application, constructs);
}

/** Whether a construct is an Application, or an ApplicationSet, whose entries are derived. */
export function isManager(construct: IConstruct): construct is ApiObject {
  return isObject(construct) && managed.has(construct);
}

/** The known objects that an Application deploys, without those of Argo CD. */
export function managedBy(application: ApiObject): readonly ApiObject[] {
  return objectsIn(managed.get(application) ?? []).filter(
    // An Application in the same chart deploys the objects beside it.
    ({ apiGroup: group, kind }) => !isOfArgoCd({ group, kind }),
  );
}

/**
 * The objects that an Application deploys without knowing it: they are in the file of a chart of which it manages other objects,
 * and no Application manages them.
 */
export function forgottenObjects(application: ApiObject): readonly ApiObject[] {
  const own = managedBy(application);
  if (own.length === 0) return [];
  const objects = objectsIn([application.node.root]);
  const known = new Set(objects.filter((object) => managed.has(object)).flatMap(managedBy));
  const charts = new Set(own.map((object) => Chart.of(object)));
  return objects.filter(
    (object) =>
      !isOfArgoCd({ group: object.apiGroup, kind: object.kind }) &&
      !known.has(object) &&
      charts.has(Chart.of(object)),
  );
}

/** All objects of constructs, each once. */
export function objectsIn(constructs: readonly IConstruct[]): readonly ApiObject[] {
  return [...new Set(constructs.flatMap(({ node }) => node.findAll()).filter(isObject))];
}

function isObject(construct: IConstruct): construct is ApiObject {
  return ApiObject.isApiObject(construct);
}

import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { isOfArgoCd } from '../kubernetes/kinds/application.js';

const managed = new WeakMap<ApiObject, readonly IConstruct[]>();

/** Records the constructs that an Application, or the Applications of an ApplicationSet, deploy. */
export function manage(application: ApiObject, constructs: readonly IConstruct[]): void {
  managed.set(application, constructs);
}

/** The known objects that an Application deploys, without those of Argo CD. */
export function managedBy(application: ApiObject): readonly ApiObject[] {
  return objectsIn(managed.get(application) ?? []).filter(
    // An Application in the same chart deploys the objects beside it.
    ({ apiGroup: group, kind }) => !isOfArgoCd({ group, kind }),
  );
}

/** All objects of constructs, each once. */
export function objectsIn(constructs: readonly IConstruct[]): readonly ApiObject[] {
  return [...new Set(constructs.flatMap(({ node }) => node.findAll()).filter(isObject))];
}

function isObject(construct: IConstruct): construct is ApiObject {
  return ApiObject.isApiObject(construct);
}

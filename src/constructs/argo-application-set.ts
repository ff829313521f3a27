import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { applicationSetSpec, type ApplicationSetSpec, argoCdApiVersion } from './manifests/application.js';
import { type ArgoProps, metadataOf } from './argo-application.js';
import { addChecks, annotate } from './checks.js';
import { derivedSpec } from './derived-spec.js';
import { manage } from './managed.js';

/** `spec` of an ApplicationSet in upstream's form, and what its Applications deploy. */
export type ArgoApplicationSetProps = ApplicationSetSpec & ArgoProps;

/** An Argo CD ApplicationSet whose Applications ignore the fields that controllers write in the objects that they deploy. */
export class ArgoApplicationSet extends ApiObject {
  constructor(scope: Construct, id: string, props: ArgoApplicationSetProps) {
    const { spec, addWarnings } = derivedSpec(
      () => this,
      (objects) => applicationSetSpec(props, objects, props.versions),
    );
    super(scope, id, {
      apiVersion: argoCdApiVersion,
      kind: 'ApplicationSet',
      metadata: metadataOf(id, props),
      spec,
    });
    manage(this, props.manages ?? []);
    annotate(this, props.suppress ?? {});
    addChecks(this, props.suppress);
    addWarnings();
  }
}

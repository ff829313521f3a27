import { ApiObject } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import {
  type ApplicationMetadata,
  applicationSpec,
  type ApplicationSpec,
  argoCdApiVersion,
  defaultArgoCdNamespace,
  type Versions,
} from './manifests/application.js';
import type { Unwritable } from './manifests/manifest.js';
import { addChecks, annotate, type Suppressions } from './checks.js';
import { derivedSpec } from './derived-spec.js';
import { manage } from './managed.js';

/** The common props of the constructs for Argo CD. */
export interface ArgoProps {
  /**
   * Its metadata, such as name and namespace. The namespace is that of Argo CD, not that of the chart.
   * @default - the id of the construct is the name, the namespace is `argocd`
   */
  readonly metadata?: ApplicationMetadata;

  /**
   * What it deploys: constructs such as a `CanaryRollout`, charts or the whole app. The entries of `ignoreDifferences` and the
   * sync options are derived from them.
   * @default - nothing in this app
   */
  readonly manages?: readonly IConstruct[];

  /**
   * The releases for which they are derived.
   * @default - the newest known ones
   */
  readonly versions?: Versions;

  /**
   * Rules of the linter to suppress, each with the reason.
   * @default - none
   */
  readonly suppress?: Suppressions;
}

/** `spec` of an Application in upstream's form, and what it deploys. */
export type ArgoApplicationProps = ApplicationSpec & ArgoProps;

/** An Argo CD Application that ignores the fields that controllers write in the objects that it deploys. */
export class ArgoApplication extends ApiObject {
  constructor(scope: Construct, id: string, given: ArgoApplicationProps | Unwritable) {
    const props = given as ArgoApplicationProps;
    const { spec, addWarnings } = derivedSpec(
      () => this,
      (objects, annotations) => applicationSpec(props, objects, { annotations }, props.versions),
    );
    super(scope, id, {
      apiVersion: argoCdApiVersion,
      kind: 'Application',
      metadata: metadataOf(id, props),
      spec,
    });
    manage(this, props.manages ?? []);
    annotate(this, props.suppress ?? {});
    addChecks(this, props.suppress);
    addWarnings();
  }
}

/** @internal */
export function metadataOf(id: string, { metadata = {} }: ArgoProps): object {
  const { labels, annotations, finalizers, ...names } = metadata;
  return {
    name: id,
    namespace: defaultArgoCdNamespace,
    ...names,
    ...(labels && { labels: { ...labels } }),
    ...(annotations && { annotations: { ...annotations } }),
    ...(finalizers && { finalizers: [...finalizers] }),
  };
}

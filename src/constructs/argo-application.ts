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
import { addChecks, annotate, type Suppressions } from './checks.js';
import { derivedSpec } from './derived-spec.js';
import { manage } from './managed.js';

/** What the constructs for Argo CD have in common. */
export interface ArgoProps {
  /**
   * Its name, its namespace and the like. The namespace is Argo CD's, whatever the chart's is.
   * @default - the id of the construct is the name, the namespace is `argocd`
   */
  readonly metadata?: ApplicationMetadata;

  /**
   * What it deploys: constructs such as a `CanaryRollout`, charts or the whole app. What has to be ignored and which sync
   * options are needed follows from them.
   * @default - nothing that is known here
   */
  readonly manages?: readonly IConstruct[];

  /**
   * For which releases that is worked out.
   * @default - the newest ones that are known
   */
  readonly versions?: Versions;

  /**
   * Rules of the linter that shall say nothing, each with the reason why.
   * @default - none
   */
  readonly suppress?: Suppressions;
}

/** `spec` of an Application as upstream writes it, and what it deploys. */
export type ArgoApplicationProps = ApplicationSpec & ArgoProps;

/** An Argo CD Application that leaves to the controllers what is theirs in the objects that it deploys. */
export class ArgoApplication extends ApiObject {
  constructor(scope: Construct, id: string, props: ArgoApplicationProps) {
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

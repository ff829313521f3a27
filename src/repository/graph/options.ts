import type { ArgoCdVersion } from '../../argocd/version.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { OwnSchemas } from '../../kubernetes/schemas/own.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import type { WorkTree } from '../files/work-trees.js';
import type { AsWritten } from './deployment.js';
import type { Exists } from './lost-sources.js';
import type { ResolverOptions } from './resolver.js';

/** The releases and settings of the cluster that manifests are for. */
export interface Releases {
  /** The release of Argo Rollouts that the manifests are for. */
  readonly rolloutsVersion: RolloutsVersion;
  /** Whether the controller runs with `--aws-verify-target-group`; undefined if unknown. */
  readonly verifiesTargetGroups: boolean | undefined;
  /** The release of Argo CD that syncs them. */
  readonly argoCdVersion: ArgoCdVersion;
}

export interface GraphOptions extends ResolverOptions, Partial<Releases> {
  /** All files of the input, including those without resources; by default those of the resources. */
  readonly files?: readonly Source[];
  /** Scripts, and configurations of services that run jobs. */
  readonly commandFiles?: readonly Source[];
  /** Whether a file may contain objects exported from a cluster; true by default. */
  readonly mayBeLive?: (source: Source) => boolean;
  /** The name of an object in its manifest, if it is deployed under another one. */
  readonly asWritten?: AsWritten;
  /** The work trees of the files: paths of Applications start there. */
  readonly workTrees?: readonly WorkTree[];
  /** Whether each file is deployed as a whole, like synthesized manifests. */
  readonly isSynthesized?: boolean;
  /** Schemas from outside of the input. */
  readonly ownSchemas?: OwnSchemas | undefined;
  /** What a path is in the file system; by default only the files of the input exist. */
  readonly exists?: Exists;
  /** Whether templates of a chart may read other files of it; true by default. */
  readonly readsOthers?: (chart: string) => boolean;
}

/** Resources that nothing deploys. */
export interface Undeployed {
  /** Next to a kustomization.yaml or Chart.yaml that leaves them out. */
  readonly unlisted: readonly Resource[];
  /** In tests and documentation. */
  readonly samples: readonly Resource[];
  /** Exported from a cluster, with fields that only the API server writes. */
  readonly live: readonly Resource[];
}

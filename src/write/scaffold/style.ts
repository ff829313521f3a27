import { applicationManifest, type ApplicationSpec } from '../../constructs/manifests/application.js';
import type { Manifest } from '../../constructs/manifests/manifest.js';
import { readinessGateLabel } from '../../kubernetes/annotations/aws-load-balancer.js';
import { ownCluster } from '../../kubernetes/kinds/application.js';
import { type Remark, toDocument } from '../../yaml/write/document.js';
import type { NewService } from './service.js';

/** The styles in which a service can be written. */
export const styles = ['yaml', 'kustomize', 'helm', 'cdk8s'] as const;
export type Style = (typeof styles)[number];

/** A file to write. */
export interface NewFile {
  /** The path from the root of the project, with `/` as separator. */
  readonly path: string;
  readonly text: string;
  /** Set for files that the user keeps if they exist: the lines say what to add to them. */
  readonly ifThere?: (existing: string) => readonly string[];
}

/** Manifests as Argo CD deploys them. */
export interface Deployment {
  readonly files: readonly NewFile[];
}

/** The result of writing a service in a style. */
export interface WrittenService {
  readonly files: readonly NewFile[];
  /** What Argo CD deploys, each checked separately. */
  readonly deployments: readonly Deployment[];
  /** The next steps for the user, one line each. */
  readonly next: readonly string[];
}

/** The path of an Application, outside of the folder that it deploys. */
export function applicationFile(name: string): string {
  return `argocd/${name}.application.yaml`;
}

/** The path of an ApplicationSet, likewise. */
export function applicationSetFile(name: string): string {
  return `argocd/${name}.applicationset.yaml`;
}

/** What an Application deploys, and to which namespace. */
interface DeployedFolder {
  readonly path: string;
  readonly namespace: string;
}

/** A label that a namespace needs for the router of a service. */
interface NamespaceLabel {
  readonly key: string;
  readonly value: string;
  /** What it does, after "before pods start: ". */
  readonly why: string;
  /** The comment on it in an Application. */
  readonly remark: string;
}

const readinessGates: NamespaceLabel = {
  key: readinessGateLabel,
  value: 'enabled',
  why: 'they are ready when the load balancer finds them healthy',
  remark: `With this label pods are ready only when the load balancer finds them healthy: the AWS Load Balancer Controller adds a
readiness gate to each. Label a namespace that exists by hand, before its pods start, and remove this.`,
};

const injection: NamespaceLabel = {
  key: 'istio-injection',
  value: 'enabled',
  why: 'Istio adds its sidecar to each; with revisions the label is istio.io/rev=REVISION',
  remark: `With this label Istio adds its sidecar to each pod, which follows the weights as a caller and counts requests. With revisions
it is istio.io/rev. Label a namespace that exists by hand, before its pods start, and remove this.`,
};

/** The label that a namespace needs for the router of a service; undefined for none. */
export function namespaceLabel({ router }: NewService): NamespaceLabel | undefined {
  if (router === 'alb') return readinessGates;
  return router === 'istio-subset' || router === 'istio-host' ? injection : undefined;
}

/** The props of an Application, without those derived from its objects. */
export function applicationProps(service: NewService, { path, namespace }: DeployedFolder) {
  const label = namespaceLabel(service);
  return {
    source: { repoURL: service.argocd?.repository ?? '', targetRevision: 'HEAD', path },
    destination: { server: ownCluster, namespace },
    syncPolicy: {
      automated: { prune: true, selfHeal: true },
      // The first sync of a new namespace fails without it.
      syncOptions: ['CreateNamespace=true'],
      ...(label && { managedNamespaceMetadata: { labels: { [label.key]: label.value } } }),
    },
  } as const satisfies ApplicationSpec;
}

/** Remarks on the specification of an Application. */
export function applicationRemarks(service: NewService): readonly Remark[] {
  const label = namespaceLabel(service);
  return label ? [{ at: ['spec', 'syncPolicy', 'managedNamespaceMetadata'], text: label.remark }] : [];
}

export const namesRemark: Remark = {
  at: ['apiVersion'],
  text: 'ignoreDifferences selects objects by name. After renaming one, run: rolloutkit drift --write',
};

/** An Application that ignores only the fields of these objects that the controller writes. */
export function applicationText(
  name: string,
  service: NewService,
  where: DeployedFolder,
  objects: readonly Manifest[],
): string {
  return toDocument(applicationManifest(name, applicationProps(service, where), objects), [
    namesRemark,
    ...applicationRemarks(service),
  ]);
}

/** A path within the folder of the Application; `.` is the root of the repository. */
export function inFolder(folder: string, ...segments: readonly string[]): string {
  return [...(folder === '.' ? [] : [folder]), ...segments].join('/');
}

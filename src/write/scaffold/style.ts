import { applicationManifest, type ApplicationSpec } from '../../constructs/manifests/application.js';
import type { Manifest } from '../../constructs/manifests/manifest.js';
import { toDocument } from '../../yaml/write/document.js';
import type { ArgoCdChoice } from './service.js';

/** The styles in which a service can be written. */
export const styles = ['yaml', 'kustomize', 'helm', 'cdk8s'] as const;
export type Style = (typeof styles)[number];

/** A file to write. */
export interface NewFile {
  /** The path from the root of the project, with `/` as separator. */
  readonly path: string;
  readonly text: string;
  /** Set for files that the user keeps if they exist: the lines say what to add to them. */
  readonly ifThere?: readonly string[];
}

/** Manifests as Argo CD deploys them. */
export interface Deployment {
  readonly files: readonly NewFile[];
}

/** The result of writing a service in a style. */
export interface Written {
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

/** The props of an Application, without those derived from its objects. */
export function applicationProps(
  { repository }: ArgoCdChoice,
  { path, namespace }: { readonly path: string; readonly namespace: string },
) {
  return {
    source: { repoURL: repository, targetRevision: 'HEAD', path },
    destination: { server: 'https://kubernetes.default.svc', namespace },
    // The first sync of a new namespace fails without it.
    syncPolicy: { automated: { prune: true, selfHeal: true }, syncOptions: ['CreateNamespace=true'] },
  } as const satisfies ApplicationSpec;
}

/** An Application that ignores only the fields of these objects that the controller writes. */
export function applicationText(
  name: string,
  argocd: ArgoCdChoice,
  where: { readonly path: string; readonly namespace: string },
  objects: readonly Manifest[],
): string {
  return toDocument(applicationManifest(name, applicationProps(argocd, where), objects), [
    {
      at: ['apiVersion'],
      text: 'ignoreDifferences selects objects by name. After renaming one, run: rolloutkit drift --write',
    },
  ]);
}

/** A path within the folder of the Application; `.` is the root of the repository. */
export function inFolder(folder: string, ...segments: readonly string[]): string {
  return [...(folder === '.' ? [] : [folder]), ...segments].join('/');
}

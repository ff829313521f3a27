import { applicationManifest, type ApplicationSpec } from '../../constructs/manifests/application.js';
import type { Manifest } from '../../constructs/manifests/manifest.js';
import { toDocument } from '../../yaml/write/document.js';
import type { ArgoCdChoice } from './service.js';

/** In what form a service is written. */
export const styles = ['yaml', 'kustomize', 'helm', 'cdk8s'] as const;
export type Style = (typeof styles)[number];

/** A file to write. */
export interface NewFile {
  /** Below the folder in which a project begins, with `/` between segments. */
  readonly path: string;
  readonly text: string;
  /** Part of a project that is somebody's own: where it is there, it stays, and these lines say what it may lack. */
  readonly ifThere?: readonly string[];
}

/** Manifests as they come to a cluster. */
export interface Deployment {
  readonly files: readonly NewFile[];
}

/** What a style makes of a service. */
export interface Written {
  readonly files: readonly NewFile[];
  /** What Argo CD deploys of it, each to be judged by itself. */
  readonly deployments: readonly Deployment[];
  /** What to do next, in a line each. */
  readonly next: readonly string[];
}

/** Where Applications are written, apart from what they deploy. */
export function applicationFile(name: string): string {
  return `argocd/${name}.application.yaml`;
}

/** What an Application says by itself. */
export function applicationProps(
  { repository }: ArgoCdChoice,
  { path, namespace }: { readonly path: string; readonly namespace: string },
) {
  return {
    source: { repoURL: repository, targetRevision: 'HEAD', path },
    destination: { server: 'https://kubernetes.default.svc', namespace },
    syncPolicy: { automated: { prune: true, selfHeal: true } },
  } as const satisfies ApplicationSpec;
}

/** An Application that ignores of these objects what the controller writes, and nothing else. */
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

/** A folder within the folder that Argo CD knows; `.` is the root of the repository. */
export function within(folder: string, ...segments: readonly string[]): string {
  return [...(folder === '.' ? [] : [folder]), ...segments].join('/');
}

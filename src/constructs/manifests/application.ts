import { merged } from './merged.js';
import {
  derivedSettings,
  type DifferenceOptions,
  type IgnoreDifference,
  type ManifestLike,
  type Uncovered,
} from './differences.js';

/** Exactly one of several alternatives: the keys of the others are left out. */
type Alternatives<A, B> =
  | (A & { readonly [Key in Exclude<keyof B, keyof A>]?: never })
  | (B & { readonly [Key in Exclude<keyof A, keyof B>]?: never });

/** Where an Application takes manifests from; what is not named here is passed on as it is. */
export interface ApplicationSource {
  readonly repoURL: string;
  /** @default - HEAD */
  readonly targetRevision?: string;
  /** The folder within the repository. */
  readonly path?: string;
  /** The name of a Helm chart, in place of `path`. */
  readonly chart?: string;
  /** The name by which value files of other sources refer to this one. */
  readonly ref?: string;
  readonly directory?: { readonly recurse?: boolean; readonly include?: string; readonly exclude?: string };
  readonly helm?: Readonly<Record<string, unknown>>;
  readonly kustomize?: Readonly<Record<string, unknown>>;
  readonly plugin?: Readonly<Record<string, unknown>>;
}

/** Where an Application deploys to: a cluster by its URL or by its name. */
export type ApplicationDestination = Alternatives<{ readonly server: string }, { readonly name: string }> & {
  /** The namespace of objects that name none. */
  readonly namespace?: string;
};

/** `spec.syncPolicy` of an Application. */
export interface ApplicationSyncPolicy {
  /** @default - it is synced by hand */
  readonly automated?: {
    readonly prune?: boolean;
    readonly selfHeal?: boolean;
    readonly allowEmpty?: boolean;
  };

  /**
   * Sync options besides those that are derived. One that is switched off, such as `ApplyOutOfSyncOnly=false`, stays so.
   * @default - none
   */
  readonly syncOptions?: readonly string[];
  readonly retry?: Readonly<Record<string, unknown>>;
  readonly managedNamespaceMetadata?: Readonly<Record<string, unknown>>;
}

interface ApplicationSpecBase {
  /** @default 'default' */
  readonly project?: string;
  readonly destination: ApplicationDestination;
  /** @default - it is synced by hand, with the sync options that are derived */
  readonly syncPolicy?: ApplicationSyncPolicy;

  /**
   * Entries besides those that are derived.
   * @default - none
   */
  readonly ignoreDifferences?: readonly IgnoreDifference[];

  /**
   * Fields of `spec` over those that follow from the properties, maps within maps; null takes one away.
   * @default - none
   */
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** `spec` of an Application, as far as nothing of it is derived. */
export type ApplicationSpec = ApplicationSpecBase &
  Alternatives<
    { readonly source: ApplicationSource },
    { readonly sources: readonly [ApplicationSource, ...ApplicationSource[]] }
  >;

/** What the metadata of an Application can say. */
export interface ApplicationMetadata {
  readonly name?: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

/** For which versions settings are derived. */
export interface Versions {
  /**
   * The version of Argo CD: a line such as `3.2`, or a release of it.
   * @default - the newest that is known
   */
  readonly argocd?: string;

  /**
   * The version of Argo Rollouts.
   * @default '1.9'
   */
  readonly rollouts?: DifferenceOptions['rollouts'];
}

/** `spec.template` of an ApplicationSet. */
export interface ApplicationTemplate {
  readonly metadata: ApplicationMetadata & { readonly name: string };
  readonly spec: ApplicationSpec;
}

/** `spec` of an ApplicationSet. */
export interface ApplicationSetSpec {
  /** As upstream writes them: `{ list: { elements: […] } }`, `{ git: { directories: […] } }`. */
  readonly generators: readonly Readonly<Record<string, unknown>>[];
  readonly goTemplate?: boolean;
  readonly goTemplateOptions?: readonly string[];
  readonly template: ApplicationTemplate;

  /**
   * Fields of `spec` over those that follow from the properties, maps within maps; null takes one away.
   * @default - none
   */
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** `spec` of an Application or ApplicationSet, with what has to be ignored of the objects that it deploys. */
export interface DerivedSpec {
  readonly spec: object;
  /** What no entry can cover. */
  readonly uncovered: readonly Uncovered[];
}

/** `spec` of an Application that deploys these objects. */
export function applicationSpec(
  spec: ApplicationSpec,
  objects: readonly ManifestLike[],
  { annotations = {} }: ApplicationMetadata = {},
  versions: Versions = {},
): DerivedSpec {
  const { project = 'default', destination, syncPolicy = {}, ignoreDifferences = [], overrides = {} } = spec;
  const { automated, syncOptions = [], ...policy } = syncPolicy;
  const derived = derivedSettings(objects, {
    ...versions,
    syncOptions,
    compareOptions: optionsIn(annotations['argocd.argoproj.io/compare-options']),
    ignoreDifferences,
    ...(automated && { automated }),
    ...(destination.namespace !== undefined && { namespace: destination.namespace }),
  });
  const entries = [...ignoreDifferences, ...derived.ignoreDifferences];
  const options = [...syncOptions, ...derived.syncOptions];
  const synced = {
    ...(automated && { automated }),
    ...(options.length > 0 && { syncOptions: options }),
    ...policy,
  };
  const made = {
    project,
    ...(spec.source ? { source: spec.source } : { sources: spec.sources }),
    destination,
    ...(Object.keys(synced).length > 0 && { syncPolicy: synced }),
    ...(entries.length > 0 && { ignoreDifferences: entries }),
  };
  return { spec: merged(made, overrides), uncovered: derived.uncovered };
}

/** `spec` of an ApplicationSet whose Applications deploy these objects. */
export function applicationSetSpec(
  { generators, goTemplate, goTemplateOptions, template, overrides = {} }: ApplicationSetSpec,
  objects: readonly ManifestLike[],
  versions: Versions = {},
): DerivedSpec {
  const { spec, uncovered } = applicationSpec(template.spec, objects, template.metadata, versions);
  const made = {
    ...(goTemplate !== undefined && { goTemplate }),
    ...(goTemplateOptions && { goTemplateOptions }),
    generators,
    template: { metadata: template.metadata, spec },
  };
  return { spec: merged(made, overrides), uncovered };
}

/** An Application that deploys these objects, with what has to be ignored of them. */
export function applicationManifest(
  name: string,
  spec: ApplicationSpec,
  objects: readonly ManifestLike[],
  metadata: ApplicationMetadata = {},
  versions: Versions = {},
): object {
  return {
    apiVersion: argoCdApiVersion,
    kind: 'Application',
    metadata: { name, namespace: defaultArgoCdNamespace, ...metadata },
    spec: applicationSpec(spec, objects, metadata, versions).spec,
  };
}

export const argoCdApiVersion = 'argoproj.io/v1alpha1';

/** Where Argo CD looks for Applications unless it is told of other namespaces. */
export const defaultArgoCdNamespace = 'argocd';

function optionsIn(annotation = ''): readonly string[] {
  return annotation
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');
}

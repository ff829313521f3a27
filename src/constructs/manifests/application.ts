import type { Alternatives } from './alternatives.js';
import type { Overrides } from './manifest.js';
import { merged } from './merged.js';
import {
  derivedSettings,
  type DifferenceOptions,
  type IgnoreDifference,
  type ManifestLike,
  type Uncovered,
} from './differences.js';
import type * as Upstream from './upstream-types.js';

/** Where an Application takes manifests from; in the form of its own field. */
export interface ApplicationSource {
  /** The URL of the Git repository or of the Helm repository. */
  readonly repoURL: string;
  /** @default - HEAD */
  readonly targetRevision?: string;
  /** The folder within the repository. */
  readonly path?: string;
  /** The name of a Helm chart, in place of `path`. */
  readonly chart?: string;
  /** The name by which value files of other sources refer to this one. */
  readonly ref?: string;
  /**
   * Which files of a folder of plain manifests are read.
   * @default - those of the folder itself
   */
  readonly directory?: { readonly recurse?: boolean; readonly include?: string; readonly exclude?: string };
  /**
   * Settings of Helm, such as `valueFiles`.
   * @default - none
   */
  readonly helm?: Upstream.HelmSettings;
  /**
   * Settings of Kustomize, such as `images`.
   * @default - none
   */
  readonly kustomize?: Upstream.KustomizeSettings;
  /**
   * A config management plugin, and what it is given.
   * @default - none
   */
  readonly plugin?: Upstream.PluginSettings;
}

/** Where an Application deploys to: a cluster by its URL or by its name. */
export type ApplicationDestination = Alternatives<
  {
    /** The URL of its API server. */
    readonly server: string;
  },
  {
    /** Its name in Argo CD. */
    readonly name: string;
  },
  'a destination is either a server, by its URL, or the name of a cluster'
> & {
  /** The namespace of objects that name none. */
  readonly namespace?: string;
};

/** `spec.syncPolicy` of an Application. */
export interface ApplicationSyncPolicy {
  /** @default - it is synced by hand */
  readonly automated?: {
    /**
     * Whether objects that are gone from Git are removed.
     * @default - false
     */
    readonly prune?: boolean;
    /**
     * Whether a change of the cluster alone is synced, too.
     * @default - false
     */
    readonly selfHeal?: boolean;
    /**
     * Whether a sync may remove all objects.
     * @default - false
     */
    readonly allowEmpty?: boolean;
  };

  /**
   * Sync options besides those that are derived. One that is switched off, such as `ApplyOutOfSyncOnly=false`, stays so.
   * @default - none
   */
  readonly syncOptions?: readonly string[];
  /**
   * How a sync that fails is tried again.
   * @default - it is not
   */
  readonly retry?: Upstream.RetrySettings;
  /**
   * Labels and annotations of the namespace that `CreateNamespace=true` makes.
   * @default - none
   */
  readonly managedNamespaceMetadata?: Upstream.NamespaceMetadata;
}

interface ApplicationSpecBase {
  /** @default 'default' */
  readonly project?: string;
  /** The cluster and the namespace that it deploys to. */
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
  readonly overrides?: Overrides<Upstream.ApplicationFields>;
}

/** `spec` of an Application, as far as nothing of it is derived. */
export type ApplicationSpec = ApplicationSpecBase &
  Alternatives<
    {
      /** Where the manifests are. */
      readonly source: ApplicationSource;
    },
    {
      /** Where the manifests are, in several places. */
      readonly sources: readonly [ApplicationSource, ...ApplicationSource[]];
    },
    'an Application has either source or sources'
  >;

/** What the metadata of an Application can say. */
export interface ApplicationMetadata {
  /**
   * The name.
   * @default - the id of the construct
   */
  readonly name?: string;
  /**
   * The namespace, which is Argo CD's.
   * @default - 'argocd'
   */
  readonly namespace?: string;
  /** @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
  /**
   * What has to be done before it is removed, such as `resources-finalizer.argocd.argoproj.io`.
   * @default - none
   */
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
  /** The metadata of each Application; the name has parameters of the generators. */
  readonly metadata: ApplicationMetadata & { readonly name: string };
  /** The spec of each Application. */
  readonly spec: ApplicationSpec;
}

/** `spec` of an ApplicationSet. */
export interface ApplicationSetSpec {
  /**
   * As upstream writes them: `{ list: { elements: […] } }`, `{ git: { directories: […] } }`. Any fields compile; the linter looks at
   * them when the app is synthesized.
   */
  readonly generators: readonly Readonly<Record<string, unknown>>[];
  /**
   * Whether placeholders are Go templates, such as `{{.path.basename}}`.
   * @default - false
   */
  readonly goTemplate?: boolean;
  /**
   * Options of Go templates, such as `missingkey=error`.
   * @default - none
   */
  readonly goTemplateOptions?: readonly string[];
  /** The Application that is made for each set of parameters. */
  readonly template: ApplicationTemplate;

  /**
   * Fields of `spec` over those that follow from the properties, maps within maps; null takes one away.
   * @default - none
   */
  readonly overrides?: Overrides<Upstream.ApplicationSetFields>;
}

/** `spec` of an Application or ApplicationSet, with what has to be ignored of the objects that it deploys. */
export interface DerivedSpec {
  readonly spec: object;
  /** The entries that are derived from the objects. */
  readonly ignored: readonly IgnoreDifference[];
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
  const { ignoreDifferences: ignored, uncovered } = derived;
  return { spec: merged(made, overrides), ignored, uncovered };
}

/** `spec` of an ApplicationSet whose Applications deploy these objects. */
export function applicationSetSpec(
  { generators, goTemplate, goTemplateOptions, template, overrides = {} }: ApplicationSetSpec,
  objects: readonly ManifestLike[],
  versions: Versions = {},
): DerivedSpec {
  const { spec, ...derived } = applicationSpec(template.spec, objects, template.metadata, versions);
  const made = {
    ...(goTemplate !== undefined && { goTemplate }),
    ...(goTemplateOptions && { goTemplateOptions }),
    generators,
    template: { metadata: template.metadata, spec },
  };
  return { ...derived, spec: merged(made, overrides) };
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

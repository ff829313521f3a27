import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

export function isApplication(resource: { group: string; kind: string }): boolean {
  return resource.group === 'argoproj.io' && resource.kind === 'Application';
}

export function isApplicationSet(resource: { group: string; kind: string }): boolean {
  return resource.group === 'argoproj.io' && resource.kind === 'ApplicationSet';
}

/** Whether Argo CD acts on the object: it deploys others, instead of being deployed with them. */
export function isOfArgoCd(resource: { group: string; kind: string }): boolean {
  return isApplication(resource) || isApplicationSet(resource) || isAppProject(resource);
}

function isAppProject(resource: { group: string; kind: string }): boolean {
  return resource.group === 'argoproj.io' && resource.kind === 'AppProject';
}

/** The source of an Application's fields: its own manifest, or the template of an ApplicationSet. */
export function applicationTemplate(resource: Resource): Field {
  return isApplicationSet(resource) ? resource.at('spec', 'template') : resource.at();
}

/** The same with the templates of generators, which take precedence over that of their ApplicationSet. */
export function applicationTemplates(resource: Resource): readonly Field[] {
  const own = applicationTemplate(resource);
  if (!isApplicationSet(resource)) return [own];
  const generators = resource.at('spec', 'generators').items.flatMap(({ entries }) => entries);
  return [own, ...generators.map((kind) => kind.at('template')).filter(({ exists }) => exists)];
}

/**
 * Where a change of all Applications of a manifest can be written; undefined if a generator's template or a `templatePatch` may
 * override it.
 */
export function writableTemplate(resource: Resource): Field | undefined {
  const [template, another] = applicationTemplates(resource);
  return another || resource.at('spec', 'templatePatch').exists ? undefined : template;
}

/** The sync options of an Application. Argo CD compares them case-sensitively. */
export function syncOptions(template: Field): readonly Field[] {
  return template.at('spec', 'syncPolicy', 'syncOptions').items;
}

/** The annotation with the sync options of one object. */
export const syncOptionsKey = 'argocd.argoproj.io/sync-options';

/** The annotation with the comparison options of an Application or of one object. */
export const compareOptionsKey = 'argocd.argoproj.io/compare-options';

/**
 * The options in an annotation of an object: separated by commas, without surrounding white space.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/resource/annotations.go
 */
export function optionsOf(template: Field, key: string): readonly string[] {
  return optionsAmong(template.at('metadata', 'annotations'), key);
}

/** The options that one of some annotations lists. */
export function optionsAmong(annotations: Field, key: string): readonly string[] {
  const { text } = annotations.at(key);
  if (text === undefined) return [];
  return text
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');
}

/** The sources of an Application: `source`, or all of `sources`. */
export function sources(application: Resource): readonly Field[] {
  const several = application.at('spec', 'sources').items;
  return several.length > 0 ? several : [application.at('spec', 'source')];
}

/** The default namespace of an Application's objects. */
export function destinationNamespace(application: Resource | Field): string | undefined {
  return application.at('spec', 'destination', 'namespace').text;
}

/** The address of the cluster that Argo CD itself runs in. */
export const ownCluster = 'https://kubernetes.default.svc';
/** The name of that cluster. */
export const ownClusterName = 'in-cluster';

/** The cluster of an Application's objects, by its name or address: `in-cluster` for that of Argo CD itself. */
export function destinationCluster(application: Resource): string | undefined {
  const destination = application.at('spec', 'destination');
  return isOwnCluster(destination)
    ? ownClusterName
    : (destination.at('server').text ?? destination.at('name').text);
}

/** Whether a destination is the cluster that Argo CD itself runs in, by its address or its name. */
export function isOwnCluster(destination: Field): boolean {
  return destination.at('server').text === ownCluster || destination.at('name').text === ownClusterName;
}

/** Owner and name of a repository, which are equal for all URLs of a repository, whatever the protocol. */
export function repositoryPath(url: string): string | undefined {
  const path = /^(?:[a-z+]+:\/\/[^/]*\/|[^/:]+:)(.*)$/i.exec(url)?.[1]?.toLowerCase();
  const [name, owner] =
    path
      ?.split('/')
      .filter((segment) => segment !== '')
      .reverse() ?? [];
  if (name === undefined) return undefined;
  return [...(owner === undefined ? [] : [owner]), name.replace(/\.git$/, '')].join('/');
}

/** The name of a repository, from the end of its URL. */
export function repositoryName(url: string): string | undefined {
  return /(?<![^/:])([^/:]+?)(\.git)?\/*$/.exec(url)?.[1];
}

/** The spec of an Application, or of the Applications that an ApplicationSet makes. */
export function applicationSpec(resource: Resource): Field {
  return applicationTemplate(resource).at('spec');
}

import { nearestName } from '../model/nearest-name.js';

/**
 * The annotations that argocd-image-updater reads on Applications, in any release from 0.1 to 1.3.
 * https://github.com/argoproj-labs/argocd-image-updater/blob/v1.3.0/pkg/argocd/annotations.go
 */
const ofApplication = [
  'allow-tags',
  'force-update',
  'git-branch',
  'git-repository',
  'ignore-tags',
  'image-list',
  'pull-secret',
  'update-strategy',
  'write-back-method',
  'write-back-target',
];

/** The same for one image: an alias, a dot, and one of these. */
const ofImage = [
  'allow-tags',
  'force-update',
  'helm.image-name',
  'helm.image-spec',
  'helm.image-tag',
  'ignore-tags',
  'kustomize.image-name',
  'platforms',
  'pull-secret',
  'tag-match',
  'update-strategy',
];

export const imageUpdaterPrefix = 'argocd-image-updater.argoproj.io/';

/** The annotation of an Application that lists the images for which argocd-image-updater looks for versions. */
export const imageListKey = `${imageUpdaterPrefix}image-list`;

/** The annotation that says into which file argocd-image-updater writes what it found. */
export const writeBackTargetKey = `${imageUpdaterPrefix}write-back-target`;

/**
 * The aliases of an `image-list` as keys have them. Releases before 1.0 write `/` as `_`, and some take the name of an image
 * without an alias for it.
 * https://github.com/argoproj-labs/argocd-image-updater/blob/v0.15.0/pkg/argocd/argocd.go (GetImagesAndAliasesFromApplication)
 */
export function aliasesOf(imageList: string): readonly string[] {
  return imageList.split(',').flatMap((entry) => {
    const at = entry.indexOf('=');
    const image = entry.trim();
    const [registry = '', ...path] = image.split('/');
    const [unaliased = ''] = (path.length > 0 && /[.:]/.test(registry) ? path.join('/') : image).split(
      /[:@]/,
      1,
    );
    const names = [at > 0 ? entry.slice(0, at).trim() : unaliased];
    return names.flatMap((name) => (name === '' ? [] : [name, name.replaceAll('/', '_')]));
  });
}

const strategies = ['semver', 'newest-build', 'alphabetical', 'digest'];
/** Names of earlier releases for newest-build and alphabetical, which are still read. */
const formerStrategies = ['latest', 'name'];
const methods = ['argocd', 'git'];

/**
 * A value of an annotation that argocd-image-updater does not know, with the ones that it knows. An unknown strategy is replaced by semver,
 * and with an unknown method to write back no image is updated.
 * https://github.com/argoproj-labs/argocd-image-updater/blob/v0.16.0/pkg/image/options.go (ParseUpdateStrategy)
 * https://github.com/argoproj-labs/argocd-image-updater/blob/v0.16.0/pkg/argocd/update.go (getWriteBackConfig)
 */
export function updaterValueProblem(
  name: string,
  value: string,
):
  | { readonly setting: 'update-strategy' | 'write-back-method'; readonly known: readonly string[] }
  | undefined {
  if (name === 'update-strategy' || name.endsWith('.update-strategy'))
    return [...strategies, ...formerStrategies].includes(value.toLowerCase())
      ? undefined
      : { setting: 'update-strategy', known: strategies };
  if (name !== 'write-back-method') return undefined;
  const [method = ''] = value.trim().split(':', 1);
  return methods.includes(method) ? undefined : { setting: 'write-back-method', known: methods };
}

/** Why an annotation has no effect, by the part of its key after the prefix. */
export type UpdaterProblem =
  | { readonly id: 'unknown'; readonly meant: string | undefined }
  | { readonly id: 'alias'; readonly alias: string };

/** Checks a key against the aliases of the same object. */
export function checkUpdaterKey(name: string, aliases: readonly string[]): UpdaterProblem | undefined {
  if (ofApplication.includes(name)) return undefined;
  const suffix = ofImage.find((key) => name.length > key.length + 1 && name.endsWith(`.${key}`));
  if (suffix !== undefined) {
    const alias = name.slice(0, -suffix.length - 1);
    return aliases.includes(alias) ? undefined : { id: 'alias', alias };
  }
  const alias = aliases.find((candidate) => name.startsWith(`${candidate}.`));
  if (alias === undefined) return { id: 'unknown', meant: nearestName(name, ofApplication, 3) };
  const key = nearestName(name.slice(alias.length + 1), ofImage, 3);
  return { id: 'unknown', meant: key === undefined ? undefined : `${alias}.${key}` };
}

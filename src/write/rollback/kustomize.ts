import { fitsWhole } from '../../kubernetes/kinds/go-pattern.js';
import type { Placement } from '../../repository/graph/deployment.js';
import { isKustomization, join, type Kustomization } from '../../repository/graph/kustomization.js';
import { type Patch } from '../../repository/graph/kustomization-patches.js';
import { sources } from '../../kubernetes/kinds/application.js';
import { containers, podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { manifest } from './manifest.js';
import { resourcesIn, type Setting, settingOf, type SettingsFile } from './settings.js';

/** The file that sets the image of a container, or what sets it in a form that cannot be edited. */
export type ImageHolder = { readonly file: SettingsFile } | { readonly blockedBy: string };

/**
 * What decides the image of a container in one placement of its resource: the last of the patches and `images` on the
 * way, or undefined for its own manifest. In each kustomization patches come before images.
 * https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/target/kusttarget_configplugin.go
 */
export function imageHolder(
  template: Field,
  container: Field,
  { via }: Placement,
  readFile: (path: string) => string | undefined,
): ImageHolder | undefined {
  const name = container.at('name').text ?? '';
  let image = container.at('image').text ?? '';
  let holder: ImageHolder | undefined;
  for (const level of [...via].reverse()) {
    for (const patch of level.patches) {
      const patched = patchedImage(template.resource, name, level, patch, readFile);
      if (!patched) continue;
      holder = patched.holder;
      image = patched.image ?? image;
    }
    for (const { entry, text } of imagesOf(level)) {
      const [key, renamed] = entry;
      if (key !== imageName(image)) continue;
      holder = {
        file: isKustomization(level.resource) ? imagesEntry(level, key) : applicationImage(level, key),
      };
      image = text ?? renamed ?? image;
    }
  }
  return holder;
}

/** An image without tag and digest, by which kustomize matches images. */
export function imageName(image: string): string {
  return image.replace(/@sha256:[^:@]*$/, '').replace(/:[^:/]*$/, '');
}

interface ImageEntry {
  /** The name of the images that it changes, and their new name. */
  readonly entry: readonly [name: string, newName: string | undefined];
  /** The complete new image, if an Application sets it. */
  readonly text?: string;
}

function imagesOf({ resource }: Kustomization): readonly ImageEntry[] {
  if (isKustomization(resource))
    return resource.at('images').items.map((item) => ({
      entry: [item.at('name').text ?? '', item.at('newName').text],
    }));
  return applicationImages(resource).map((item) => {
    const [name, image] = overridden(item.text ?? '');
    return { entry: [name, undefined], text: image };
  });
}

/** `name=image`, or an image whose name stays. https://argo-cd.readthedocs.io/en/stable/user-guide/kustomize/ */
function overridden(text: string): [name: string, image: string] {
  const at = text.indexOf('=');
  return at === -1 ? [imageName(text), text] : [text.slice(0, at), text.slice(at + 1)];
}

function applicationImages(application: Resource): readonly Field[] {
  return sources(application).flatMap((source) => source.at('kustomize', 'images').items);
}

/** An entry of the `images` of a kustomization. */
function imagesEntry({ resource }: Kustomization, name: string): SettingsFile {
  const { path } = resource.source;
  const find = (text: string): Resource | undefined => resourcesIn(path, text).find(isKustomization);
  return {
    path,
    what: `images entry "${name}"`,
    isWhole: true,
    read(text) {
      const entry = find(text)
        ?.at('images')
        .items.find((item) => item.at('name').text === name);
      if (!entry) return undefined;
      const settings = new Map<string, Setting>();
      const add = (key: string, as: string, stands: boolean): void => {
        const field = entry.at(key);
        const setting = settingOf(field, 'image', text);
        if (setting) settings.set(as, stands ? { ...setting, keyStart: field.keyPlace.start } : setting);
      };
      add('newName', 'newName', false);
      const isEither = entry.at('newTag').exists !== entry.at('digest').exists;
      // A digest may have replaced a tag; both together are two settings.
      for (const key of ['newTag', 'digest']) add(key, isEither ? 'newTag or digest' : key, isEither);
      return settings;
    },
  };
}

/** An image among the `kustomize.images` of an Application. */
function applicationImage({ resource: { name, kind, source } }: Kustomization, image: string): SettingsFile {
  return {
    path: source.path,
    what: `kustomize.images of ${kind} "${name}"`,
    isWhole: true,
    read(text) {
      const application = resourcesIn(source.path, text).find(
        (other) => other.group === 'argoproj.io' && other.kind === kind && other.name === name,
      );
      const item =
        application &&
        applicationImages(application).find(({ text: one }) => overridden(one ?? '')[0] === image);
      const setting = item && settingOf(item, 'image', text);
      return setting && new Map([[image, setting]]);
    },
  };
}

/** The image that a patch sets for a container, if any. */
function patchedImage(
  resource: Resource,
  container: string,
  { folder, resource: by }: Kustomization,
  patch: Patch,
  readFile: (path: string) => string | undefined,
): { readonly holder: ImageHolder; readonly image?: string } | undefined {
  if (patch.paths) return undefined;
  const file = patch.file === undefined ? undefined : join(folder, patch.file);
  const text = patch.inline ?? (file === undefined ? undefined : readFile(file));
  if (text === undefined || !/\bimage\b/.test(text)) return undefined;
  const isAimed = [
    [patch.kind, resource.kind],
    [patch.name, resource.name],
  ].every(([wanted, own]) => wanted === undefined || fitsWhole(wanted, own ?? '') !== false);
  if (patch.isSelector && !isAimed) return undefined;
  const resources = resourcesIn(file ?? '', text);
  for (const document of resources) {
    const template = document.kind === resource.kind ? podTemplate(document) : undefined;
    if (!template || (!patch.isSelector && document.name !== resource.name)) continue;
    const own = containers(template).find((item) => item.at('name').text === container);
    const image = own?.at('image').text;
    if (image === undefined) continue;
    if (file === undefined) return { holder: blocked('an inline patch', by), image };
    return { holder: { file: manifest(document, (name) => name === container) }, image };
  }
  const isJsonPatch = resources.length === 0 && /\/image\b/.test(text);
  return isJsonPatch ? { holder: blocked('a JSON patch', by) } : undefined;
}

function blocked(what: string, by: Resource): ImageHolder {
  return { blockedBy: `${what} of ${by.source.name}` };
}

import { isRollout } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { groupBy } from '../../model/multimap.js';
import { folderOf } from '../../model/source.js';
import { toValue } from '../../model/node.js';
import { nearestName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { foldersAbove, isAtOrBelow, isBelow } from '../../model/paths.js';
import type { Resource } from '../../model/resource.js';
import { parseValues } from '../../yaml/parse/values.js';
import { Built, type BuiltIdentity } from './built.js';
import type { Deployment } from './deployment.js';
import { generatorKeys, isRemote, join, type Kustomization, mergingBehaviors } from './kustomization.js';
import type { Patches } from './patches.js';
import { keyMeant } from './kustomization-keys.js';

/** Why kustomize cannot build a kustomization, and the entry that is the cause. */
export type Unbuildable =
  | {
      readonly why: 'outside' | 'missing' | 'notKustomized' | 'text';
      readonly at: Field;
      readonly entry: string;
      /** The path that the entry leads to. */
      readonly path: string | undefined;
      /** An existing entry that is similar to the missing one. */
      readonly nearest?: string | undefined;
    }
  | { readonly why: 'key'; readonly at: Field; readonly key: string; readonly right: string }
  | {
      readonly why:
        'untargeted' | 'otherVersion' | 'otherNamespace' | 'renamedLater' | 'unmerged' | 'unmergedHere';
      readonly at: Field;
      readonly kind: string;
      readonly name: string;
      /** The namespace of the existing object, if that is the difference. */
      readonly namespace?: string;
      readonly apiVersion?: string;
      /** The value that the entry has instead. */
      readonly said?: string;
    };

/**
 * What prevents kustomize from building kustomizations that involve a Rollout, and those that Applications name; with `paths`,
 * what is wrong in these files alone.
 */
export function unbuildable(
  deployment: Deployment,
  patches: Patches,
  all: readonly Resource[],
  paths?: ReadonlySet<string>,
): readonly Unbuildable[] {
  const { builds, sources } = deployment;
  const isAsked = ({ resource }: Kustomization) => paths?.has(resource.source.path) !== false;
  const leaves = builds.leaves.filter((leaf) => builds.chain(leaf).some(isAsked));
  if (leaves.length === 0) return [];
  const rollouts = all.filter(isRollout);
  const wanted = new Set(
    rollouts.flatMap((rollout) => deployment.placements(rollout).flatMap(({ leaf }) => leaf ?? [])),
  );
  // One that lies above a Rollout was meant to build it, or what it is built with.
  const above = new Set(rollouts.flatMap(({ source }) => foldersAbove(folderOf(source))));
  for (const leaf of leaves)
    if (
      above.has(leaf.folder) ||
      sources.namesKustomization(leaf.folder) ||
      builds.chain(leaf).some((kustomization) => patches.changeKind(kustomization, 'Rollout'))
    )
      wanted.add(leaf);
  const needed = new Set([...wanted].flatMap((leaf) => builds.chain(leaf)));
  // A wrong entry may have been meant for a Rollout that the kustomization leaves out.
  for (const rollout of deployment.unlisted.filter(isRollout)) {
    const beside = deployment.beside(rollout);
    if (beside) needed.add(beside);
  }
  const builder = new Builder(deployment, all, (path) => patches.textOf(path));
  const asked = new Set(leaves.flatMap((leaf) => builds.chain(leaf)).filter(isAsked));
  return [...asked].flatMap((kustomization) =>
    [...builder.faultsOf(kustomization)].filter(
      (fault) => needed.has(kustomization) || rollouts.some((rollout) => affects(fault, rollout)),
    ),
  );
}

/** Whether a fault prevents the object of its entry from being built. */
function affects(fault: Unbuildable, { source }: Resource): boolean {
  if (!('path' in fault) || fault.path === undefined) return false;
  return isAtOrBelow(source.path, fault.path);
}

/** What kustomize cannot build, as far as the input shows. https://github.com/kubernetes-sigs/kustomize/tree/kustomize/v5.8.1 */
class Builder {
  private files: ReadonlyMap<string, readonly Resource[]> | undefined;

  constructor(
    private readonly deployment: Deployment,
    private readonly all: readonly Resource[],
    private readonly textOf: (path: string) => string | undefined,
  ) {}

  private get byFile(): ReadonlyMap<string, readonly Resource[]> {
    return (this.files ??= groupBy(this.all, ({ source }) => source.path));
  }

  /** The faults of a kustomization's own entries. */
  *faultsOf(kustomization: Kustomization): Iterable<Unbuildable> {
    const root = kustomization.resource.at();
    for (const at of root.entries) {
      const right = keyMeant(String(at.key));
      if (right !== undefined) yield { why: 'key', at, key: String(at.key), right };
    }
    for (const key of ['resources', 'bases', 'components'])
      for (const at of root.at(key).items) yield* this.member(kustomization, at);
    for (const at of root.at('patches').items)
      if (at.text !== undefined) yield { why: 'text', at, entry: at.text, path: undefined };
    yield* this.patchFiles(kustomization);
    yield* this.patches(kustomization);
    yield* this.generators(kustomization);
  }

  private *member({ folder }: Kustomization, at: Field): Iterable<Unbuildable> {
    const entry = at.text;
    if (entry === undefined || isRemote(entry) || isPlaceholder(entry) || entry.startsWith('/')) return;
    const path = join(folder, entry);
    const { builds, files, inputFolders } = this.deployment;
    if (builds.in(path)) return;
    if (files.has(path)) {
      // kustomize/api/internal/loader: files are only read from the folder of the kustomization and below.
      if (!isBelow(path, folder)) yield { why: 'outside', at, entry, path };
      return;
    }
    if (inputFolders.has(path)) {
      if (inputFolders.holdsFiles(path)) yield { why: 'notKustomized', at, entry, path };
      return;
    }
    if (this.isKnownMissing(path))
      yield { why: 'missing', at, entry, path, nearest: this.nearestTo(path, entry) };
    // Nothing is known of it, but it is a file by its name.
    else if (/\.ya?ml$/.test(entry) && !isBelow(path, folder)) yield { why: 'outside', at, entry, path };
  }

  /** Nothing is known of a folder outside of the input. */
  private isKnownMissing(path: string): boolean {
    return this.deployment.inputFolders.has(path.slice(0, path.lastIndexOf('/')));
  }

  /** The files of patches; those that are YAML are in the input. */
  private *patchFiles({ folder, resource }: Kustomization): Iterable<Unbuildable> {
    const named = [
      ...resource.at('patchesStrategicMerge').items.filter(({ text }) => !isInline(text ?? '')),
      ...['patches', 'patchesJson6902'].flatMap((key) =>
        resource.at(key).items.map((item) => item.at('path')),
      ),
    ];
    for (const at of named) {
      const entry = at.text ?? '';
      if (!/\.ya?ml$/.test(entry) || isRemote(entry) || isPlaceholder(entry) || entry.startsWith('/'))
        continue;
      const path = join(folder, entry);
      if (!this.deployment.files.has(path) && this.isKnownMissing(path))
        yield { why: 'missing', at, entry, path, nearest: this.nearestTo(path, entry) };
    }
  }

  /** The existing sibling that is most similar to a missing file or folder. */
  private nearestTo(path: string, entry: string): string | undefined {
    const above = `${path.slice(0, path.lastIndexOf('/'))}/`;
    const { files, inputFolders } = this.deployment;
    const there = [...files, ...inputFolders].flatMap((one) =>
      one.startsWith(above) && !one.includes('/', above.length) ? [one.slice(above.length)] : [],
    );
    const name = path.slice(above.length);
    const nearest = nearestName(name, there);
    return nearest === undefined ? undefined : `${entry.slice(0, entry.lastIndexOf(name))}${nearest}`;
  }

  /** A strategic merge patch names its object; if that does not exist, kustomize fails. */
  private *patches(kustomization: Kustomization): Iterable<Unbuildable> {
    const root = kustomization.resource.at();
    // What it builds is only found out for patches: that looks through all objects.
    if (['patchesStrategicMerge', 'patches'].every((key) => root.at(key).items.length === 0)) return;
    const built = this.builtBy(kustomization);
    if (!built) return;
    for (const { at, content } of this.strategic(kustomization)) {
      const { kind, metadata } = (content ?? {}) as { kind?: unknown; metadata?: { name?: unknown } };
      const name = metadata?.name;
      if (typeof kind !== 'string' || typeof name !== 'string' || isPlaceholder(name)) continue;
      if (built.generates(kind, name)) continue;
      const [object] = built.objects(kind, name);
      if (!object) yield { why: 'untargeted', at, kind, name };
      else
        yield* missed(built.identities(kustomization, kind), { at, kind, name, content, first: object.name });
    }
  }

  /**
   * A generator with `behavior: merge` needs an existing object of its name, in the namespace of the manifest.
   * https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/resmap/reswrangler.go (AbsorbAll)
   */
  private *generators(kustomization: Kustomization): Iterable<Unbuildable> {
    let built: Built | undefined;
    for (const [key, kind] of Object.entries(generatorKeys))
      for (const generator of kustomization.resource.at(key).items) {
        const at = generator.at('name');
        const name = at.text;
        if (!mergingBehaviors.has(generator.at('behavior').text ?? '')) continue;
        built ??= this.builtBy(kustomization);
        if (!built) return;
        if (name === undefined || built.generates(kind, name, kustomization)) continue;
        const [found] = built.objects(kind, name);
        if (!found) yield { why: 'unmerged', at, kind, name };
        const { namespace = 'default' } = found ?? {};
        if (!generator.at('namespace').exists && namespace !== 'default')
          yield { why: 'unmergedHere', at, kind, name, namespace };
      }
  }

  private builtBy(kustomization: Kustomization): Built | undefined {
    return Built.of(kustomization, this.deployment, (file) => this.byFile.get(file));
  }

  private *strategic({
    resource,
    folder,
  }: Kustomization): Iterable<{ readonly at: Field; readonly content: unknown }> {
    const entries = [
      ...resource.at('patchesStrategicMerge').items.map((at) => ({ at, text: at.text })),
      ...resource
        .at('patches')
        .items.filter((item) => item.shape === 'map' && !item.at('target').exists)
        .map((item) => ({ at: item.at('path').exists ? item.at('path') : item.at('patch'), item }))
        .map(({ at }) => ({ at, text: at.text })),
    ];
    for (const { at, text } of entries) {
      if (text === undefined) continue;
      const path = join(folder, text);
      const contents =
        isInline(text) || at.key === 'patch'
          ? parseValues(text)
          : (this.byFile.get(path)?.map(({ root }) => toValue(root)) ?? documentValues(this.textOf(path)));
      for (const content of contents) yield { at, content };
    }
  }
}

/**
 * Why a patch without a target does not match the object of its kind and name: kustomize compares the complete identity that the
 * object has when it is patched. https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/kyaml/resid/resid.go (Equals)
 */
function* missed(
  identities: readonly BuiltIdentity[],
  {
    content,
    first,
    ...patch
  }: {
    at: Field;
    kind: string;
    name: string;
    content: unknown;
    /** The name of the object in its file. */
    first: string;
  },
): Iterable<Unbuildable> {
  const { apiVersion, metadata } = content as { apiVersion?: unknown; metadata?: { namespace?: unknown } };
  const { namespace = 'default' } = metadata ?? {};
  if (isPlaceholder(`${String(apiVersion)} ${String(namespace)}`)) return;
  const named = identities.filter(({ name }) => name === patch.name);
  if (named.some((one) => isPlaceholder(`${one.apiVersion} ${one.namespace}`))) return;
  const same = named.filter((one) => one.apiVersion === apiVersion);
  if (named[0] === undefined) yield { ...patch, why: 'renamedLater', said: first };
  else if (same[0] === undefined)
    yield {
      ...patch,
      why: 'otherVersion',
      apiVersion: named[0].apiVersion,
      said: typeof apiVersion === 'string' ? `apiVersion "${apiVersion}"` : 'no apiVersion',
    };
  else if (!same.some((one) => one.namespace === namespace))
    yield {
      ...patch,
      why: 'otherNamespace',
      namespace: namespaceInWords(same[0].namespace),
      said: namespaceInWords(String(namespace)),
    };
}

function namespaceInWords(namespace: string): string {
  return namespace === 'default' ? 'no namespace' : `namespace "${namespace}"`;
}

/** Whether an entry is an inline patch rather than a file name. */
function isInline(text: string): boolean {
  return text.includes('\n') || text.includes('{');
}

function documentValues(text: string | undefined): readonly unknown[] {
  return text === undefined ? [] : parseValues(text);
}

import type { Field } from '../model/field.js';
import { toValue } from '../model/node.js';
import { isPlaceholder } from '../model/placeholder.js';
import type { Resource } from '../model/resource.js';
import { parseValues } from '../parse/values.js';
import { type Deployment, stageNames } from './deployment.js';
import type { Folders } from './folders.js';
import { isRemote, join, type Kustomization } from './kustomization.js';

/** Why kustomize builds nothing of a kustomization, at the entry that keeps it from it. */
export type Unbuildable =
  | {
      readonly why: 'outside' | 'missing' | 'notKustomized' | 'text';
      readonly at: Field;
      readonly entry: string;
    }
  | { readonly why: 'untargeted'; readonly at: Field; readonly kind: string; readonly name: string };

/** What kustomize refuses to build, as far as the files given tell. https://github.com/kubernetes-sigs/kustomize/tree/kustomize/v5.8.1 */
export class Builder {
  private readonly byFile = new Map<string, Resource[]>();

  constructor(
    private readonly deployment: Deployment,
    private readonly folders: Folders,
    private readonly isFile: (path: string) => boolean,
    all: readonly Resource[],
    private readonly textOf: (path: string) => string | undefined,
  ) {
    for (const resource of all) {
      const others = this.byFile.get(resource.source.path);
      if (others) others.push(resource);
      else this.byFile.set(resource.source.path, [resource]);
    }
  }

  /** What keeps a kustomization from being built, of its own entries. */
  *faultsOf(kustomization: Kustomization): Iterable<Unbuildable> {
    const root = kustomization.resource.at();
    for (const key of ['resources', 'bases', 'components'])
      for (const at of root.at(key).items) yield* this.member(kustomization, at);
    for (const at of root.at('patches').items)
      if (at.text !== undefined) yield { why: 'text', at, entry: at.text };
    yield* this.patches(kustomization);
  }

  private *member({ folder }: Kustomization, at: Field): Iterable<Unbuildable> {
    const entry = at.text;
    if (entry === undefined || isRemote(entry) || isPlaceholder(entry) || entry.startsWith('/')) return;
    const path = join(folder, entry);
    if (this.deployment.builds.in(path)) return;
    if (this.isFile(path)) {
      // kustomize/api/internal/loader: a file is read from the folder of the kustomization and below alone.
      if (!path.startsWith(`${folder}/`)) yield { why: 'outside', at, entry };
      return;
    }
    if (this.folders.has(path)) {
      if (this.folders.holdsFiles(path)) yield { why: 'notKustomized', at, entry };
      return;
    }
    // Of a folder that is not given nothing is known.
    const above = path.slice(0, path.lastIndexOf('/'));
    if (this.folders.has(above)) yield { why: 'missing', at, entry };
  }

  /** Strategic merge patches name the object that they are for; without it kustomize ends. */
  private *patches(kustomization: Kustomization): Iterable<Unbuildable> {
    const chain = this.deployment.builds.chain(kustomization);
    if (kustomization.isComponent || this.deployment.builds.isOpen(kustomization)) return;
    if (chain.some(({ isTaught, mayRename }) => isTaught || mayRename)) return;
    const files = chain
      .flatMap(({ members }) => members)
      .filter((member) => !this.deployment.builds.in(member));
    if (files.some((file) => !this.byFile.has(file))) return;
    const built = files.flatMap((file) => this.byFile.get(file) ?? []);
    const isBuilt = (kind: string, name: string): boolean =>
      built.some(
        (resource) =>
          resource.kind === kind &&
          this.deployment
            .placements(resource)
            .some((placement) => stageNames(resource, placement).includes(name)),
      ) ||
      chain.some(({ generated }) => generated.some((other) => other.kind === kind && other.name === name));
    for (const { at, content } of this.strategic(kustomization)) {
      const { kind, metadata } = (content ?? {}) as { kind?: unknown; metadata?: { name?: unknown } };
      const name = metadata?.name;
      if (typeof kind !== 'string' || typeof name !== 'string' || isPlaceholder(name)) continue;
      if (!isBuilt(kind, name)) yield { why: 'untargeted', at, kind, name };
    }
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
      const isInline = text.includes('\n') || text.includes('{') || at.key === 'patch';
      const path = join(folder, text);
      const contents = isInline
        ? parseValues(text)
        : (this.byFile.get(path)?.map(({ root }) => toValue(root)) ?? parsed(this.textOf(path)));
      for (const content of contents) yield { at, content };
    }
  }
}

function parsed(text: string | undefined): readonly unknown[] {
  return text === undefined ? [] : parseValues(text);
}

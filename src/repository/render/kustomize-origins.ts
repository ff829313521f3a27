import { groupOf } from '../../kubernetes/objects/object.js';
import { join, type Kustomization } from '../graph/kustomization.js';
import type { Path } from '../../model/field.js';
import type { Place, Source } from '../../model/source.js';
import { parseValues } from '../../yaml/parse/values.js';
import { agreement, type Layer, mergedLayer, patchLayers, settingOf, type ChangedObject } from './layers.js';
import type { Origin, Origins } from './origins.js';
import type { KustomizeUnit } from './plan.js';
import type { RenderedDoc } from './rendered.js';
import { type Doc, documentsOf, findNode, placeOfHit, textAt } from './tree.js';

/** Finds the origin of a kustomization's output, by the annotations of kustomize and the content of the files. */
export class KustomizeOrigins implements Origins {
  private readonly known = new Map<RenderedDoc, Origin | undefined>();
  private readonly documents = new Map<Source, readonly Doc[]>();

  constructor(
    private readonly unit: KustomizeUnit,
    /** The folder that the paths in the annotations are relative to. */
    private readonly folder: string,
    private readonly sourceAt: (path: string) => Source | undefined,
  ) {}

  of(doc: RenderedDoc): Origin | undefined {
    if (!this.known.has(doc)) this.known.set(doc, this.find(doc));
    return this.known.get(doc);
  }

  file(): Place {
    const { source, root } = this.unit.kustomization.resource;
    return { source, start: root.start, end: root.start };
  }

  private find({ root, kind, name, origin }: RenderedDoc): Origin | undefined {
    const [value] = origin === undefined ? [] : parseValues(origin);
    const { path, repo, configuredIn } = (value ?? {}) as Readonly<Record<string, unknown>>;
    if (repo !== undefined) return undefined; // Its file is in another repository.
    if (typeof configuredIn === 'string') return this.generated(join(this.folder, configuredIn), kind, name);
    const files =
      typeof path === 'string'
        ? [join(this.folder, path)]
        : this.unit.chain.flatMap(({ members }) => members);
    const manifest = this.manifest(files, root);
    if (!manifest) return undefined;
    const written = textAt(manifest.root, 'metadata', 'name') ?? name;
    const subject: ChangedObject = { kind, names: this.namesOf(written, name), rendered: root };
    const base = mergedLayer(manifest, subject);
    const stages = this.unit.chain.map((kustomization) => ({
      kustomization,
      patches: patchLayers(kustomization, subject, this.sourceAt),
    }));
    return new ManifestOrigin({ kind, name: written }, manifest, base, stages, subject);
  }

  /** The names by which patches may mean an object: its own, and those that it gets on the way. */
  private namesOf(written: string, last: string): readonly string[] {
    const names = new Set([written]);
    let name = written;
    for (const { namePrefix, nameSuffix } of this.unit.chain.toReversed())
      names.add((name = `${namePrefix}${name}${nameSuffix}`));
    return [...names, last];
  }

  /** The document in some files that became an object: one of its kind whose name is part of the object's. */
  private manifest(files: readonly string[], root: RenderedDoc['root']): Doc | undefined {
    const docs = files.flatMap((file) => this.documentsOf(file));
    const group = groupIn(root);
    const name = textAt(root, 'metadata', 'name') ?? '';
    const named = docs
      .filter((doc) => textAt(doc.root, 'kind') === textAt(root, 'kind') && groupIn(doc.root) === group)
      .map((doc) => ({ doc, name: textAt(doc.root, 'metadata', 'name') ?? '' }));
    const exact = named.find((other) => other.name === name);
    const longest = named
      .filter((other) => name.includes(other.name))
      .sort((left, right) => right.name.length - left.name.length);
    return (exact ?? longest[0])?.doc;
  }

  private documentsOf(file: string): readonly Doc[] {
    const source = this.sourceAt(file);
    if (!source) return [];
    let docs = this.documents.get(source);
    if (!docs) this.documents.set(source, (docs = documentsOf(source)));
    return docs;
  }

  private generated(file: string, kind: string, name: string): Origin | undefined {
    const generators = this.unit.chain
      .filter(({ resource }) => resource.source === this.sourceAt(file))
      .flatMap(({ generated }) => generated)
      .filter((other) => other.kind === kind && name.includes(other.name));
    const at = generators.sort((left, right) => right.name.length - left.name.length)[0]?.at;
    if (!at) return undefined;
    const place = (): Place => at.place;
    return {
      written: { kind, name: at.text ?? name },
      names: this.namesOf(at.text ?? name, name),
      place,
      removal: () => undefined,
      touches: () => undefined,
    };
  }
}

function groupIn(root: RenderedDoc['root']): string {
  return groupOf(textAt(root, 'apiVersion') ?? '');
}

interface Stage {
  readonly kustomization: Kustomization;
  readonly patches: readonly Layer[];
}

/** An object with a manifest, and everything that changed it, outermost first. */
class ManifestOrigin implements Origin {
  constructor(
    readonly written: { readonly kind: string; readonly name: string },
    private readonly manifest: Doc,
    private readonly base: Layer,
    private readonly stages: readonly Stage[],
    private readonly subject: ChangedObject,
  ) {}

  get names(): readonly string[] {
    return this.subject.names;
  }

  place(path: Path, isKey: boolean): Place | undefined {
    const rendered = findNode(this.subject.rendered, path)?.node;
    if (rendered?.kind === 'scalar') {
      const place = this.placeOfScalar(path, rendered.value, isKey);
      if (place) return place;
    } else if (rendered) {
      const found = this.layers.flatMap((layer) => layer.find(path) ?? []);
      const scored = found.map((one) => ({ ...one, score: agreement(one.hit, rendered) }));
      const best = Math.max(...scored.map(({ score }) => score));
      const made = scored.find(({ score }) => score === best);
      if (made) return placeOfHit(made.doc, made.hit, isKey);
    }
    if (path.length === 0) return placeOfHit(this.manifest, { node: this.manifest.root, entry: undefined });
    return this.place(path.slice(0, -1), true);
  }

  /** The origin of a value; if no file contains the value itself, the place of the value before it was changed. */
  private placeOfScalar(path: Path, value: unknown, isKey: boolean): Place | undefined {
    let nearest: Place | undefined;
    for (const { kustomization, patches } of [
      ...this.stages,
      { kustomization: undefined, patches: [this.base] },
    ]) {
      const setting = kustomization && settingOf(kustomization, path, value, this.subject);
      if (setting) return setting;
      for (const layer of patches) {
        const found = layer.find(path);
        if (!found) continue;
        const place = placeOfHit(found.doc, found.hit, isKey);
        if (found.hit.node.kind === 'scalar' && found.hit.node.value === value) return place;
        nearest = place;
      }
    }
    return nearest;
  }

  private get layers(): readonly Layer[] {
    return [...this.stages.flatMap(({ patches }) => patches), this.base];
  }

  removal(path: Path): Place | undefined {
    if (findNode(this.subject.rendered, path) || !this.base.find(path)) return undefined;
    for (const layer of this.stages.flatMap(({ patches }) => patches)) {
      const place = layer.removal(path);
      if (place) return place;
    }
    return undefined;
  }

  touches(path: Path, isAllowed: (file: string) => boolean): Place | undefined {
    for (const layer of this.layers) {
      const place = layer.touches(path);
      if (place && isAllowed(place.source.path)) return place;
    }
    return undefined;
  }
}

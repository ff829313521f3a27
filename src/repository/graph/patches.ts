import { fitsWhole } from '../../kubernetes/kinds/go-pattern.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Path } from '../../model/field.js';
import { toValue } from '../../model/node.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import { parseValues } from '../../yaml/parse/values.js';
import { type Deployment, type Placement, stageNames } from './deployment.js';
import { join, type Kustomization } from './kustomization.js';
import { anyItem, type Patch, touchedPaths } from './kustomization-patches.js';

/** A patch or setting of a kustomization that may change a field; no patch for a plugin or function. */
export interface FieldSetter {
  readonly placement: Placement;
  readonly kustomization: Kustomization;
  readonly patch: Patch | undefined;
  /** What a patch has; empty for a setting. */
  readonly contents: readonly unknown[];
}

/** The fields of resources that patches of kustomizations may change. */
export class Patches {
  private byFile: Map<string, Resource[]> | undefined;
  private sources: ReadonlyMap<string, Source> | undefined;
  /** The paths that are touched in a resource, for each of its placements. */
  private readonly touched = new Map<Resource, readonly (readonly Path[])[]>();

  private readonly foreign = new Map<Kustomization, boolean>();

  constructor(
    private readonly deployment: Deployment,
    private readonly all: readonly Resource[],
    private readonly files: readonly Source[],
  ) {}

  /** Whether a field may change in any placement of its resource. */
  touch(resource: Resource, path: Path): boolean {
    return this.ways(resource).some((touched) => touched.some((other) => overlap(other, path)));
  }

  /** The same for the items of a list or the keys of a map alone: what changes items, such as `images`, adds none. */
  touchWhole(resource: Resource, path: Path): boolean {
    return this.ways(resource).some((touched) =>
      touched.some((other) => overlap(other, path) && other[path.length] !== anyItem),
    );
  }

  /**
   * Whether a patch may change a field, and not a setting of a kustomization such as `images`.
   * @param through the only kustomization whose placements count, up to what it builds itself; default: any, up to the end
   */
  touchByPatch(resource: Resource, path: Path, through?: Resource): boolean {
    return this.deployment.placements(resource).some((placement) => {
      // The outermost comes first.
      const from = through ? placement.via.findIndex((on) => on.resource === through) : 0;
      if (from < 0) return false;
      const names = stageNames(resource, placement);
      return placement.via
        .slice(from)
        .some(
          (kustomization) =>
            this.runsForeign(kustomization) ||
            kustomization.patches.some(
              (patch) =>
                patch.paths === undefined &&
                this.paths(kustomization, patch, resource, names).some((other) => overlap(other, path)),
            ),
        );
    });
  }

  /** What kustomizations set a field of a resource to, in each of its placements; the outermost first. */
  settersOf(resource: Resource, path: Path): readonly FieldSetter[] {
    return this.deployment.placements(resource).flatMap((placement) => {
      const names = stageNames(resource, placement);
      return placement.via.flatMap((kustomization): readonly FieldSetter[] => [
        ...kustomization.patches
          .filter((patch) =>
            this.paths(kustomization, patch, resource, names).some((other) => overlap(other, path)),
          )
          .map((patch) => ({
            placement,
            kustomization,
            patch,
            contents: patch.paths ? [] : this.contents(kustomization, patch),
          })),
        ...(this.runsForeign(kustomization)
          ? [{ placement, kustomization, patch: undefined, contents: [] }]
          : []),
      ]);
    });
  }

  /** The objects in files of patches that are merged into a resource by its name. */
  mergedInto(resource: Resource): readonly Resource[] {
    const merged = this.deployment.placements(resource).flatMap((placement) => {
      if (isUnpatched(placement)) return [];
      const names = stageNames(resource, placement);
      return placement.via.flatMap(({ patches, folder }) =>
        patches
          .flatMap(({ file }) => (file === undefined ? [] : this.resourcesIn(join(folder, file))))
          .filter(
            (one) => one.kind === resource.kind && one.group === resource.group && names.includes(one.name),
          ),
      );
    });
    return [...new Set(merged)];
  }

  /** Whether a field may change in each placement through a kustomization. */
  touchAllThrough(kustomization: Resource, resource: Resource, path: Path): boolean {
    const ways = this.ways(resource);
    const through = this.deployment
      .placements(resource)
      .flatMap(({ via }, index) => (via.some((on) => on.resource === kustomization) ? [ways[index]!] : []));
    return through.length > 0 && through.every((touched) => touched.some((other) => overlap(other, path)));
  }

  /** Whether a field may change on the way to an Application; patches of what others deploy do not count. */
  touchFor(application: Resource, resource: Resource, path: Path): boolean {
    const placements = this.deployment.placements(resource);
    const isOwn = (placement: Placement): boolean => placement.application === application;
    const isAny = !placements.some(isOwn);
    return this.ways(resource).some(
      (touched, index) =>
        (isAny || isOwn(placements[index]!)) && touched.some((other) => overlap(other, path)),
    );
  }

  private ways(resource: Resource): readonly (readonly Path[])[] {
    let ways = this.touched.get(resource);
    if (!ways) {
      const placements = this.deployment.placements(resource);
      if (placements.length === 1 && isUnpatched(placements[0]!)) ways = onlyUntouched;
      else
        ways = placements.map((placement) => {
          if (isUnpatched(placement)) return untouched;
          const names = stageNames(resource, placement);
          return placement.via.flatMap((kustomization) => [
            ...kustomization.patches.flatMap((patch) => this.paths(kustomization, patch, resource, names)),
            ...labelledPaths(kustomization, resource),
            ...generatedPaths(kustomization, resource, names),
            ...(this.runsForeign(kustomization) ? wholeObject : []),
          ]);
        });
      this.touched.set(resource, ways);
    }
    return ways;
  }

  /** Whether a kustomization has a patch for objects of a kind. */
  changeKind(kustomization: Kustomization, kind: string): boolean {
    return kustomization.patches.some((patch) =>
      patch.kind === undefined
        ? patch.paths === undefined &&
          this.contents(kustomization, patch).some((content) => kindOf(content) === kind)
        : patch.kind === kind,
    );
  }

  /** The paths that one patch may touch in a resource; none if the patch is for another one. */
  private paths(
    kustomization: Kustomization,
    patch: Patch,
    resource: Resource,
    names: readonly string[],
  ): readonly Path[] {
    if (patch.isSelector && !targetSelects(patch, resource, names)) return [];
    if (patch.paths) return patch.paths;
    const contents = this.contents(kustomization, patch);
    if (patch.isSelector) return contents.flatMap(touchedPaths);
    return contents.filter((content) => namesResource(content, resource, names)).flatMap(touchedPaths);
  }

  /** Whether a kustomization runs a plugin or a function, which may change anything. */
  private runsForeign(kustomization: Kustomization): boolean {
    if (kustomization.transformers.length === 0) return false;
    let runs = this.foreign.get(kustomization);
    if (runs === undefined) {
      const contents = kustomization.transformers.flatMap((one) => this.contents(kustomization, one));
      runs = contents.some((content) => {
        const { apiVersion } = (content ?? {}) as { apiVersion?: unknown };
        return typeof apiVersion === 'string' && apiVersion !== 'builtin';
      });
      this.foreign.set(kustomization, runs);
    }
    return runs;
  }

  private contents(
    kustomization: Kustomization,
    { file, inline }: Pick<Patch, 'file' | 'inline'>,
  ): readonly unknown[] {
    if (inline !== undefined) return parseValues(inline);
    const path = file === undefined ? '' : join(kustomization.folder, file);
    const resources = this.resourcesIn(path);
    if (resources.length > 0) return resources.map(({ root }) => toValue(root));
    const text = this.textOf(path);
    return text === undefined ? [undefined] : parseValues(text);
  }

  /** The content of a file of the input. */
  textOf(path: string): string | undefined {
    this.sources ??= new Map(this.files.map((source) => [source.path, source]));
    return this.sources.get(path)?.read();
  }

  private resourcesIn(file: string): readonly Resource[] {
    if (!this.byFile) {
      this.byFile = new Map();
      for (const resource of this.all) {
        const resources = this.byFile.get(resource.source.path);
        if (resources) resources.push(resource);
        else this.byFile.set(resource.source.path, [resource]);
      }
    }
    return this.byFile.get(file) ?? [];
  }
}

function isUnpatched({ via }: Placement): boolean {
  return via.every(
    ({ patches, templateLabels, transformers, generated }) =>
      [patches, templateLabels, transformers].every(({ length }) => length === 0) &&
      !generated.some(({ isMerged }) => isMerged),
  );
}

/**
 * The data of a ConfigMap or Secret that a generator merges its own into, which makes strings of all values.
 * https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/resource/resource.go (MergeDataMapFrom)
 */
function generatedPaths(
  { generated }: Kustomization,
  { kind, name }: Resource,
  names: readonly string[],
): readonly Path[] {
  const isMerged = generated.some(
    (one) => one.isMerged && one.kind === kind && (one.name === name || names.includes(one.name)),
  );
  return isMerged ? dataPaths : untouched;
}

const dataPaths: readonly Path[] = [['data'], ['binaryData'], ['stringData']];

/** The labels that a kustomization adds to the pods and the selector of a built-in workload. */
function labelledPaths({ templateLabels }: Kustomization, resource: Resource): readonly Path[] {
  if (templateLabels.length === 0 || isRollout(resource)) return untouched;
  const template = podTemplate(resource);
  if (!template) return untouched;
  const keys = templateLabels.flatMap(({ entries }) => entries.map(({ key }) => String(key)));
  return keys.flatMap((key) => [
    [...template.path, 'metadata', 'labels', key],
    ['spec', 'selector', 'matchLabels', key],
  ]);
}

const wholeObject: readonly Path[] = [[]];

/** Shared, because it is the result for most resources. */
const untouched: readonly Path[] = [];
const onlyUntouched = [untouched];

function kindOf(content: unknown): unknown {
  return typeof content === 'object' && content !== null
    ? (content as { readonly kind?: unknown }).kind
    : undefined;
}

/** The target of a patch: kind and name are anchored regular expressions. */
function targetSelects({ kind, name }: Patch, resource: Resource, names: readonly string[]): boolean {
  return matchesPattern(kind, resource.kind) && names.some((candidate) => matchesPattern(name, candidate));
}

function matchesPattern(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined) return true;
  return fitsWhole(pattern, text) ?? true; // A pattern that cannot be parsed may match.
}

/** A strategic merge patch names the object that it changes. */
function namesResource(content: unknown, resource: Resource, names: readonly string[]): boolean {
  if (typeof content !== 'object' || content === null) return true;
  const { kind, metadata } = content as { kind?: unknown; metadata?: { name?: unknown } };
  return (
    kind === resource.kind && (metadata?.name === undefined || names.some((name) => name === metadata.name))
  );
}

/** Whether two paths are equal, or one is a prefix of the other. */
function overlap(touched: Path, path: Path): boolean {
  const length = Math.min(touched.length, path.length);
  for (let index = 0; index < length; index++)
    if (touched[index] !== anyItem && String(touched[index]) !== String(path[index])) return false;
  return true;
}

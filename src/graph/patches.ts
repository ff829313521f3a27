import type { Path } from '../model/field.js';
import { toValue } from '../model/node.js';
import type { Resource } from '../model/resource.js';
import { parseValues } from '../parse/values.js';
import type { Deployment } from './deployment.js';
import { join, type Kustomization, type Patch, touchedPaths } from './kustomization.js';

/** Which fields of which resources the patches of kustomizations may change. */
export class Patches {
  private readonly byFile: ReadonlyMap<string, readonly Resource[]>;
  private readonly touched = new Map<Resource, readonly Path[]>();

  constructor(
    private readonly deployment: Deployment,
    all: readonly Resource[],
    private readonly readFile: (path: string) => string | undefined,
  ) {
    const byFile = new Map<string, Resource[]>();
    for (const resource of all) {
      const resources = byFile.get(resource.source.path);
      if (resources) resources.push(resource);
      else byFile.set(resource.source.path, [resource]);
    }
    this.byFile = byFile;
  }

  touch(resource: Resource, path: Path): boolean {
    const leaves = this.deployment.leaves(resource);
    if (leaves.length === 0) return false;
    let touched = this.touched.get(resource);
    if (!touched) {
      touched = leaves
        .flatMap((leaf) => this.deployment.chain(leaf))
        .flatMap((kustomization) =>
          kustomization.patches.flatMap((patch) => this.paths(kustomization, patch, resource)),
        );
      this.touched.set(resource, touched);
    }
    return touched.some((other) => isPrefix(other, path) || isPrefix(path, other));
  }

  /** The paths that one patch may touch in one resource; none if it is meant for another. */
  private paths(kustomization: Kustomization, patch: Patch, resource: Resource): readonly Path[] {
    if (patch.isSelector && !isSelected(patch, resource)) return [];
    const contents = this.contents(kustomization, patch);
    if (patch.isSelector) return contents.flatMap(touchedPaths);
    return contents.filter((content) => isMeant(content, resource)).flatMap(touchedPaths);
  }

  private contents(kustomization: Kustomization, { file, inline }: Patch): readonly unknown[] {
    if (inline !== undefined) return parseValues(inline);
    const path = file === undefined ? '' : join(kustomization.folder, file);
    const resources = this.byFile.get(path);
    if (resources) return resources.map(({ root }) => toValue(root));
    const text = this.readFile(path);
    return text === undefined ? [undefined] : parseValues(text);
  }
}

/** The target of a patch: kind and name are anchored regular expressions. */
function isSelected({ kind, name }: Patch, resource: Resource): boolean {
  return matches(kind, resource.kind) && matches(name, resource.name);
}

function matches(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined) return true;
  try {
    return new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return true; // What cannot be understood may match.
  }
}

/** A strategic merge patch names the object that it changes. */
function isMeant(content: unknown, resource: Resource): boolean {
  if (typeof content !== 'object' || content === null) return true;
  const { kind, metadata } = content as { kind?: unknown; metadata?: { name?: unknown } };
  return kind === resource.kind && (metadata?.name === undefined || metadata.name === resource.name);
}

function isPrefix(prefix: Path, path: Path): boolean {
  return prefix.length <= path.length && prefix.every((segment, index) => String(segment) === String(path[index]));
}

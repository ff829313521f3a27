import { isMap } from '../../../src/kubernetes/objects/json.js';
import { Builds } from '../../../src/repository/graph/builds.js';
import { isKustomization, readKustomization } from '../../../src/repository/graph/kustomization.js';
import { isKustomizationFile, type Source } from '../../../src/model/source.js';
import { Reader } from '../../../src/yaml/parse/read.js';
import { parseValues } from '../../../src/yaml/parse/values.js';
import { type StaticBuild, staticBuild } from '../../../src/repository/render/static-build.js';

/** A kustomization, and what is known without a program of what it builds. */
export interface Known {
  readonly folder: string;
  readonly build: StaticBuild;
  /** Whether it builds on another kustomization, or sets anything: else there is little to know. */
  readonly isOverlay: boolean;
}

/** Each kustomization of some files, whether another one builds on it or not. */
export function kustomizationsIn(
  sources: readonly Source[],
  isLink: (file: string) => boolean,
): readonly Known[] {
  const reader = new Reader();
  const files = new Map(sources.map((source) => [source.path, source]));
  const all = sources
    .flatMap((source) => {
      try {
        return reader.read(source).resources;
      } catch {
        return []; // A file that cannot be read is no kustomization.
      }
    })
    .filter((resource) => isKustomization(resource) && isKustomizationFile(resource.source.path))
    .map((resource) => readKustomization(resource));
  const builds = new Builds(
    all,
    () => true,
    (path) => files.has(path),
  );
  return all.map((kustomization) => {
    const chain = builds.chain(kustomization);
    const settings = kustomization.resource.at().entries.map(({ key }) => String(key));
    return {
      folder: kustomization.folder,
      build: staticBuild({ kustomization, chain }, (path) =>
        isLink(path) ? undefined : files.get(path)?.read(),
      ),
      isOverlay: chain.length > 1 || settings.some((key) => !unremarkable.has(key)),
    };
  });
}

const unremarkable = new Set(['apiVersion', 'kind', 'metadata', 'resources', 'bases']);

/** What differs between the objects of two lists, an object for each line; nothing where they are the same. */
export function differences(
  build: Extract<StaticBuild, { objects: unknown }>,
  output: string,
): readonly string[] {
  const ours = byIdentity(build.objects.map(({ value }) => value));
  const theirs = byIdentity(parseValues(output).filter((value) => value !== null && value !== undefined));
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((key) => {
    const [left, right] = [ours.get(key), theirs.get(key)];
    return left === right ? [] : [`${key}\n  here:      ${left ?? ''}\n  kustomize: ${right ?? ''}`];
  });
}

function byIdentity(values: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(
    values.map((value) => {
      const { apiVersion, kind, metadata } = value as Readonly<Record<string, unknown>>;
      const { namespace, name } = metadata as Readonly<Record<string, unknown>>;
      return [JSON.stringify([apiVersion, kind, namespace, name]), JSON.stringify(sorted(value))];
    }),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

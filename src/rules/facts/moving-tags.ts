import { nameOfImage } from '../../argocd/image-updater.js';
import { readImage } from '../../kubernetes/kinds/image.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Kustomization } from '../../repository/graph/kustomization.js';
import { isRendered } from '../../repository/graph/deployment.js';
import { imageWriterOf, isImageSetByName } from './image-writers.js';

/** Tags that registries and pipelines move from version to version, by name. */
const moving: ReadonlySet<string> = new Set([
  ...['latest', 'main', 'master', 'trunk', 'develop', 'development', 'dev', 'edge', 'nightly'],
  ...['staging', 'stage', 'production', 'prod', 'preview', 'test', 'testing', 'qa', 'uat', 'local'],
  ...['canary', 'stable', 'unstable', 'current', 'next', 'mainline', 'snapshot', 'lts'],
]);

/** Words for what a variant of an image is built on or for, of which several versions have the same tag. */
const variants: ReadonlySet<string> = new Set([
  ...['alpine', 'slim', 'perl', 'otel', 'debian', 'ubuntu', 'bookworm', 'bullseye', 'trixie', 'distroless'],
  ...['amd64', 'arm64', 'linux'],
]);

/** The tag of an image that stays the same in each version, empty where it has none; undefined for all others. */
export function movingTag(graph: Graph, { text, resource }: Field): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (isPlaceholder(text)) return movingTagBeside(text);
  const read = readImage(text);
  // A name that no kubelet reads has a word to replace in it, as in `ACCOUNT_ID.example.com/web:latest`.
  if (typeof read === 'string') return movingTagBeside(text);
  if (read.digest !== undefined) return undefined;
  // A chart that no Application deploys may get a missing tag later. One that its values name is meant.
  if (read.tag === undefined) return isOfUndeployedChart(graph, resource) ? undefined : '';
  return isMoving(read.tag) ? read.tag : undefined;
}

/** Whether an object is of a chart that no Application deploys, rendered or not. */
function isOfUndeployedChart(graph: Graph, resource: Resource): boolean {
  const { assumedRelease, path } = resource.source;
  if (assumedRelease !== undefined) return true;
  const end = path.lastIndexOf('/templates/');
  return (
    end >= 0 &&
    graph.fileAt(`${path.slice(0, end)}/Chart.yaml`) !== undefined &&
    graph.applications(resource).length === 0
  );
}

/** The same for an image of which a pipeline fills in the registry or the repository: `${REGISTRY}/web:latest`. */
function movingTagBeside(text: string): string | undefined {
  const tag = text.slice(text.lastIndexOf(':') + 1);
  return /^[\w.-]+$/.test(tag) && isMoving(tag) ? tag : undefined;
}

/** The kustomizations that build an object, from the outermost one, in each way that it is built. */
export function buildersOf(graph: Graph, resource: Resource): readonly (readonly Kustomization[])[] {
  return graph.placements(resource).map(({ via }) => via);
}

/**
 * What kustomizations give to an image as its tag or digest: the last one to match its name, which inner ones may have changed.
 * https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/filters/imagetag/updater.go
 */
export function givenTagOf(via: readonly Kustomization[], image: string | undefined): Field | undefined {
  if (image === undefined || isPlaceholder(image)) return undefined;
  let name = nameOfImage(image);
  let setting: Field | undefined;
  for (const { resource } of [...via].reverse())
    for (const item of resource.at('images').items) {
      if (item.at('name').text !== name) continue;
      name = item.at('newName').text ?? name;
      setting =
        ['digest', 'newTag', 'tagSuffix'].map((key) => item.at(key)).find(({ exists }) => exists) ?? setting;
    }
  return setting;
}

/** Whether an image that pipelines rarely set keeps a moving tag, as far as the repository shows. */
export function isUnversioned(graph: Graph, image: Field): boolean {
  const { text, resource } = image;
  // Istio puts in the image of its proxy.
  if (text === undefined || text === 'auto' || movingTag(graph, image) === undefined) return false;
  // Marks of Flux's image automation.
  if (resource.source.read().includes('"$imagepolicy"')) return false;
  const given = buildersOf(graph, resource).map((via) => givenTagOf(via, text));
  if (given.some((one) => one && !isMoving(one.text)) || isImageSetByName(graph, resource, text))
    return false;
  // Values of a chart give their tag to several objects.
  if (resource.source.assumedRelease === undefined && !isRendered(resource.source)) return true;
  const of = { rollout: resource, owner: resource, image: text, isTagGiven: false };
  return imageWriterOf(graph, of) === undefined;
}

/** Whether a tag is moved on, also for one of several variants: `green-latest`, `latest-arm64`, `stable-alpine`. */
export function isMoving(tag: string | undefined): tag is string {
  if (tag === undefined) return false;
  const words = tag.split(/[-._]/);
  return words.includes('latest') || words.every((word) => moving.has(word) || variants.has(word));
}

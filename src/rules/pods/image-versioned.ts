import { nameOfImage } from '../../argocd/image-updater.js';
import { readImage } from '../../kubernetes/kinds/image.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Kustomization } from '../../repository/graph/kustomization.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { type ImageWriter, imageWriterOf } from '../facts/image-writers.js';
import { typedRule } from '../rule.js';

/** Always information: what sets the image may be in another repository. */
export default typedRule({
  meta: {
    name: 'pods/image-versioned',
    description: 'Require the image of a Rollout to have a tag or digest that changes with each version.',
    why: 'The controller starts an update only when the pod template changes. A new image under the same tag does not change it: there is no canary, no step, no analysis and nothing to abort. Stable pods that are started later may run the new image.',
    consequence: 'hidden-change',
    severity: 'info',
    messages: {
      given:
        'Image "{image}" of Rollout "{rollout}" gets the tag "{tag}" here, which names no version: a new image under it starts no update; set newTag to one version, or digest.',
      kept: 'Image "{image}" of Rollout "{rollout}" keeps the tag "{tag}" of its manifest here, where another overlay sets one: a new image under "{tag}" starts no update; add the image with a newTag of one version to images.',
      live: 'Image "{image}" of Rollout "{rollout}" has tag "{tag}" in this file, but a command sets another one in the cluster: applying the file again starts an update back to "{tag}"; set the version here, too.',
      moving:
        'Image "{image}" of Rollout "{rollout}" has tag "{tag}", which names no version: a new image under it starts no update; use a tag or digest of one version.',
      uncommitted:
        'Image "{image}" of Rollout "{rollout}" has tag "{tag}" in Git, and a pipeline replaces it in its own checkout without a commit: applying the file from Git starts an update back to "{tag}"; commit the version, too.',
      untagged:
        'Image "{image}" of Rollout "{rollout}" has no tag and means "latest", which names no version: a new image under it starts no update; use a tag or digest of one version.',
    },
    links: [
      'https://kubernetes.io/docs/concepts/containers/images/#image-names',
      'https://argo-rollouts.readthedocs.io/en/stable/FAQ/',
    ],
    aliases: ['latest-tag'],
  },

  checkRollout(rollout, { graph, report }) {
    const template = graph.podTemplate(rollout);
    if (!template) return;
    const builders = graph.hasKustomizations ? buildersOf(graph, rollout) : [];
    for (const container of template.at('spec', 'containers').items) {
      const image = container.at('image');
      const settings = builders.map((via) => givenTagOf(via, image.text));
      const given = settings.find((field) => isMoving(field?.text));
      const tag = given?.text ?? movingTag(image);
      // The version may be in the arguments, as for images of servers that answer what they are told.
      if (tag === undefined || container.at('args').exists || container.at('command').exists) continue;
      // Marks of Flux's image automation. Few Rollouts come here, and reading a file again takes longer than the rest.
      if (template.resource.source.read().includes('"$imagepolicy"')) return;
      const kept = given ? undefined : keptIn(graph, { builders, settings });
      const writer = imageWriterOf(graph, {
        rollout,
        owner: template.resource,
        image: image.text,
        isTagGiven: !kept && settings.some((field) => field !== undefined),
      });
      if (writer === 'files') return;
      const data = { image: image.text ?? '', rollout: rollout.name, tag };
      const isByHand = graph.isPatchedByHand(template.resource, image.path);
      if (given && !isByHand) {
        report(given, 'given', { ...data, image: nameOfImage(data.image) }, { once: 'given' });
        return;
      }
      if (kept && !isByHand) {
        const { at, other } = kept;
        report(
          at,
          'kept',
          { ...data, image: nameOfImage(data.image), tag: tag === '' ? 'latest' : tag },
          { once: 'kept', related: [{ at: other, message: 'another overlay sets one here' }] },
        );
        return;
      }
      // What is filled in is not the tag.
      const message = tag === '' ? 'untagged' : toldBy(writer);
      report(image, message, data, { atKey: isPlaceholder(data.image) });
      return;
    }
  },
});

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
function movingTag({ text, resource }: Field): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (isPlaceholder(text)) return movingTagBeside(text);
  const read = readImage(text);
  // A name that no kubelet reads has a word to replace in it, as in `ACCOUNT_ID.example.com/web:latest`.
  if (typeof read === 'string') return movingTagBeside(text);
  if (read.digest !== undefined) return undefined;
  // A chart that no Application deploys may get a missing tag later. One that its values name is meant.
  if (read.tag === undefined) return resource.source.assumedRelease === undefined ? '' : undefined;
  return isMoving(read.tag) ? read.tag : undefined;
}

/** The same for an image of which a pipeline fills in the registry or the repository: `${REGISTRY}/web:latest`. */
function movingTagBeside(text: string): string | undefined {
  const tag = text.slice(text.lastIndexOf(':') + 1);
  return /^[\w.-]+$/.test(tag) && isMoving(tag) ? tag : undefined;
}

/** The kustomizations that build a Rollout, from the outermost one, in each way that it is built. */
function buildersOf(graph: Graph, rollout: Resource): readonly (readonly Kustomization[])[] {
  return graph.placements(rollout).map(({ via }) => via);
}

/**
 * What kustomizations give to an image as its tag or digest: the last one to match its name, which inner ones may have changed.
 * https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/filters/imagetag/updater.go
 */
function givenTagOf(via: readonly Kustomization[], image: string | undefined): Field | undefined {
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

interface Building {
  readonly builders: readonly (readonly Kustomization[])[];
  readonly settings: readonly (Field | undefined)[];
}

/** Overlays for a developer's own cluster, to which images come without a registry. */
const ownCluster =
  /(?:^|[-_.])(?:local|dev|development|kind|minikube|k3d|test|ephemeral|preview)(?:[-_.]|$)/i;

/**
 * The overlay that leaves an image as it is where another one sets its tag. Components and transformers set images of what
 * they do not list, and so do Applications.
 */
function keptIn(
  graph: Graph,
  { builders, settings }: Building,
): { readonly at: Field; readonly other: Field } | undefined {
  const other = settings.find((field) => field !== undefined);
  if (!other) return undefined;
  const isKnown = builders
    .flat()
    .every(
      ({ components, transformers, isTaught }) =>
        components.length === 0 && transformers.length === 0 && !isTaught,
    );
  const isByApplication = graph.allApplications.some((application) => application.mentions('kustomize'));
  if (!isKnown || isByApplication) return undefined;
  const outermost = builders.find(
    ([first], index) =>
      first &&
      settings[index] === undefined &&
      !ownCluster.test(first.folder.slice(first.folder.lastIndexOf('/') + 1)),
  )?.[0]?.resource;
  if (!outermost) return undefined;
  const images = outermost.at('images');
  return { at: images.exists ? images : outermost.at('resources'), other };
}

function toldBy(writer: ImageWriter | undefined): 'live' | 'moving' | 'uncommitted' {
  if (writer === 'cluster') return 'live';
  return writer === 'checkout' ? 'uncommitted' : 'moving';
}

/** Whether a tag is moved on, also for one of several variants: `green-latest`, `latest-arm64`, `stable-alpine`. */
function isMoving(tag: string | undefined): tag is string {
  if (tag === undefined) return false;
  const words = tag.split(/[-._]/);
  return words.includes('latest') || words.every((word) => moving.has(word) || variants.has(word));
}

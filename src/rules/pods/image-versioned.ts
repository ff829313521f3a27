import { nameOfImage } from '../../argocd/image-updater.js';
import { readImage } from '../../kubernetes/kinds/image.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Kustomization } from '../../repository/graph/kustomization.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { setsImagesOf } from '../facts/image-writers.js';
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
      moving:
        'Image "{image}" of Rollout "{rollout}" has tag "{tag}", which names no version: a new image under it starts no update; use a tag or digest of one version.',
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
      const given = builders.map((via) => tagGiven(via, image.text)).find((field) => isMoving(field?.text));
      const tag = given?.text ?? movingTag(image);
      // The version may be in the arguments, as for images of servers that answer what they are told.
      if (tag === undefined || container.at('args').exists || container.at('command').exists) continue;
      // Marks of Flux's image automation. Few Rollouts come here, and reading a file again takes longer than the rest.
      if (template.resource.source.read().includes('"$imagepolicy"') || setsImagesOf(graph, rollout)) return;
      const data = { image: image.text ?? '', rollout: rollout.name, tag };
      if (given && !graph.isPatchedByHand(template.resource, image.path)) {
        report(given, 'given', { ...data, image: nameOfImage(data.image) }, { once: 'given' });
        return;
      }
      // What is filled in is not the tag.
      report(image, tag === '' ? 'untagged' : 'moving', data, { atKey: isPlaceholder(data.image) });
      return;
    }
  },
});

/** Tags that registries and pipelines move from version to version, by name. */
const moving: ReadonlySet<string> = new Set([
  ...['latest', 'main', 'master', 'trunk', 'develop', 'development', 'dev', 'edge', 'nightly'],
  ...['staging', 'stage', 'production', 'prod'],
]);

/** The tag of an image that stays the same in each version, empty where it has none; undefined for all others. */
function movingTag({ text, resource }: Field): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (isPlaceholder(text)) return movingTagBeside(text);
  const read = readImage(text);
  if (typeof read === 'string' || read.digest !== undefined) return undefined;
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
 * The tag that kustomizations give to an image: the last one to match its name, which inner ones may have changed.
 * https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/filters/imagetag/updater.go
 */
function tagGiven(via: readonly Kustomization[], image: string | undefined): Field | undefined {
  if (image === undefined || isPlaceholder(image)) return undefined;
  let name = nameOfImage(image);
  let tag: Field | undefined;
  for (const { resource } of [...via].reverse())
    for (const item of resource.at('images').items) {
      if (item.at('name').text !== name) continue;
      name = item.at('newName').text ?? name;
      if (item.at('digest').exists) tag = undefined;
      else if (item.at('newTag').exists) tag = item.at('newTag');
    }
  return tag;
}

/** Whether a tag is moved on, also for one of several variants: `green-latest`, `latest-arm64`. */
function isMoving(tag: string | undefined): tag is string {
  if (tag === undefined) return false;
  return moving.has(tag) || tag.split(/[-._]/).includes('latest');
}

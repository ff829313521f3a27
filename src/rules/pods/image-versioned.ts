import { nameOfImage } from '../../argocd/image-updater.js';
import type { Field } from '../../model/field.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Kustomization } from '../../repository/graph/kustomization.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { type ImageWriter, imageWriterOf } from '../facts/image-writers.js';
import { buildersOf, givenTagOf, isMoving, movingTag } from '../facts/moving-tags.js';
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
      const tag = given?.text ?? movingTag(graph, image);
      if (tag === undefined || isToldVersion(container)) continue;
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

/** Images of servers that answer what they are told, and of shells and languages that run it. */
const toldImages: ReadonlySet<string> = new Set([
  ...['http-echo', 'http-https-echo', 'echo-server', 'httpbin', 'whoami', 'podinfo', 'busybox', 'alpine'],
  ...['bash', 'debian', 'ubuntu', 'curl', 'nginx', 'httpd', 'caddy', 'python', 'node', 'ruby', 'golang'],
]);

/** A version or a colour as a word of its own, as in `-text=v2`. */
const versionWord =
  /(?:^|[\s=:"',/-])(?:v?\d+\.\d[\w.]*|v\d+|blue|green|yellow|red|orange|purple)(?:$|[\s"',])|version/i;

/** Whether a container may get its version by its command or arguments. */
function isToldVersion(container: Field): boolean {
  const words = [container.at('command'), container.at('args')];
  if (!words.some(({ exists }) => exists)) return false;
  const name = nameOfImage(container.at('image').text ?? '');
  if (toldImages.has(name.slice(name.lastIndexOf('/') + 1))) return true;
  return words.some((list) => list.items.some(({ text }) => text !== undefined && versionWord.test(text)));
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

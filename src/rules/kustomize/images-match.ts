import type { Graph } from '../../repository/graph/graph.js';
import { isKustomization } from '../../repository/graph/kustomization.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { containers, podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { nearestName, onlyNearName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'kustomize/images-match',
    description: 'Require the image names of a kustomization to match an image that it builds.',
    why: 'Kustomize silently changes nothing: the pods run the image and tag that are in the manifests.',
    consequence: 'no-effect',
    severity: 'warning',
    otherwise: {
      beside: {
        when: 'Where the kustomization builds no Rollout',
        consequence: 'no-effect',
        why: 'Kustomize silently changes nothing: the pods run the image and tag that are in the manifests, whatever a pipeline writes into the entry.',
        severity: 'info',
      },
    },
    looksAt: 'kustomizations',
    fixes: ['safe'],
    messages: {
      nearest: 'Image "{name}" is not found in what this kustomization builds; did you mean "{nearest}"?',
      none: 'Image "{name}" is not found in what this kustomization builds, which has {known}.',
    },
    links: [
      'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/images/',
      'https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/internal/image/image.go',
    ],
  },

  *check({ graph, report }) {
    for (const [kustomization, build] of imageBuilds(graph)) {
      yield kustomization;
      if (!build.isKnown || build.images.size === 0) continue;
      const known = [...build.images].map(([image]) => imageName(image));
      for (const item of kustomization.at('images').items) {
        const from = item.at('name');
        const name = from.text;
        if (name === undefined || isPlaceholder(name) || isMatched(build, name)) continue;
        const nearest = nearestName(name, known);
        const at = nearest === undefined ? undefined : [...build.images][known.indexOf(nearest)]?.[1];
        report(
          from,
          nearest === undefined ? 'none' : 'nearest',
          { name, nearest, known: [...new Set(known)].map((one) => `"${one}"`) },
          {
            case: build.hasRollout ? undefined : 'beside',
            related: at ? [{ at, message: 'probably meant' }] : [],
            fix: () => setTo(from, onlyNearName(name, known)),
          },
        );
      }
    }
  },
});

/** The resources that a kustomization builds. */
interface ImageBuild {
  /** The images of containers as in the files, with one position of each. */
  readonly images: Map<string, Field>;
  /** Other objects that may have containers that are unknown here. */
  readonly others: Resource[];
  /** The names that kustomizations give to images on the way. */
  readonly renamed: Set<string>;
  hasRollout: boolean;
  /** Whether all resources are known, and nothing else changes images. */
  isKnown: boolean;
}

function imageBuilds(graph: Graph): ReadonlyMap<Resource, ImageBuild> {
  const found = new Map<Resource, ImageBuild>();
  if (!graph.hasKustomizations) return found;
  for (const resource of graph.resources)
    for (const { via } of graph.placements(resource))
      via.forEach(({ resource: kustomization, isComponent, isTaught }, index) => {
        // A component is built as a part of the kustomizations that use it.
        if (!isKustomization(kustomization) || isComponent || !kustomization.at('images').exists) return;
        const build = found.get(kustomization) ?? emptyBuild();
        found.set(kustomization, build);
        build.isKnown &&= !isTaught && graph.isComplete(resource);
        for (const { resource: inner } of via.slice(index))
          for (const item of inner.at('images').items) build.renamed.add(item.at('newName').text ?? '');
        addBuilt(graph, build, resource, kustomization);
      });
  return found;
}

function emptyBuild(): ImageBuild {
  return { images: new Map(), others: [], renamed: new Set(), hasRollout: false, isKnown: true };
}

function addBuilt(graph: Graph, build: ImageBuild, resource: Resource, kustomization: Resource): void {
  const template = podTemplate(resource);
  build.hasRollout ||= isRollout(resource);
  if (!template?.exists) {
    if (resource.mentions('ontainers')) build.others.push(resource);
    return;
  }
  build.isKnown &&= !template.at('spec', 'volumes').items.some((volume) => volume.at('image').exists);
  for (const container of containers(template)) {
    const image = container.at('image');
    build.isKnown &&= !graph.isPatchedByHand(resource, image.path, kustomization);
    if (image.text !== undefined && !build.images.has(image.text))
      build.images.set(image.text, image.lasting);
  }
}

/** Kustomize treats the name as a regular expression; one with more than letters and dots may match unknown images. */
function isMatched({ images, others, renamed }: ImageBuild, name: string): boolean {
  if (!/^[\w./:@-]+$/.test(name) || renamed.has(name)) return true;
  if (others.some((resource) => resource.mentions(name))) return true;
  return [...images.keys()].some(
    (image) => imageName(image) === name || image === name || isPlaceholder(image),
  );
}

/** An image without its tag and digest. */
function imageName(image: string): string {
  const [name = ''] = image.split('@');
  const colon = name.lastIndexOf(':');
  return colon > name.lastIndexOf('/') ? name.slice(0, colon) : name;
}

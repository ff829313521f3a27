import { kinds } from '../../kubernetes/objects/object.js';
import { readImage } from '../../kubernetes/kinds/image.js';
import { podTemplate, runningContainers } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import { memoize } from '../../model/memo.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { ofEach } from '../facts/of-each.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/written-folders-mounted',
    description:
      'Require a container with a read-only root to mount the folders that a Deployment of the same image mounts to write to.',
    why: 'The program cannot write anywhere. If it needs to, as its Deployment shows, it fails as it starts or later, and the update hangs until progressDeadlineSeconds.',
    consequence: 'wrong-pods',
    severity: 'info',
    messages: {
      none: 'Container "{container}" of Rollout "{rollout}" has a read-only root and no volume, but Deployment "{deployment}" with the same image mounts {folders} to write to; mount it, too.',
    },
    links: ['https://kubernetes.io/docs/tasks/configure-pod-container/security-context/'],
  },

  checkRollout(rollout, { graph, report }) {
    const template = graph.podTemplate(rollout);
    for (const container of template ? runningContainers(template) : []) {
      const readOnly = container.at('securityContext', 'readOnlyRootFilesystem');
      const mounts = container.at('volumeMounts');
      if (readOnly.boolean !== true || mounts.items.length > 0) continue;
      const other = likeness(graph, rollout, container);
      if (!other) continue;
      report(
        readOnly,
        'none',
        {
          ...{ container: container.at('name').text ?? 'without a name', rollout: rollout.name },
          ...{
            deployment: other.deployment.name,
            folders: other.folders.map((one) => `"${one.text ?? ''}"`).join(', '),
          },
        },
        {
          rests: [container.at('image')],
          complete: [mounts],
          related: other.folders.map((at) => ({ at, message: 'mounted to write to' })),
        },
      );
    }
  },
});

interface Likeness {
  readonly deployment: Resource;
  readonly folders: readonly Field[];
}

/**
 * A Deployment with the image of a container, and the folders that it mounts empty: beside the Rollout, or anywhere in the repository for
 * an image that has an owner, which is one program.
 */
function likeness(graph: Graph, rollout: Resource, container: Field): Likeness | undefined {
  const image = repositoryIn(container);
  if (image === undefined) return undefined;
  const beside = graph.companions(rollout, kinds.deployment).flatMap(writingContainers);
  return (
    beside.find((one) => one.image === image) ??
    (image.includes('/') && !image.startsWith('library/') ? byImage(graph).get(image) : undefined)
  );
}

/** By image: the first Deployment of the repository that mounts folders for it. */
const byImage = memoize((graph: Graph): ReadonlyMap<string, Likeness> => {
  const found = new Map<string, Likeness>();
  const all = [...graph.ofKind('Deployment', 'apps')].sort(byFixedOrder);
  for (const { image, deployment, folders } of ofEach(all, writingContainers))
    if (!found.has(image)) found.set(image, { deployment, folders: folders.map(({ lasting }) => lasting) });
  return found;
});

/** The containers of a Deployment with a read-only root that mount empty folders. */
function writingContainers(deployment: Resource): readonly (Likeness & { readonly image: string })[] {
  const template = podTemplate(deployment);
  if (!template) return [];
  const empty = new Set(
    template
      .at('spec', 'volumes')
      .items.filter((volume) => volume.at('emptyDir').exists)
      .map((volume) => volume.at('name').text),
  );
  return runningContainers(template).flatMap((container) => {
    const image = repositoryIn(container);
    if (image === undefined || container.at('securityContext', 'readOnlyRootFilesystem').boolean !== true)
      return [];
    const folders = container
      .at('volumeMounts')
      .items.filter((mount) => empty.has(mount.at('name').text))
      .map((mount) => mount.at('mountPath'))
      .filter(({ text }) => text !== undefined);
    return folders.length > 0 ? [{ deployment, folders, image }] : [];
  });
}

/** An image without its tag and digest. */
function repositoryIn(container: Field): string | undefined {
  const image = readImage(container.at('image').text ?? '');
  return typeof image === 'string' ? undefined : image.repository;
}

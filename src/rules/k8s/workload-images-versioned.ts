import { kinds } from '../../kubernetes/objects/object.js';
import { podTemplate, workloadKinds } from '../../kubernetes/kinds/workload.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isUnversioned, movingTag } from '../facts/moving-tags.js';
import { typedRule } from '../rule.js';

/** Always information: what sets the image may be in another repository. */
export default typedRule({
  meta: {
    name: 'k8s/workload-images-versioned',
    description:
      'Require the images of the workloads that are deployed with a Rollout or by Argo CD to have a tag or digest of one version.',
    why: 'Git does not change with a new image under the same tag, so no update starts. The image comes with the next pod that is started, at a restart or on another node, also under a version of the Rollout that needs the earlier one, and an undo in Git does not bring the earlier one back.',
    consequence: 'hidden-change',
    severity: 'info',
    yieldsTo: ['rollout/pods-not-shared', 'pods/image-versioned'],
    messages: {
      moving:
        'Image "{image}" of {kind} "{workload}" has tag "{tag}", which names no version: the next pod that is started may run another one without a change in Git; use a tag or digest of one version.',
      untagged:
        'Image "{image}" of {kind} "{workload}" has no tag and means "latest", which names no version: the next pod that is started may run another one without a change in Git; use a tag or digest of one version.',
    },
    links: ['https://kubernetes.io/docs/concepts/containers/images/#image-names'],
  },

  *check({ graph, report }) {
    for (const { kind, group } of checkedKinds)
      for (const workload of graph.ofKind(kind, group)) {
        yield workload;
        if (!isDelivered(graph, workload) || workload.at('spec', 'replicas').number === 0) continue;
        const images = podTemplate(workload)
          ?.at('spec', 'containers')
          .items.map((container) => container.at('image'));
        const image = images?.find((one) => isUnversioned(graph, one));
        if (!image) continue;
        const [text = '', tag = ''] = [image.text, movingTag(graph, image)];
        report(
          image,
          tag === '' ? 'untagged' : 'moving',
          { image: text, kind, workload: workload.name, tag },
          {
            atKey: isPlaceholder(text),
            unless: { 'rollout/pods-not-shared': workload, 'pods/image-versioned': workload },
          },
        );
      }
  },
});

const checkedKinds = workloadKinds.filter(({ kind }) =>
  ['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob', 'Job'].includes(kind),
);

function isDelivered(graph: Graph, workload: Resource): boolean {
  return graph.hasCompanion(workload, kinds.rollout) || graph.applications(workload).length > 0;
}

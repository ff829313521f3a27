import { nameOfImage } from '../../argocd/image-updater.js';
import { controllerNamespace } from '../../kubernetes/kinds/rollout.js';
import { podTemplate, runningContainers } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';

/** An address that means another host for the controller than for the person who wrote it. */
export interface OwnHost {
  readonly field: Field;
  /** `local`: the pod of the controller itself. `near`: a name without a namespace, which is looked up in that of the controller. */
  readonly id: 'local' | 'near';
  readonly host: string;
}

/** The providers that the controller asks at an address of the metric, and the field with it. */
const addressFields = {
  prometheus: 'address',
  web: 'url',
  graphite: 'address',
  skywalking: 'address',
  kayenta: 'address',
} as const;

/**
 * The address of a metric that leads to the pod of the controller, or to a Service beside the controller. Undefined where it leads elsewhere,
 * and where the manifests run the controller in a way in which it may be meant.
 */
export function ownHost(metric: Field, graph: Graph): OwnHost | undefined {
  for (const [provider, key] of Object.entries(addressFields)) {
    const field = metric.at('provider', provider, key);
    const [, , host = ''] =
      /^(https?):\/\/(\[::1\]|[\w.-]+)(?::\d{1,5})?(?:[/?#]|$)/i.exec(field.text ?? '') ?? [];
    if (host === '') continue;
    if (/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host))
      return isBesideController(graph) ? undefined : { field, id: 'local', host };
    // What a web metric calls is compared with the Services of the manifests.
    const isShort = provider !== 'web' && /^[a-z][a-z\d-]*$/.test(host);
    return isShort && !mayBeNear(graph, host) ? { field, id: 'near', host } : undefined;
  }
  return undefined;
}

/** Whether the manifests run the controller with another container, or on the network of its node. */
const isBesideController = memoize((graph: Graph): boolean =>
  graph.ofKind('Deployment', 'apps').some((workload) => {
    const template = podTemplate(workload);
    const images = (template ? runningContainers(template) : []).map((one) =>
      nameOfImage(one.at('image').text ?? ''),
    );
    const isIts = images.some((image) => /(?:^|\/)argo-rollouts$/.test(image));
    return isIts && (images.length > 1 || template?.at('spec', 'hostNetwork').boolean === true);
  }),
);

/** Whether the manifests run the controller or have its chart: in which namespace, and beside what, is not known then. */
const isControllerHere = memoize((graph: Graph): boolean =>
  [
    ...graph.ofKind('Deployment', 'apps').map((one) => one.at('spec', 'template', 'spec').value),
    ...graph.allApplications.map((one) => one.at('spec').value),
  ].some((value) => /\/argo-rollouts["':@]|"chart":"argo-rollouts"/.test(JSON.stringify(value ?? ''))),
);

/** Whether a Service of that name may be beside the controller. */
function mayBeNear(graph: Graph, name: string): boolean {
  return (
    isControllerHere(graph) ||
    graph
      .withManifestName({ group: '', kind: 'Service', name })
      .some((one) => graph.namespace(one) === controllerNamespace)
  );
}

import { isPlainObject, type Raw, withoutFields } from '../../constructs/manifests/manifest.js';
import type { PodProps } from '../../constructs/manifests/image-pods.js';
import { defaultGracePeriod } from '../../kubernetes/kinds/workload.js';
import type { Path } from '../../model/field.js';
import type { Remark } from '../../yaml/write/document.js';
import { manifestTemplate } from './manifest-template.js';
import { pullPolicyOf } from './image.js';
import { hasExtra, type NewService } from './service.js';

/** The annotations and pods that the template of a Rollout sets. */
interface PodsOfTemplate {
  readonly pod: PodProps;
  readonly annotations: Readonly<Record<string, string>> | undefined;
  /** At paths of the Rollout. */
  readonly remarks: readonly Remark[];
}

/** The recommended labels of all objects and pods, by which tools group them. */
export function labelsOf({ name, namespace }: NewService): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': namespace };
}

/** Pods with secure and robust defaults for an image of which only the name is known. */
export function templatePods(service: NewService, prefix: string): PodsOfTemplate {
  const { name, image, port, notification, healthPath } = service;
  const { manifest, remarks } = manifestTemplate('rollout.yaml', {
    name: `${prefix}${name}`,
    app: name,
    port,
    ...pulled(image),
    ...ending(service),
    ...notification,
  });
  const { containers, ...spec } = podSpecOf(manifest['spec']);
  const [written = {}] = containers as readonly Raw[];
  const { readinessProbe, livenessProbe, startupProbe, resources, ...container } = withoutFields(
    written,
    'name',
  );
  const asked = (probe: unknown): Raw => {
    const { tcpSocket, ...others } = probe as Raw;
    return { httpGet: { path: healthPath, ...(tcpSocket as Raw) }, ...others };
  };
  return {
    pod: {
      image,
      port,
      labels: labelsOf(service),
      resources: resources as NonNullable<PodProps['resources']>,
      ...({
        readinessProbe: healthPath === undefined ? readinessProbe : asked(readinessProbe),
        livenessProbe,
        startupProbe: healthPath === undefined ? startupProbe : asked(startupProbe),
      } as Pick<PodProps, 'readinessProbe' | 'livenessProbe' | 'startupProbe'>),
      ...withSecret(service, container, spec),
    },
    annotations: notification && manifest.metadata.annotations,
    remarks: [...remarks, ...(hasExtra(service, 'secret') ? [secretRemark] : [])],
  };
}

/** The name of the Secret whose keys are files of a container. */
function secretOf({ name }: NewService): string {
  return `${name}-secrets`;
}

const secretRemark: Remark = {
  at: ['spec', 'template', 'spec', 'volumes', 1],
  text: `An existing Secret: each key is a file. Its values are not in Git; an operator or a person writes them. Pods start only
when it exists, and a change of it alone updates nothing.`,
};

/** The fields of a container and of its pod, with a Secret as files where one is asked for. */
function withSecret(service: NewService, container: Raw, spec: Raw): Pick<PodProps, 'container' | 'spec'> {
  if (!hasExtra(service, 'secret')) return { container, spec };
  const { volumeMounts, ...fields } = container;
  const { volumes, ...others } = spec;
  const secret = { name: 'secrets', secret: { secretName: secretOf(service) } };
  const mount = { name: 'secrets', mountPath: '/etc/secrets', readOnly: true };
  return {
    container: { ...fields, volumeMounts: [...(volumeMounts as readonly Raw[]), mount] },
    spec: { ...others, volumes: [...(volumes as readonly Raw[]), secret] },
  } as Pick<PodProps, 'container' | 'spec'>;
}

/** How nodes pull an image, and why. */
function pulled(image: string): { readonly pull: string; readonly whyPull: string } {
  const pull = pullPolicyOf(image);
  const whyPull =
    pull === 'Always'
      ? 'The tag moves, so a node must not start the image that it pulled before.'
      : 'A tag that names a build stays as it is; one that moves needs Always.';
  return { pull, whyPull };
}

/**
 * How a pod ends. What sends requests learns of it while the container gets its SIGTERM, so the container waits first:
 * for proxies and the nodes' rules some seconds, for a load balancer as long as it deregisters the target
 * (templates/new/ingress-alb.yaml sets the delay).
 */
function ending({ router }: NewService) {
  const wait = router === 'alb' ? 30 : 10;
  const whyWait =
    router === 'alb'
      ? 'The load balancer sends requests until it has deregistered the pod, which takes up to 30 seconds.'
      : 'Proxies send requests until they have heard that the pod ends, which takes some seconds.';
  return { wait, whyWait, grace: wait + defaultGracePeriod };
}

function podSpecOf(spec: unknown): Raw {
  const template = isPlainObject(spec) ? spec['template'] : undefined;
  return isPlainObject(template) && isPlainObject(template['spec']) ? template['spec'] : {};
}

const ownProps = ['resources', 'readinessProbe', 'livenessProbe', 'startupProbe'];

/** The path of a field of a Rollout among the props of a construct; undefined for derived fields. */
export function propPath(path: Path): Path | undefined {
  const [first, second, third, fourth, index, key, ...rest] = path;
  if (first === 'metadata') return path;
  if (first !== 'spec') return undefined;
  if (second === 'revisionHistoryLimit' || second === 'progressDeadlineAbort') return path.slice(1);
  if (second === 'strategy') return path.slice(third === 'canary' && fourth === 'steps' ? 3 : 2);
  if (second !== 'template' || third !== 'spec' || fourth === undefined) return undefined;
  if (fourth !== 'containers') return ['pod', 'spec', ...path.slice(3)];
  if (index !== 0 || key === undefined) return undefined;
  return ['pod', ...(ownProps.includes(String(key)) ? [] : ['container']), key, ...rest];
}

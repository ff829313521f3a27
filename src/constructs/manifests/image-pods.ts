import type { Labels } from '../../kubernetes/objects/object.js';
import { defined, type Raw } from './manifest.js';
import { merged } from './merged.js';
import type { Container, PodSpec, Probe, ResourceRequirements } from './pod-types.js';
import type { Volume } from './volumes.js';

/** The `securityContext` of a container, in upstream's form; these fields have defaults. */
export interface ContainerSecurity extends Omit<
  NonNullable<Container['securityContext']>,
  'runAsNonRoot' | 'readOnlyRootFilesystem' | 'allowPrivilegeEscalation' | 'privileged'
> {
  /**
   * Whether the kubelet refuses to start the container as root. An image whose user is a name needs `runAsUser` as well, because the
   * kubelet compares numbers.
   * @default true; as the pod's own `securityContext` says where it does, and not set with `runAsUser: 0`
   */
  readonly runAsNonRoot?: boolean;
  /**
   * Whether the container cannot write to the files of its image. A folder that it writes to, such as /tmp, needs a volume.
   * @default true
   */
  readonly readOnlyRootFilesystem?: boolean;
  /**
   * Whether a process may get more rights than the one that starts it, as by setuid.
   * @default false; not set where `privileged` or the capability CAP_SYS_ADMIN needs it
   */
  readonly allowPrivilegeEscalation?: boolean;
  /**
   * Whether the container has the rights of root on its node.
   * @default false
   */
  readonly privileged?: boolean;
}

/** A port of a container. */
export interface ContainerPort {
  /** The name, by which Services and probes find it: at most 15 characters. */
  readonly name: string;
  /** Where the container listens, from 1 to 65535. */
  readonly containerPort: number;
  /** @default 'TCP' */
  readonly protocol?: 'TCP' | 'UDP' | 'SCTP';
}

/** Pods with one container, in a few words. */
export interface PodProps {
  /** The image of the container, with a tag or digest. */
  readonly image: string;

  /**
   * Where the container listens.
   * @default - nowhere: no Service leads to it
   */
  readonly port?: number;

  /** @default 'http' */
  readonly portName?: string;

  /**
   * More ports of the container.
   * @default - none
   */
  readonly otherPorts?: readonly ContainerPort[];

  /** @default - the name of the Rollout */
  readonly containerName?: string;

  /** @default - the command of the image */
  readonly command?: readonly string[];

  /** @default - the arguments of the image */
  readonly args?: readonly string[];

  /**
   * Environment variables: names and values, or in the form of the container's own field.
   * @default - none
   */
  readonly env?: Labels | NonNullable<Container['env']>;

  /**
   * What the container needs and the most that it gets (`resources`): `cpu` in cores, such as `'250m'`, `memory` in bytes, such as
   * `'256Mi'`. A synthesis asks for requests of both, because nodes fill up with pods that request nothing; `false` for pods of
   * which nothing is known, or whose namespace has defaults.
   * @default - none
   */
  readonly resources?: ResourceRequirements | false;

  /**
   * When a pod gets requests (`readinessProbe`). Without one it does as soon as it runs, even if it never answers; `false` for such pods.
   * @default - the container accepts connections at `port`; none without a port, or where a startup probe is given
   */
  readonly readinessProbe?: Probe | false;

  /** @default - none */
  readonly livenessProbe?: Probe;

  /** @default - none */
  readonly startupProbe?: Probe;

  /**
   * Labels of the pods beside those of the selector.
   * @default - none
   */
  readonly labels?: Labels;

  /** @default - none */
  readonly annotations?: Labels;

  /**
   * What the process may do (`securityContext` of the container), laid over the defaults; `false` for none of them.
   * @default - not as root, with a root file system that cannot be written to, and without more rights than at its start
   */
  readonly securityContext?: ContainerSecurity | false;

  /**
   * Whether the pods get the token of their account, with which they call the API server (`automountServiceAccountToken`). Pods
   * whose account is `spec.serviceAccountName` get none by default, either: if they use the rights of that account, say `true`.
   * @default false, or as `serviceAccount` says
   */
  readonly automountServiceAccountToken?: boolean;

  /**
   * `false` for pods with what is said here and nothing else: no readiness probe, security context and token setting by default. A
   * Rollout that had none of these changes its pods when it gets them, which is an update.
   * @default true
   */
  readonly defaults?: boolean;

  /**
   * More fields of the container.
   * @default - none
   */
  readonly container?: Partial<Container>;

  /**
   * More fields of the pod's spec, such as `serviceAccountName`, `volumes` and more `containers`, which come after the
   * one that is described here. An account alone gives no token: see `automountServiceAccountToken`.
   * @default - none
   */
  readonly spec?: Partial<Omit<PodSpec, 'volumes'>> & {
    /**
     * The volumes that `volumeMounts` of the containers mount.
     * @default - none
     */
    readonly volumes?: readonly Volume[];
  };
}

/**
 * The template of pods with one container.
 * @param givesToken - whether a ServiceAccount that is made gives pods its token
 */
export function imageTemplate(name: string, pods: PodProps, selector: Labels, givesToken: boolean): Raw {
  const { image, port, portName = 'http', otherPorts = [], command, args, env, resources } = pods;
  const own = port === undefined ? [] : [{ name: portName, containerPort: port }];
  // With server-side apply Argo CD treats a port without a protocol as different from the one in the cluster.
  const ports = [...own, ...otherPorts].map((one) => ({
    ...one,
    protocol: 'protocol' in one ? one.protocol : 'TCP',
  }));
  const { livenessProbe, startupProbe } = pods;
  const container = merged(
    defined({
      name: pods.containerName ?? name,
      image,
      command,
      args,
      ports: ports.length > 0 ? ports : undefined,
      env: isNameValue(env) ? Object.entries(env).map(([name, value]) => ({ name, value })) : env,
      livenessProbe,
      readinessProbe: readinessOf(pods, portName),
      startupProbe,
      resources: resources === false ? undefined : resources,
      securityContext: securityOf(pods),
    }),
    pods.container,
  );
  const { containers = [], ...spec } = pods.spec ?? {};
  const automountServiceAccountToken =
    pods.automountServiceAccountToken ?? (pods.defaults === false || givesToken ? undefined : false);
  return {
    metadata: defined({ labels: { ...selector, ...pods.labels }, annotations: pods.annotations }),
    spec: { ...defined({ automountServiceAccountToken }), ...spec, containers: [container, ...containers] },
  };
}

function isNameValue(env: PodProps['env']): env is Labels {
  return env !== undefined && !Array.isArray(env);
}

/** Where no probe tells that the container has started, that it accepts connections. */
function readinessOf(
  { readinessProbe, startupProbe, port, container, defaults }: PodProps,
  portName: string,
): Probe | undefined {
  if (readinessProbe !== undefined) return readinessProbe === false ? undefined : readinessProbe;
  const isTold = [startupProbe, container?.readinessProbe, container?.startupProbe].some(Boolean);
  return isTold || port === undefined || defaults === false ? undefined : { tcpSocket: { port: portName } };
}

/**
 * The security context of the container, with the defaults of cdk8s-plus but for what the API server or the kubelet refuse beside what
 * is given. Windows has none of these fields.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/apis/core/validation/validation.go (ValidateSecurityContext, validateWindows)
 */
function securityOf({ securityContext, container, spec, defaults }: PodProps): Raw | undefined {
  const said = securityContext === false ? undefined : securityContext;
  if (securityContext === false || defaults === false || isWindows(spec)) return said as Raw | undefined;
  const { capabilities, ...given } = merged<NonNullable<Container['securityContext']>>(
    said ?? {},
    container?.securityContext,
  );
  const ofPod = spec?.securityContext ?? {};
  const isRoot = (given.runAsUser ?? ofPod.runAsUser) === 0;
  const escalates = given.privileged === true || capabilities?.add?.includes('CAP_SYS_ADMIN') === true;
  return merged(
    defined({
      runAsNonRoot: ofPod.runAsNonRoot === undefined && !isRoot ? true : undefined,
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: escalates ? undefined : false,
      privileged: false,
    }),
    said,
  );
}

function isWindows(spec: PodProps['spec']): boolean {
  return spec?.os?.name === 'windows' || spec?.nodeSelector?.['kubernetes.io/os'] === 'windows';
}

/**
 * The resources, of `cpu` and `memory`, of which the container of an image requests none: neither itself nor its pod, nor by a limit,
 * which is a request where there is none.
 */
export function unrequested(template: Raw): readonly string[] {
  const spec = template['spec'] as Partial<PodSpec> | undefined;
  const [container] = spec?.containers ?? [];
  const all = [spec?.resources, container?.resources].flatMap((one) => [one?.requests, one?.limits]);
  return ['cpu', 'memory'].filter((resource) => all.every((one) => one?.[resource] === undefined));
}

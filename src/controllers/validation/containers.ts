import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
} from './field-error.js';
import { dnsLabelProblems } from './labels.js';
import { localPathErrors, portErrors, portNameProblems } from './pod-names.js';
import { handlerErrors, type Handler, probeErrors, type Probe } from './probes.js';
import { resourceErrors, type Resources } from './resources.js';
import { type EnvFrom, envErrors, envFromErrors, type EnvVariable } from './variables.js';

export interface Container {
  readonly name?: string;
  readonly image?: string;
  readonly imagePullPolicy?: string;
  readonly terminationMessagePolicy?: string;
  readonly restartPolicy?: string;
  readonly ports?: readonly Port[];
  readonly env?: readonly EnvVariable[];
  readonly envFrom?: readonly EnvFrom[];
  readonly volumeMounts?: readonly Mount[];
  readonly resources?: Resources;
  readonly lifecycle?: { readonly postStart?: Handler; readonly preStop?: Handler };
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly securityContext?: { readonly privileged?: boolean };
}

interface Port {
  readonly name?: string;
  readonly containerPort?: number;
  readonly hostPort?: number;
  readonly hostIP?: string;
  readonly protocol?: string;
}

interface Mount {
  readonly name?: string;
  readonly mountPath?: string;
  readonly subPath?: string;
  readonly subPathExpr?: string;
  readonly mountPropagation?: string;
}

interface Pod {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly terminationGracePeriodSeconds?: number;
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateContainers) */
export function containerErrors(pod: Pod, volumes: ReadonlySet<string>, path: string): readonly FieldError[] {
  const { containers = [] } = pod;
  if (containers.length === 0) return [required(path)];
  const names = containers.map(({ name = '' }) => name);
  return [
    ...containers.flatMap((container, index) => {
      const at = `${path}[${index}]`;
      return [
        ...commonErrors(container, volumes, at),
        ...(names.indexOf(names[index] ?? '') < index ? [duplicate(`${at}.name`, names[index])] : []),
        ...lifeErrors(container, pod, at),
        ...(container.restartPolicy === undefined
          ? []
          : [forbidden(`${at}.restartPolicy`, 'may not be set for non-init containers')]),
      ];
    }),
    ...hostPortErrors(containers, path),
  ];
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateInitContainers) */
export function initContainerErrors(
  pod: Pod,
  volumes: ReadonlySet<string>,
  path: string,
): readonly FieldError[] {
  const names = new Set((pod.containers ?? []).map(({ name = '' }) => name));
  return (pod.initContainers ?? []).flatMap((container, index) => {
    const at = `${path}[${index}]`;
    const { name = '', restartPolicy } = container;
    const isTaken = names.has(name);
    names.add(name);
    return [
      ...commonErrors(container, volumes, at),
      ...(restartPolicy === undefined || restartPolicy === 'Always'
        ? []
        : [notSupported(`${at}.restartPolicy`, restartPolicy, ['Always'])]),
      ...(isTaken ? [duplicate(`${at}.name`, name)] : []),
      // Upstream forgets the index here.
      ...hostPortErrors([container], path),
      ...(restartPolicy === 'Always' ? lifeErrors(container, pod, at) : sidecarErrors(container, at)),
    ];
  });
}

function sidecarErrors(container: Container, at: string): readonly FieldError[] {
  return (['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const)
    .filter((key) => container[key] !== undefined)
    .map((key) =>
      forbidden(`${at}.${key}`, 'may not be set for init containers without restartPolicy=Always'),
    );
}

function lifeErrors(container: Container, pod: Pod, at: string): readonly FieldError[] {
  const { postStart, preStop } = container.lifecycle ?? {};
  const grace = pod.terminationGracePeriodSeconds ?? 30;
  return [
    ...(postStart ? handlerErrors(postStart, grace, `${at}.lifecycle.postStart`) : []),
    ...(preStop ? handlerErrors(preStop, grace, `${at}.lifecycle.preStop`) : []),
    ...(['livenessProbe', 'readinessProbe', 'startupProbe'] as const).flatMap((key) => {
      const probe = container[key];
      return probe ? probeErrors(probe, key, grace, `${at}.${key}`) : [];
    }),
  ];
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateContainerCommon) */
function commonErrors(container: Container, volumes: ReadonlySet<string>, at: string): readonly FieldError[] {
  const { name = '', image = '', terminationMessagePolicy = '', imagePullPolicy = '' } = container;
  const endings = ['File', 'FallbackToLogsOnError'];
  const pulls = ['Always', 'IfNotPresent', 'Never'];
  return [
    ...(name === ''
      ? [required(`${at}.name`)]
      : dnsLabelProblems(name).map((problem) => invalid(`${at}.name`, name, problem))),
    ...(image === '' ? [required(`${at}.image`)] : []),
    ...(terminationMessagePolicy === '' || endings.includes(terminationMessagePolicy)
      ? []
      : [notSupported(`${at}.terminationMessagePolicy`, terminationMessagePolicy, endings)]),
    ...portsErrors(container.ports ?? [], `${at}.ports`),
    ...envErrors(container.env ?? [], `${at}.env`),
    ...envFromErrors(container.envFrom ?? [], `${at}.envFrom`),
    ...mountErrors(container, volumes, `${at}.volumeMounts`),
    ...(imagePullPolicy === '' || pulls.includes(imagePullPolicy)
      ? []
      : [notSupported(`${at}.imagePullPolicy`, imagePullPolicy, pulls)]),
    ...resourceErrors(container.resources ?? {}, `${at}.resources`),
  ];
}

function portsErrors(ports: readonly Port[], path: string): readonly FieldError[] {
  const names = new Set<string>();
  const protocols = ['SCTP', 'TCP', 'UDP'];
  return ports.flatMap((port, index) => {
    const at = `${path}[${index}]`;
    const { name = '', containerPort = 0, hostPort = 0, protocol = '' } = port;
    const problems = name === '' ? [] : portNameProblems(name);
    const isTaken = problems.length === 0 && names.has(name);
    if (name !== '' && problems.length === 0) names.add(name);
    return [
      ...problems.map((problem) => invalid(`${at}.name`, name, problem)),
      ...(isTaken ? [duplicate(`${at}.name`, name)] : []),
      ...(containerPort === 0
        ? [required(`${at}.containerPort`)]
        : portErrors(containerPort, `${at}.containerPort`)),
      ...(hostPort === 0 ? [] : portErrors(hostPort, `${at}.hostPort`)),
      ...(protocol === '' || protocols.includes(protocol)
        ? []
        : [notSupported(`${at}.protocol`, protocol, protocols)]),
    ];
  });
}

function hostPortErrors(containers: readonly Container[], path: string): readonly FieldError[] {
  const taken = new Set<string>();
  return containers.flatMap(({ ports = [] }, index) =>
    ports.flatMap(({ hostPort = 0, hostIP = '', protocol = '' }, item) => {
      if (hostPort === 0) return [];
      const socket = `${protocol || 'TCP'}/${hostIP}/${hostPort}`;
      if (taken.has(socket)) return [duplicate(`${path}[${index}].ports[${item}].hostPort`, socket)];
      taken.add(socket);
      return [];
    }),
  );
}

function mountErrors(
  { volumeMounts: mounts = [], securityContext }: Container,
  volumes: ReadonlySet<string>,
  path: string,
): readonly FieldError[] {
  const paths = mounts.map(({ mountPath = '' }) => mountPath);
  return mounts.flatMap((mount, index) => {
    const at = `${path}[${index}]`;
    const { name = '', mountPath = '', subPath = '', subPathExpr = '', mountPropagation } = mount;
    return [
      ...(name === '' ? [required(`${at}.name`)] : []),
      ...(volumes.has(name) ? [] : [notFound(`${at}.name`, name)]),
      ...(mountPath === '' ? [required(`${at}.mountPath`)] : []),
      ...(paths.indexOf(mountPath) < index ? [invalid(`${at}.mountPath`, mountPath, 'must be unique')] : []),
      // From here on upstream forgets the index.
      ...(subPath === '' ? [] : localPathErrors(subPath, `${path}.subPath`)),
      ...(subPath !== '' && subPathExpr !== ''
        ? [invalid(`${at}.subPathExpr`, subPathExpr, 'subPathExpr and subPath are mutually exclusive')]
        : []),
      ...(subPathExpr === '' ? [] : localPathErrors(subPathExpr, `${path}.subPathExpr`)),
      ...propagationErrors(
        mountPropagation,
        securityContext?.privileged === true,
        `${path}.mountPropagation`,
      ),
    ];
  });
}

function propagationErrors(
  propagation: string | undefined,
  isPrivileged: boolean,
  path: string,
): readonly FieldError[] {
  const supported = ['Bidirectional', 'HostToContainer', 'None'];
  if (propagation === undefined) return [];
  if (!supported.includes(propagation)) return [notSupported(path, propagation, supported)];
  return propagation === 'Bidirectional' && !isPrivileged
    ? [forbidden(path, 'Bidirectional mount propagation is available only to privileged containers')]
    : [];
}

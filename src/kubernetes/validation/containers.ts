import { defaultGracePeriod } from '../kinds/workload.js';
import {
  allInvalid,
  duplicate,
  type FieldError,
  forbidden,
  concatenated,
  located,
  notSupported,
  ofEach,
  requiredError,
} from './field-error.js';
import { none } from '../../model/none.js';
import { dnsLabelProblems } from './labels.js';
import { portErrors, portNameProblems } from './pod-names.js';
import { handlerErrors, probeErrors } from './probes.js';
import { resourceErrors } from './resources.js';
import { containerSecurityErrors } from './security.js';
import type { ValidVolumes } from './volumes.js';
import { containerClaimErrors } from './claims.js';
import { envErrors, envFromErrors } from './variables.js';
import { type Container, type Resize, type Port } from './container-type.js';
import { deviceErrors, mountErrors } from './container-mounts.js';

interface Pod {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly terminationGracePeriodSeconds?: number;
  readonly resourceClaims?: readonly { readonly name?: string }[];
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateContainers) */
export function containerErrors(pod: Pod, volumes: ValidVolumes, path: string): readonly FieldError[] {
  const { containers = [] } = pod;
  if (containers.length === 0) return [requiredError(path)];
  const names = containers.map(({ name = '' }) => name);
  return concatenated(
    ofEach(containers, (container, index) => {
      const at = `${path}[${index}]`;
      return concatenated(
        commonErrors(container, pod, volumes, at),
        names.indexOf(names[index] ?? '') < index ? [duplicate(`${at}.name`, names[index])] : none,
        lifeErrors(container, pod, at),
        container.restartPolicy === undefined
          ? none
          : [forbidden(`${at}.restartPolicy`, 'may not be set for non-init containers')],
      );
    }),
    hostPortErrors(containers, path),
  );
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateInitContainers) */
export function initContainerErrors(pod: Pod, volumes: ValidVolumes, path: string): readonly FieldError[] {
  const names = new Set((pod.containers ?? []).map(({ name = '' }) => name));
  return ofEach(pod.initContainers, (container, index) => {
    const at = `${path}[${index}]`;
    const { name = '', restartPolicy } = container;
    const isTaken = names.has(name);
    names.add(name);
    return concatenated(
      commonErrors(container, pod, volumes, at),
      restartPolicy === undefined || restartPolicy === 'Always'
        ? none
        : [notSupported(`${at}.restartPolicy`, restartPolicy, ['Always'])],
      isTaken ? [duplicate(`${at}.name`, name)] : none,
      // Upstream omits the index here.
      hostPortErrors([container], path),
      restartPolicy === 'Always' ? lifeErrors(container, pod, at) : sidecarErrors(container, at),
    );
  });
}

function sidecarErrors(container: Container, at: string): readonly FieldError[] {
  return (['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const)
    .filter((key) => container[key] !== undefined)
    .map((key) =>
      forbidden(`${at}.${key}`, 'may not be set for init containers without restartPolicy=Always'),
    );
}

const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

function lifeErrors(container: Container, pod: Pod, at: string): readonly FieldError[] {
  const { postStart, preStop } = container.lifecycle ?? {};
  const grace = pod.terminationGracePeriodSeconds ?? defaultGracePeriod;
  return concatenated(
    postStart ? handlerErrors(postStart, grace, `${at}.lifecycle.postStart`) : none,
    preStop ? handlerErrors(preStop, grace, `${at}.lifecycle.preStop`) : none,
    ofEach(probes, (key) => {
      const probe = container[key];
      return probe ? probeErrors(probe, key, grace, `${at}.${key}`) : none;
    }),
  );
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateContainerCommon) */
function commonErrors(
  container: Container,
  pod: Pod,
  volumes: ValidVolumes,
  at: string,
): readonly FieldError[] {
  const { name = '', image = '', terminationMessagePolicy = '', imagePullPolicy = '' } = container;
  const endings = ['File', 'FallbackToLogsOnError'];
  const pulls = ['Always', 'IfNotPresent', 'Never'];
  return concatenated(
    name === '' ? [requiredError(`${at}.name`)] : allInvalid(`${at}.name`, name, dnsLabelProblems(name)),
    image === '' ? [requiredError(`${at}.image`)] : none,
    terminationMessagePolicy === '' || endings.includes(terminationMessagePolicy)
      ? none
      : [notSupported(`${at}.terminationMessagePolicy`, terminationMessagePolicy, endings)],
    portsErrors(container.ports ?? [], `${at}.ports`),
    envErrors(container.env ?? [], `${at}.env`),
    envFromErrors(container.envFrom ?? [], `${at}.envFrom`),
    mountErrors(container, volumes, `${at}.volumeMounts`),
    deviceErrors(container, volumes, `${at}.volumeDevices`),
    imagePullPolicy === '' || pulls.includes(imagePullPolicy)
      ? none
      : [notSupported(`${at}.imagePullPolicy`, imagePullPolicy, pulls)],
    resourceErrors(container.resources ?? {}, `${at}.resources`),
    containerClaimErrors(container.resources?.claims ?? [], claimsOf(pod), `${at}.resources.claims`),
    resizeErrors(container.resizePolicy ?? [], `${at}.resizePolicy`),
    container.securityContext
      ? containerSecurityErrors(container.securityContext, `${at}.securityContext`)
      : none,
  );
}

function claimsOf({ resourceClaims = [] }: Pod): ReadonlySet<string> {
  return new Set(resourceClaims.map(({ name = '' }) => name));
}

const resizable = ['cpu', 'memory'];

const resizes = ['NotRequired', 'RestartContainer'];

/** Upstream omits the index here. */
function resizeErrors(policies: readonly Resize[], path: string): readonly FieldError[] {
  const names = policies.map(({ resourceName = '' }) => resourceName);
  return ofEach(policies, ({ restartPolicy = '' }, index) => {
    const name = names[index] ?? '';
    const at = `${path}[${index}]`;
    return concatenated(
      names.indexOf(name) < index ? [duplicate(at, name)] : none,
      located(among(name, resizable, path), `${at}.resourceName`),
      located(among(restartPolicy, resizes, path), `${at}.restartPolicy`),
    );
  });
}

function among(value: string, known: readonly string[], path: string): readonly FieldError[] {
  if (value === '') return [requiredError(path)];
  return known.includes(value) ? none : [notSupported(path, value, known)];
}

function portsErrors(ports: readonly Port[], path: string): readonly FieldError[] {
  const names = new Set<string>();
  const protocols = ['SCTP', 'TCP', 'UDP'];
  return ofEach(ports, (port, index) => {
    const at = `${path}[${index}]`;
    const { name = '', containerPort = 0, hostPort = 0, protocol = '' } = port;
    const problems = name === '' ? none : portNameProblems(name);
    const isTaken = problems.length === 0 && names.has(name);
    if (name !== '' && problems.length === 0) names.add(name);
    return concatenated(
      allInvalid(`${at}.name`, name, problems),
      isTaken ? [duplicate(`${at}.name`, name)] : none,
      containerPort === 0
        ? [requiredError(`${at}.containerPort`)]
        : portErrors(containerPort, `${at}.containerPort`),
      hostPort === 0 ? none : portErrors(hostPort, `${at}.hostPort`),
      protocol === '' || protocols.includes(protocol)
        ? none
        : [notSupported(`${at}.protocol`, protocol, protocols)],
    );
  });
}

function hostPortErrors(containers: readonly Container[], path: string): readonly FieldError[] {
  const taken = new Set<string>();
  return ofEach(containers, ({ ports = [] }, index) =>
    ofEach(ports, ({ hostPort = 0, hostIP = '', protocol = '' }, item) => {
      if (hostPort === 0) return none;
      const socket = `${protocol || 'TCP'}/${hostIP}/${hostPort}`;
      if (taken.has(socket)) return [duplicate(`${path}[${index}].ports[${item}].hostPort`, socket)];
      taken.add(socket);
      return none;
    }),
  );
}

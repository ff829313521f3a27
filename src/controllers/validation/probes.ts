import type { IntOrString } from '../../cluster/rollout-object.js';
import { type FieldError, forbidden, invalid, nonNegative, notSupported, required } from './field-error.js';
import { headerNameProblems, portErrors, portNameProblems } from './pod-names.js';

export interface Handler {
  readonly exec?: { readonly command?: readonly string[] };
  readonly httpGet?: HttpGet;
  readonly tcpSocket?: { readonly port?: IntOrString };
  readonly grpc?: { readonly port?: number };
  readonly sleep?: { readonly seconds?: number };
}

interface HttpGet {
  readonly port?: IntOrString;
  readonly scheme?: string;
  readonly httpHeaders?: readonly { readonly name?: string }[];
}

export interface Probe extends Handler {
  readonly initialDelaySeconds?: number;
  readonly timeoutSeconds?: number;
  readonly periodSeconds?: number;
  readonly successThreshold?: number;
  readonly failureThreshold?: number;
  readonly terminationGracePeriodSeconds?: number;
}

const kindsOfHandlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateHandler) */
export function handlerErrors(handler: Handler, grace: number, path: string): readonly FieldError[] {
  const given = kindsOfHandlers.filter((key) => handler[key] !== undefined);
  if (given.length === 0) return [required(path, 'must specify a handler type')];
  return given.flatMap((key, index) =>
    index > 0
      ? [forbidden(`${path}.${key}`, 'may not specify more than 1 handler type')]
      : errorsOf(handler, key, grace, `${path}.${key}`),
  );
}

function errorsOf(
  { exec, httpGet, tcpSocket, grpc, sleep }: Handler,
  key: (typeof kindsOfHandlers)[number],
  grace: number,
  path: string,
): readonly FieldError[] {
  if (key === 'exec') return (exec?.command ?? []).length === 0 ? [required(`${path}.command`)] : [];
  if (key === 'tcpSocket') return targetErrors(tcpSocket?.port ?? 0, `${path}.port`);
  if (key === 'grpc') return targetErrors(grpc?.port ?? 0, `${path}.port`);
  if (key === 'httpGet') return httpErrors(httpGet ?? {}, path);
  const seconds = sleep?.seconds ?? 0;
  if (seconds > 0 && seconds <= grace) return [];
  const words = `must be greater than 0 and less than terminationGracePeriodSeconds (${grace}). Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.`;
  return [invalid(path, seconds, words)];
}

function httpErrors(
  { port = 0, scheme = '', httpHeaders = [] }: HttpGet,
  path: string,
): readonly FieldError[] {
  return [
    ...targetErrors(port, `${path}.port`),
    ...(['', 'HTTP', 'HTTPS'].includes(scheme)
      ? []
      : [notSupported(`${path}.scheme`, scheme, ['HTTP', 'HTTPS'])]),
    ...httpHeaders.flatMap(({ name = '' }) =>
      headerNameProblems(name).map((problem) => invalid(`${path}.httpHeaders`, name, problem)),
    ),
  ];
}

function targetErrors(port: IntOrString, path: string): readonly FieldError[] {
  return typeof port === 'number'
    ? portErrors(port, path)
    : portNameProblems(port).map((problem) => invalid(path, port, problem));
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateProbe) */
export function probeErrors(
  probe: Probe,
  kind: 'livenessProbe' | 'readinessProbe' | 'startupProbe',
  grace: number,
  path: string,
): readonly FieldError[] {
  const own = probe.terminationGracePeriodSeconds;
  // What is zero gets its default.
  const success = probe.successThreshold || 1;
  return [
    ...handlerErrors({ ...probe, sleep: undefined }, grace, path),
    ...nonNegative(`${path}.initialDelaySeconds`, probe.initialDelaySeconds ?? 0),
    ...nonNegative(`${path}.timeoutSeconds`, probe.timeoutSeconds ?? 0),
    ...nonNegative(`${path}.periodSeconds`, probe.periodSeconds ?? 0),
    ...nonNegative(`${path}.successThreshold`, success),
    ...nonNegative(`${path}.failureThreshold`, probe.failureThreshold ?? 0),
    ...(own !== undefined && own <= 0
      ? [invalid(`${path}.terminationGracePeriodSeconds`, own, 'must be greater than 0')]
      : []),
    ...(kind !== 'readinessProbe' && success !== 1
      ? [invalid(`${path}.successThreshold`, success, 'must be 1')]
      : []),
    ...(kind === 'readinessProbe' && own !== undefined
      ? [invalid(`${path}.terminationGracePeriodSeconds`, own, 'must not be set for readinessProbes')]
      : []),
  ];
}

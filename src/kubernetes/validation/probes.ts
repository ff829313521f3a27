import type { IntOrString } from '../objects/rollout-object.js';
import {
  allInvalid,
  type FieldError,
  forbidden,
  invalid,
  concatenated,
  nonNegative,
  notSupported,
  ofEach,
  requiredError,
} from './field-error.js';
import { none } from '../../model/none.js';
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

const kindsOfProbes = ['exec', 'httpGet', 'tcpSocket', 'grpc'] as const;
const kindsOfHandlers = [...kindsOfProbes, 'sleep'] as const;

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateHandler) */
export function handlerErrors(
  handler: Handler,
  grace: number,
  path: string,
  kinds: readonly (typeof kindsOfHandlers)[number][] = kindsOfHandlers,
): readonly FieldError[] {
  const given = kinds.filter((key) => handler[key] !== undefined);
  if (given.length === 0) return [requiredError(path, 'must specify a handler type')];
  return ofEach(given, (key, index) =>
    index > 0
      ? [forbidden(`${path}.${key}`, 'may not specify more than 1 handler type')]
      : actionErrors(handler, key, grace, `${path}.${key}`),
  );
}

function actionErrors(
  { exec, httpGet, tcpSocket, grpc, sleep }: Handler,
  key: (typeof kindsOfHandlers)[number],
  grace: number,
  path: string,
): readonly FieldError[] {
  if (key === 'exec') return (exec?.command ?? []).length === 0 ? [requiredError(`${path}.command`)] : none;
  if (key === 'tcpSocket') return targetErrors(tcpSocket?.port ?? 0, `${path}.port`);
  if (key === 'grpc') return targetErrors(grpc?.port ?? 0, `${path}.port`);
  if (key === 'httpGet') return httpErrors(httpGet ?? {}, path);
  const seconds = sleep?.seconds ?? 0;
  if (seconds > 0 && seconds <= grace) return none;
  const words = `must be greater than 0 and less than terminationGracePeriodSeconds (${grace}). Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.`;
  return [invalid(path, seconds, words)];
}

function httpErrors(
  { port = 0, scheme = '', httpHeaders = [] }: HttpGet,
  path: string,
): readonly FieldError[] {
  return concatenated(
    targetErrors(port, `${path}.port`),
    ['', 'HTTP', 'HTTPS'].includes(scheme)
      ? none
      : [notSupported(`${path}.scheme`, scheme, ['HTTP', 'HTTPS'])],
    ofEach(httpHeaders, ({ name = '' }) => allInvalid(`${path}.httpHeaders`, name, headerNameProblems(name))),
  );
}

function targetErrors(port: IntOrString, path: string): readonly FieldError[] {
  return typeof port === 'number' ? portErrors(port, path) : allInvalid(path, port, portNameProblems(port));
}

/** https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/validation/validation.go (validateProbe) */
export function probeErrors(
  probe: Probe,
  kind: 'livenessProbe' | 'readinessProbe' | 'startupProbe',
  grace: number,
  path: string,
): readonly FieldError[] {
  const own = probe.terminationGracePeriodSeconds;
  // A zero is replaced by the default.
  const success = probe.successThreshold || 1;
  return concatenated(
    handlerErrors(probe, grace, path, kindsOfProbes),
    nonNegative(`${path}.initialDelaySeconds`, probe.initialDelaySeconds ?? 0),
    nonNegative(`${path}.timeoutSeconds`, probe.timeoutSeconds ?? 0),
    nonNegative(`${path}.periodSeconds`, probe.periodSeconds ?? 0),
    nonNegative(`${path}.successThreshold`, success),
    nonNegative(`${path}.failureThreshold`, probe.failureThreshold ?? 0),
    own !== undefined && own <= 0
      ? [invalid(`${path}.terminationGracePeriodSeconds`, own, 'must be greater than 0')]
      : none,
    kind !== 'readinessProbe' && success !== 1
      ? [invalid(`${path}.successThreshold`, success, 'must be 1')]
      : none,
    kind === 'readinessProbe' && own !== undefined
      ? [invalid(`${path}.terminationGracePeriodSeconds`, own, 'must not be set for readinessProbes')]
      : none,
  );
}

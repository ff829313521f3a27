import type { HeaderChoice, NotificationChoice, ScalingChoice } from '../write/scaffold/service.js';
import { UsageError } from './exit.js';

/** Returns what is wrong with a value, as the end of a sentence; undefined if it is valid. */
export type Problem = (value: string) => string | undefined;

/** @throws {UsageError} if the value is invalid */
export function checked(what: string, value: string | undefined, problem: Problem): string {
  const found = value ?? '';
  const wrong = problem(found);
  if (wrong !== undefined) throw new UsageError(`${what} is "${found}"; ${wrong}`);
  return found;
}

/** The name of a Service begins with a letter: https://kubernetes.io/docs/concepts/services-networking/service/ */
export function nameProblem(text: string): string | undefined {
  return /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text)
    ? undefined
    : 'it must have at most 63 lowercase letters, digits and hyphens, start with a letter and not end with a hyphen.';
}

export function labelProblem(text: string): string | undefined {
  return /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text)
    ? undefined
    : 'it must have at most 63 lowercase letters, digits and hyphens, and not start or end with a hyphen.';
}

export function prefixProblem(text: string): string | undefined {
  return /^[a-z][-a-z0-9]{0,30}$/.test(text)
    ? undefined
    : 'it must have lowercase letters, digits and hyphens, and start with a letter, such as "staging-".';
}

export function hostProblem(text: string): string | undefined {
  return /^(\*\.)?([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\.)*[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text)
    ? undefined
    : 'it must be a lowercase host name, such as checkout.example.com or *.example.com.';
}

export function gatewayProblem(text: string): string | undefined {
  return /^([a-z0-9][-a-z0-9]*\/)?[a-z0-9][-.a-z0-9]*$/.test(text)
    ? undefined
    : 'it must be an Istio Gateway as namespace/name, such as istio-system/public.';
}

/** https://pkg.go.dev/github.com/distribution/reference */
export function imageProblem(text: string): string | undefined {
  return /^[a-z0-9][-._a-z0-9]*(:\d+)?(\/[a-z0-9][-._a-z0-9]*)*(:[\w][-.\w]{0,127})?(@sha256:[0-9a-f]{64})?$/i.test(
    text,
  )
    ? undefined
    : 'it must be the name of an image, such as ghcr.io/acme/checkout:1.0.0.';
}

export function textProblem(text: string): string | undefined {
  return /^\S+$/.test(text) ? undefined : 'it must be the URL of a repository.';
}

export function readPort(text = '8080'): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new UsageError(`--port is "${text}"; it must be a number from 1 to 65535.`);
  return port;
}

/** Reads a header as `name=value`. https://www.rfc-editor.org/rfc/rfc9110#name-tokens defines valid names. */
export function readHeader(text: string): HeaderChoice {
  const [, name, value] = /^([-!#$%&'*+.^_`|~0-9A-Za-z]+)=(\S+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`--header is "${text}"; it must be a name and a value, such as x-beta=true.`);
  return { name, value };
}

/** Reads a number of pods. */
export function readReplicas(text: string): number {
  const wrong = countProblem(text);
  if (wrong !== undefined) throw new UsageError(`--replicas is "${text}"; ${wrong}`);
  return Number(text);
}

export function countProblem(text: string): string | undefined {
  return /^[1-9]\d{0,3}$/.test(text) ? undefined : 'it must be a number from 1 to 9999.';
}

/** Reads bounds as `min-max`. */
export function readScaling(text: string): ScalingChoice {
  const [, min = '', max = ''] = /^([1-9]\d{0,3})-([1-9]\d{0,3})$/.exec(text) ?? [];
  if (min === '' || Number(min) > Number(max))
    throw new UsageError(
      `--hpa is "${text}"; it must be two numbers of pods, the smaller first, such as 4-12.`,
    );
  return { min: Number(min), max: Number(max) };
}

export function pathProblem(text: string): string | undefined {
  return /^\/[-\w./~%]*$/.test(text) ? undefined : 'it must be a path of a URL, such as /healthz.';
}

export function urlProblem(text: string): string | undefined {
  return /^https?:\/\/[^\s'"\\]+$/.test(text)
    ? undefined
    : 'it must be a URL, such as http://prometheus.monitoring.svc.cluster.local:9090.';
}

/** Reads a notification service of Argo Rollouts with its recipient. */
export function readNotification(text: string): NotificationChoice {
  const [, service, recipient] = /^([a-z][-a-z0-9]{0,30})=([-\w.@#/+]+)$/i.exec(text) ?? [];
  if (service === undefined || recipient === undefined)
    throw new UsageError(`--notify is "${text}"; it must be a service and a recipient, such as slack=shop.`);
  return { service, recipient };
}

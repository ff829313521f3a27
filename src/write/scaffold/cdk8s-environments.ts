import { isPlainObject } from '../../constructs/manifests/manifest.js';
import { type Environment, environmentsOf } from './environments.js';
import type { NewService, Variant } from './service.js';
import { inFolder } from './style.js';
import { Code, literal } from './typescript.js';

/** Stand for the values of an environment until they are code; no user can give them, as they end in a reserved domain. */
const namespaceInCode = 'namespace-of-the-environment';
const hostInCode = (host: string, index: number): string =>
  `${host.startsWith('*.') ? '*.' : ''}host-${index}.of-the-environment.invalid`;

/** The variant of a service whose values `inCode` replaces: those of its environment, where it has several. */
export function variantInCode({ namespace, hosts, environments }: NewService): Variant {
  return environments === undefined
    ? { namespace, hosts }
    : { namespace: namespaceInCode, hosts: hosts.map(hostInCode) };
}

/** A value with the fields of `environment` in place of the namespace and the hosts of `variantInCode`. */
export function inCode(service: NewService, value: unknown): unknown {
  const { hosts = [] } = variantInCode(service);
  const replaced = (one: unknown): unknown => {
    if (typeof one === 'string') return stringInCode(one, hosts);
    if (Array.isArray(one))
      return isHostList(one, hosts)
        ? new Code('environment.hosts')
        : one.map((item: unknown) => replaced(item));
    if (!isPlainObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, replaced(item)]));
  };
  return service.environments === undefined ? value : replaced(value);
}

/** Whether a list is that of all hosts, where an environment has several. */
function isHostList(list: readonly unknown[], hosts: readonly string[]): boolean {
  return (
    hosts.length > 1 && list.length === hosts.length && hosts.every((host, index) => list[index] === host)
  );
}

function stringInCode(text: string, hosts: readonly string[]): unknown {
  const index = hosts.indexOf(text);
  if (index >= 0) return new Code(hosts.length === 1 ? 'environment.host' : `environment.hosts[${index}]`);
  if (!text.includes(namespaceInCode)) return text;
  if (text === namespaceInCode) return new Code('environment.namespace');
  const escaped = text.replaceAll(/[`\\]|\$(?=\{)/g, (found) => `\\${found}`);
  return new Code(`\`${escaped.replaceAll(namespaceInCode, () => '${environment.namespace}')}\``);
}

/** The id of the chart of an environment, which is the name of its folder, too. */
export function environmentChart({ name }: NewService, environment: string): string {
  return `${name}-${environment}`;
}

/** The folders that an ApplicationSet deploys; an Application deploys one of them, at the end of its path. */
export function setPath({ name, argocd }: NewService): string {
  const path = argocd?.path ?? '.';
  return path === '.' ? inFolder(path, `${name}-{{.environment}}`) : `${path}-{{.environment}}`;
}

/** The declaration of the environments of a service, and of what differs in them. */
export function declaredEnvironments(service: NewService, called: string): string {
  const { name, hosts, environments } = service;
  if (environments === undefined) return '';
  const fields =
    hosts.length === 0
      ? []
      : [hosts.length === 1 ? 'readonly host: string;' : 'readonly hosts: readonly string[];'];
  const elements = environmentsOf(service, environments).map((one) => environmentFields(one));
  return `
/** What differs between the environments of ${name}. */
export interface Environment {
  readonly name: string;
  readonly namespace: string;
${fields.map((field) => `  ${field}\n`).join('')}}

/** The environments of ${name}; the last one is production. Another one is an element here. */
export const ${called}: readonly Environment[] = ${literal(elements, 0, 80)};
`;
}

function environmentFields({ name, namespace, hosts }: Environment): object {
  const [host] = hosts;
  return { name, namespace, ...(hosts.length > 1 ? { hosts } : host !== undefined && { host }) };
}

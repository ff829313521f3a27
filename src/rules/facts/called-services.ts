import { serviceOfHost, serviceOfPartialHost } from '../../kubernetes/kinds/host.js';
import { ports } from '../../kubernetes/kinds/service.js';
import { type ConfigReference, configReferences, containers } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';

/** A Service whose name stands in the pods of a workload, as the host of an address. */
export interface CalledService extends Reference {
  /** The port of the address; undefined if it has none that is known. */
  readonly port: number | undefined;
  /** What the address is of: a variable by its name, or a command. */
  readonly of: string;
  /** Whether the host can be nothing else; `name.namespace` may be one outside of the cluster. */
  readonly isCertain: boolean;
}

/**
 * The Services that the pods of a template call, by the addresses in their variables, those of ConfigMaps among them, and commands: URLs of any scheme, `host:port` as a
 * whole value, and what `nc` waits for.
 */
export function calledServices(template: Field, graph: Graph): readonly CalledService[] {
  return [
    ...containers(template).flatMap(calledBy),
    ...configReferences(template).flatMap((reference) => calledIn(reference, graph)),
  ];
}

/** Those in the values of a ConfigMap that become variables. */
function calledIn(reference: ConfigReference, graph: Graph): readonly CalledService[] {
  if (reference.to.kind !== 'ConfigMap' || reference.isMounted) return [];
  const config = graph.find(reference);
  const keys = reference.keys.flatMap(({ text }) => text ?? []);
  const entries = config?.at('data').entries ?? [];
  return entries
    .filter(({ key }) => keys.length === 0 || keys.includes(String(key)))
    .flatMap((entry) =>
      inText(entry, [url, hostAndPort], `"${entry.key}" of ConfigMap "${reference.to.name}"`),
    );
}

function calledBy(container: Field): readonly CalledService[] {
  return [
    ...container.at('env').items.flatMap((variable) => {
      const from = variable.at('value');
      return inText(from, [url, hostAndPort], `variable "${variable.at('name').text ?? ''}"`);
    }),
    ...['command', 'args'].flatMap((key) =>
      container
        .at(key)
        .items.flatMap((from) =>
          inText(from, [url, netcat], `the command of container "${containerName(container)}"`),
        ),
    ),
  ];
}

/** The ports by which a Service is called; undefined if they are not known, or if it answers on any port. */
export function servedPorts(service: Resource): readonly number[] | undefined {
  const { type, clusterIP } = service.at('spec').strings;
  if (type === 'ExternalName' || clusterIP === 'None') return undefined;
  const numbers = ports(service).map((its) => its.at('port').number);
  return numbers.length === 0 || numbers.includes(undefined)
    ? undefined
    : numbers.flatMap((one) => one ?? []);
}

/** Longer texts are not read. */
const longestValueRead = 20_000;
const url =
  /\b([a-z][a-z\d+]{1,20}):\/\/(?:[^\s/?#"'`@]{1,200}@)?([a-z\d][a-z\d.-]{0,252})(?::(\d{1,5}))?(?=[\s/?#"'`,;|)]|$)/gi;
const hostAndPort = /^()([a-z\d][a-z\d.-]{0,252}):(\d{1,5})$/g;
const netcat = /\bnc()(?: +-[a-z]+(?: +\d+)?){0,4} +([a-z][a-z\d.-]{0,252}) +(\d{1,5})\b/g;

function inText(from: Field, patterns: readonly RegExp[], of: string): readonly CalledService[] {
  const { text } = from;
  if (text === undefined || text.length > longestValueRead) return [];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, scheme = '', host = '', given]): CalledService[] => {
      const to = calledAt(host);
      if (!to) return [];
      const usual = { http: 80, https: 443 }[scheme.toLowerCase()];
      const isCertain = !host.includes('.') || /\.svc(?:\.|$)/.test(host);
      return [{ from, to, port: given === undefined ? usual : Number(given), of, isCertain }];
    }),
  );
}

function calledAt(host: string): Reference['to'] | undefined {
  if (host === 'localhost' || !/[a-z]/.test(host)) return undefined;
  return serviceOfHost(host) ?? serviceOfPartialHost(host);
}

function containerName(container: Field): string {
  return container.at('name').text ?? '';
}

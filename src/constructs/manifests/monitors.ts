import type { Labels } from '../../kubernetes/objects/object.js';
import {
  defined,
  type Manifest,
  type ManifestContext,
  namedManifest,
  type ObjectMetadata,
  type Raw,
  refuse,
} from './manifest.js';
import type { PodFacts } from './pods.js';
import type { ServicePort } from './services.js';

/** How Prometheus reads the pods, by an object of its operator. */
export interface MonitorProps extends ObjectMetadata {
  /**
   * The port with the metrics, by its name.
   * @default - the first port
   */
  readonly port?: string;
  /** @default '/metrics' */
  readonly path?: string;
  /**
   * The time between two readings, such as `30s`.
   * @default - that of Prometheus
   */
  readonly interval?: string;
  /**
   * The time after which a reading is given up, such as `10s`; at most the interval.
   * @default - that of Prometheus
   */
  readonly scrapeTimeout?: string;
  /**
   * Whether labels of the pods' own win over those that Prometheus adds, where both have one of the same name.
   * @default - false
   */
  readonly honorLabels?: boolean;
  /**
   * Whether it reads the sidecars of Istio, too, which count the requests: `/stats/prometheus` of their port `http-envoy-prom`.
   * @default - false
   */
  readonly sidecar?: boolean;
  /**
   * The namespace of the object, where Prometheus looks for it in one alone.
   * @default - that of all objects
   */
  readonly namespace?: string;
  /**
   * The namespaces of what it reads: `spec.namespaceSelector.matchNames`.
   * @default - its own; that of all objects where it has another namespace
   */
  readonly namespaces?: readonly string[];
  /**
   * Labels of the object, by which Prometheus finds it, beside those of all objects.
   * @default - none
   */
  readonly labels?: Labels;
}

/** How Prometheus reads the pods through their Services. */
export interface ServiceMonitorProps extends MonitorProps {
  /**
   * The labels of the Services.
   * @default - the labels that all objects have
   */
  readonly selector?: Labels;
}

/** The name of the port that a monitor reads. */
export function monitoredPort(
  { port }: MonitorProps,
  named: readonly { readonly name: string | undefined }[],
): string {
  return (
    port ??
    named[0]?.name ??
    refuse('The pods have no named port for a monitor to read; set its "port", or a port of the container.')
  );
}

/** A PodMonitor, by which Prometheus reads each pod once, whichever Services select it. */
export function podMonitor(
  name: string,
  props: MonitorProps,
  { selector, ports }: PodFacts,
  context: ManifestContext,
): Manifest {
  return monitor(name, 'PodMonitor', props, context, {
    selector: { matchLabels: selector },
    podMetricsEndpoints: [endpoint(props, monitoredPort(props, ports)), ...sidecarEndpoint(props, 'port')],
  });
}

/** A ServiceMonitor, by which Prometheus reads each pod through each Service that selects it. */
export function serviceMonitor(
  name: string,
  { selector, ...props }: ServiceMonitorProps,
  ports: readonly ServicePort[],
  context: ManifestContext,
): Manifest {
  const labels = selector ?? context.labels ?? {};
  if (Object.keys(labels).length === 0)
    refuse(
      'The Services have no labels by which a ServiceMonitor could select them; set labels of the chart, or use "podMonitor".',
    );
  return monitor(name, 'ServiceMonitor', props, context, {
    selector: { matchLabels: labels },
    endpoints: [endpoint(props, monitoredPort(props, ports)), ...sidecarEndpoint(props, 'targetPort')],
  });
}

function endpoint(
  { path = '/metrics', interval, scrapeTimeout, honorLabels }: MonitorProps,
  port: string,
): Raw {
  return defined({ port, path, interval, scrapeTimeout, honorLabels });
}

/** No Service has the port of the sidecar, so a ServiceMonitor names that of the pods. */
function sidecarEndpoint(
  { sidecar, interval, scrapeTimeout }: MonitorProps,
  field: 'port' | 'targetPort',
): readonly Raw[] {
  if (sidecar !== true) return [];
  return [defined({ [field]: 'http-envoy-prom', path: '/stats/prometheus', interval, scrapeTimeout })];
}

/** @throws {UnfitProps} for one of another namespace that would look for the pods there, because theirs is not known */
function monitor(
  name: string,
  kind: 'PodMonitor' | 'ServiceMonitor',
  props: MonitorProps,
  context: ManifestContext,
  spec: Raw,
): Manifest {
  const { namespace = context.namespace } = props;
  const isElsewhere = namespace !== context.namespace;
  if (isElsewhere && props.namespaces === undefined && context.namespace === undefined)
    refuse(
      `The ${kind} in namespace "${String(namespace)}" would look for the pods there, because their namespace is not known; set its "namespaces", or the namespace of the chart.`,
    );
  const matchNames = props.namespaces ?? (isElsewhere ? [context.namespace] : undefined);
  return namedManifest(name, { ...context, namespace }, ['monitoring.coreos.com/v1', kind], props, {
    spec: { ...(matchNames && { namespaceSelector: { matchNames } }), ...spec },
  });
}

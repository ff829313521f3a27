import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import { podHashLabel } from '../../kubernetes/objects/keys.js';
import { groupOf, kinds, type KubeObject, type Labels } from '../../kubernetes/objects/object.js';
import type { PodTemplate } from '../../kubernetes/objects/rollout-object.js';
import type { ReplicaSetObject } from '../../rollouts/controllers/context.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import { type Lane, lanesIn, type Leg } from './lanes.js';

/** Where the requests of a lane arrive at one moment. */
export interface Flow {
  readonly lane: Lane;
  /** In percent, by the answering pods: the hash of a revision, or the name of another workload. */
  readonly shares: ReadonlyMap<string, number>;
  /** Legs that receive requests but have no pods to answer them. */
  readonly gaps: readonly Gap[];
}

/** Requests that no pod answers. */
export interface Gap {
  readonly leg: Leg;
  readonly share: number;
  readonly why: 'no-service' | 'no-subset' | 'no-port' | 'no-pods' | 'no-target-port';
}

/**
 * Where the requests of all lanes arrive. A Service that is not among the objects is unrelated to the Rollout, unless it was
 * there before.
 */
export function flowsIn(objects: Snapshot, known: ReadonlySet<string>): readonly Flow[] {
  const pods = podsIn(objects);
  return lanesIn(objects).flatMap((lane): readonly Flow[] => {
    const sum = lane.legs.reduce((total, { weight }) => total + weight, 0);
    if (sum === 0) return [];
    const shares = new Map<string, number>();
    const gaps: Gap[] = [];
    for (const leg of lane.legs) {
      const share = (leg.weight * 100) / sum;
      if (share === 0) continue;
      const answer = answerOfLeg(leg, objects, pods);
      if ('why' in answer) {
        if (answer.why !== 'no-service' || known.has(leg.service)) gaps.push({ leg, share, why: answer.why });
        continue;
      }
      const total = answer.pods.reduce((count, { available }) => count + available, 0);
      for (const { of, available } of answer.pods)
        shares.set(of, (shares.get(of) ?? 0) + (share * available) / total);
    }
    return [{ lane, shares, gaps }];
  });
}

/** The ports of Services whose targetPort is a name that no selected pod has. */
export function closedPortsIn(
  objects: Snapshot,
): readonly { readonly service: string; readonly port: string }[] {
  const pods = podsIn(objects);
  return [...objects].flatMap(([key, object]) => {
    if (object.kind !== kinds.service.kind || groupOf(object.apiVersion) !== '') return [];
    const { selector = {}, ports = [] } = (object as ServiceWithPorts).spec ?? {};
    const selected = pods.filter(
      (one) => one.namespace === object.metadata.namespace && selects(selector, one.labels),
    );
    if (Object.keys(selector).length === 0 || selected.length === 0) return [];
    return ports.flatMap(({ targetPort }) =>
      typeof targetPort !== 'string' || selected.some((one) => one.ports.has(targetPort))
        ? []
        : [{ service: key, port: targetPort }],
    );
  });
}

interface Pods {
  readonly namespace: string | undefined;
  readonly of: string;
  readonly labels: Labels;
  readonly ports: ReadonlySet<string>;
  readonly available: number;
}

/** The available pods, by revision or workload. */
function podsIn(objects: Snapshot): readonly Pods[] {
  return [...objects.values()].flatMap((object): readonly Pods[] => {
    const { namespace } = object.metadata;
    if (object.kind === kinds.replicaSet.kind) {
      const { spec, status } = object as ReplicaSetObject;
      const labels = { ...spec.template.metadata?.labels, ...hashLabels(object) };
      const available = status?.availableReplicas ?? 0;
      const of = labels[podHashLabel] ?? object.metadata.name;
      return available === 0 ? [] : [{ namespace, of, labels, ports: portsOf(spec.template), available }];
    }
    if (object.kind !== kinds.deployment.kind) return [];
    const { spec = {} } = object as KubeObject & { spec?: { replicas?: number; template?: PodTemplate } };
    const { replicas = 1, template } = spec;
    const labels = template?.metadata?.labels ?? {};
    const of = `Deployment ${object.metadata.name}`;
    return replicas === 0 ? [] : [{ namespace, of, labels, ports: portsOf(template), available: replicas }];
  });
}

function hashLabels({ metadata }: KubeObject): Labels {
  const hash = metadata.labels?.[podHashLabel];
  return hash === undefined ? {} : { [podHashLabel]: hash };
}

interface ContainerPorts {
  readonly ports?: readonly { readonly name?: string }[] | null;
}

function portsOf(template: PodTemplate | undefined): ReadonlySet<string> {
  const spec = template?.spec as { readonly containers?: readonly ContainerPorts[] } | undefined;
  const containers = Array.isArray(spec?.containers) ? spec.containers : [];
  return new Set(
    containers.flatMap(({ ports }: ContainerPorts) => (ports ?? []).flatMap(({ name }) => name ?? [])),
  );
}

interface ServiceWithPorts extends KubeObject {
  readonly spec?: {
    readonly selector?: Labels;
    readonly ports?: readonly {
      readonly name?: string;
      readonly port?: number;
      readonly targetPort?: string | number;
    }[];
  };
}

function answerOfLeg(
  leg: Leg,
  objects: Snapshot,
  pods: readonly Pods[],
): { readonly pods: readonly Pods[] } | { readonly why: Gap['why'] } {
  const service: ServiceWithPorts | undefined = objects.get(leg.service);
  if (!service) return { why: 'no-service' };
  if (leg.subset !== undefined && leg.labels === undefined) return { why: 'no-subset' };
  const { selector = {}, ports = [] } = service.spec ?? {};
  const asked = leg.port === undefined ? ports : ports.filter((one) => isAsked(one, leg.port));
  if (leg.port !== undefined && asked.length === 0) return { why: 'no-port' };
  const wanted = { ...selector, ...leg.labels };
  if (Object.keys(selector).length === 0) return { pods: [{ ...stranger, namespace: undefined }] };
  const named = asked.flatMap(({ targetPort }) => (typeof targetPort === 'string' ? [targetPort] : []));
  const selected = pods.filter(
    (one) => one.namespace === service.metadata.namespace && selects(wanted, one.labels),
  );
  if (selected.length === 0) return { why: 'no-pods' };
  const isOpen = (one: Pods): boolean =>
    named.length < asked.length || asked.length === 0 || named.some((name) => one.ports.has(name));
  const found = selected.filter(isOpen);
  return found.length === 0 ? { why: 'no-target-port' } : { pods: found };
}

function isAsked(port: { readonly name?: string; readonly port?: number }, asked: Leg['port']): boolean {
  return typeof asked === 'number' ? port.port === asked : port.name === asked;
}

/** Manifests do not show the endpoints of a Service without a selector. */
const stranger: Omit<Pods, 'namespace'> = { of: '', labels: {}, ports: new Set(), available: 1 };

// What alb and nginx propose where the Ingress of a Rollout, or the path in it, is not the one that its controller looks for.
import { servicePorts } from '../kubernetes/kinds/host.js';
import { annotation, type Backend, pathBackends } from '../kubernetes/kinds/ingress.js';
import { serviceField, services } from '../kubernetes/kinds/rollout.js';
import { kinds } from '../kubernetes/objects/object.js';
import type { Field } from '../model/field.js';
import { mostChoices } from '../model/fix.js';
import { addingHint, noHint } from '../model/message.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import type { Graph } from '../repository/graph/graph.js';
import { workloadOf } from '../repository/graph/workload-of.js';
import { actionService, useAnnotation } from '../rollouts/routers/alb.js';
import { canaryAnnotations } from '../rollouts/routers/nginx.js';
import type { Instead } from './absent.js';
import { titled } from './choices.js';
import { leadsTo } from './facts/leads-to.js';
import { maxExamined } from './facts/similar.js';
import { oneOf, quoted } from './facts/words.js';
import { renamed } from './fixes.js';
import type { ProposedFix, ReportOptions } from './rule.js';

/** The path that a controller looks for in the Ingresses of a Rollout. */
export interface WantedPath {
  /** The field with the name of the Service that the path leads to. */
  readonly service: Field;
  /** On an AWS load balancer, the path does not name a port of the Service. */
  readonly isAction: boolean;
}

/** The path that the controller copies for the canary. */
export function copiedPath(rollout: Resource): WantedPath {
  return { service: serviceField(rollout, 'stable'), isAction: false };
}

/** The path whose action has the weights. */
export function actionPath(rollout: Resource): WantedPath {
  return { service: actionService(rollout), isAction: true };
}

/** What to write where a Rollout names an Ingress that does not exist, and none has a similar name. */
export function meantIngress(
  graph: Graph,
  reference: Reference,
  wanted: WantedPath,
): Partial<Instead> & Pick<ReportOptions, 'choices'> {
  const { service } = wanted;
  const all = ingressesBeside(graph, reference, service);
  const fitting = all.filter(({ fit }) => fit === 'path');
  const [only, another] = fitting;
  const nameOf = (ingress: Resource): string => graph.namesInGit(ingress)[0] ?? ingress.name;
  if (only && !another) {
    const fix = (): ProposedFix | undefined => {
      const write = renamed(reference, nameOf(only.ingress));
      return write && { ...write, isUnsafe: true };
    };
    return {
      hint: `; did you mean "${nameOf(only.ingress)}", which leads to Service "${service.text}"?`,
      related: [{ at: only.ingress, message: 'probably meant' }],
      fix,
    };
  }
  const ranked = ['path', 'rollout', 'unknown'].flatMap((fit) => all.filter((one) => one.fit === fit));
  const nearest = ranked.slice(0, mostChoices);
  if (nearest.length === 0) return { hint: addedPath(graph, wanted, 'an Ingress with this path') };
  return {
    hint: `; did you mean ${oneOf(quoted(nearest.map(({ ingress }) => nameOf(ingress))))}?`,
    related: nearest.map(({ ingress }) => ({ at: ingress, message: 'deployed with the Rollout' })),
    choices: () => nearest.map(({ ingress }) => renamed(reference, nameOf(ingress))),
  };
}

interface IngressBeside {
  readonly ingress: Resource;
  /** `path`: it leads to the Service. `rollout`: to another Service with the pods of the Rollout. */
  readonly fit: 'path' | 'rollout' | 'unknown';
}

/** The Ingresses beside a Rollout that a reference would lead to under their names, without those that lead to other workloads. */
function ingressesBeside(graph: Graph, reference: Reference, service: Field): readonly IngressBeside[] {
  const { from, to } = reference;
  const rollout = from.resource;
  const list = typeof from.key === 'number' ? (from.parent?.items ?? []) : [];
  const named = list.map(({ text }) => text);
  return graph
    .companions(rollout, kinds.ingress)
    .slice(0, maxExamined)
    .flatMap((ingress): readonly IngressBeside[] => {
      if (named.includes(ingress.name) || !graph.isComplete(ingress)) return [];
      if (annotation(ingress, canaryAnnotations(rollout).canary).shown === 'true') return [];
      if (graph.find({ from, to: { ...to, name: ingress.name } }) !== ingress) return [];
      const backends = pathBackends(ingress);
      if (backends.some((backend) => leadsTo(graph, backend, service))) return [{ ingress, fit: 'path' }];
      const owners = backends.map((backend) => backendOwner(graph, rollout, backend));
      if (owners.includes('rollout')) return [{ ingress, fit: 'rollout' }];
      const isOfOthers = backends.length > 0 && owners.every((owner) => owner === 'another');
      return isOfOthers ? [] : [{ ingress, fit: 'unknown' }];
    });
}

/** Whose pods the Service of a path selects. */
function backendOwner(graph: Graph, rollout: Resource, backend: Backend): 'rollout' | 'another' | 'unknown' {
  if (services(rollout).some(({ to }) => to.name === backend.to.name)) return 'rollout';
  const service = graph.find(backend);
  const workload = service && workloadOf(graph, service);
  if (!workload) return 'unknown';
  return workload === rollout ? 'rollout' : 'another';
}

/** What to write where no path of an Ingress leads to the wanted Service. */
export function meantPath(
  graph: Graph,
  ingress: Resource,
  wanted: WantedPath,
): { readonly right: string } & Pick<ReportOptions, 'fix' | 'choices'> {
  const rollout = wanted.service.resource;
  const all = pathBackends(ingress);
  if (all.length === 0) return { right: noHint, fix: () => fromDefault(ingress, wanted) };
  const sure = all.filter((backend) => backendOwner(graph, rollout, backend) === 'rollout');
  const [only, another] = sure;
  // The port of a Service that is not among the files is not known.
  const isKnown = wanted.isAction || wantedService(graph, wanted.service) !== undefined;
  if (only && !another && isKnown) {
    const sent = sentTo(graph, [only], wanted);
    return {
      right: noHint,
      fix: () => sent && { ...sent, isUnsafe: true },
      choices: () => roles(graph, wanted, sure),
    };
  }
  const possible =
    sure.length > 0 ? sure : all.filter((backend) => backendOwner(graph, rollout, backend) === 'unknown');
  if (possible.length === 0) return { right: addedPath(graph, wanted) };
  const isOneService = new Set(possible.map(({ to }) => to.name)).size === 1;
  return {
    right: noHint,
    choices: () => [
      ...(possible.length > 1 && isOneService ? [sentTo(graph, possible, wanted)] : []),
      ...possible.slice(0, mostChoices).map((backend) => sentTo(graph, [backend], wanted)),
      ...roles(graph, wanted, sure),
    ],
  };
}

type PathBackend = ReturnType<typeof pathBackends>[number];

/** Sends the requests of paths to the wanted Service. */
function sentTo(graph: Graph, backends: readonly PathBackend[], wanted: WantedPath): ProposedFix | undefined {
  const { text } = wanted.service;
  const [first, another] = backends;
  if (text === undefined || !first) return undefined;
  const what = another ? `all ${backends.length} paths to "${first.to.name}"` : pathWords(first);
  return titled(
    `Send ${what} to Service "${text}".`,
    ...backends.flatMap((backend) => [
      { field: backend.from, value: text },
      ...portWrites(graph, backend.port, wanted),
    ]),
  );
}

function pathWords({ path }: PathBackend): string {
  const host = path.parent?.parent?.parent?.at('host').text;
  const of = host === undefined ? '' : ` of host "${host}"`;
  return `path "${path.at('path').text ?? '/'}"${of}`;
}

/** The port of a path as the wanted Service has it, where that differs from the written one. */
function portWrites(graph: Graph, port: Field, wanted: WantedPath): ProposedFix['writes'] {
  const own = wanted.isAction ? [] : wantedPorts(graph, wanted.service);
  const isFitting = wanted.isAction
    ? port.value === useAnnotation
    : own.some(({ number, name }) => [number, name].includes(port.number ?? port.text));
  const [only, another] = own;
  if (isFitting || (!wanted.isAction && (!only || another))) return [];
  const value = wanted.isAction ? { name: useAnnotation } : { number: only?.number };
  if (port.key === 'servicePort') return [{ field: port, value: value.name ?? value.number }];
  return port.parent ? [{ field: port.parent, value }] : [];
}

/** Makes the Service of a path that of the Rollout, if it has no other role in it. */
function roles(graph: Graph, { service }: WantedPath, sure: readonly PathBackend[]): readonly ProposedFix[] {
  const rollout = service.resource;
  const others = services(rollout).map(({ to }) => to.name);
  const names = new Set(sure.filter((backend) => graph.find(backend)).map(({ to }) => to.name));
  return [...names]
    .filter((name) => !others.includes(name))
    .map((name) => titled(`Set ${String(service.key)} to "${name}".`, { field: service, value: name }));
}

/** A path for what the default backend gets already: requests of all hosts. */
function fromDefault(ingress: Resource, wanted: WantedPath): ProposedFix | undefined {
  const [rules, backend] = [ingress.at('spec', 'rules'), ingress.at('spec', 'defaultBackend')];
  const name = wanted.service.text;
  if (name === undefined || rules.exists || backend.at('service', 'name').text !== name) return undefined;
  const port = wanted.isAction ? { name: useAnnotation } : backend.at('service', 'port').value;
  const path = { path: '/', pathType: 'Prefix', backend: { service: { name, port } } };
  const write = titled(`Add a path "/" to Service "${name}".`, {
    field: rules,
    value: [{ http: { paths: [path] } }],
  });
  return { ...write, isUnsafe: true };
}

/** The end of a message with a path to write; nothing to write without the name of a Service. */
function addedPath(graph: Graph, wanted: WantedPath, what = 'this path'): string {
  return wanted.service.text === undefined ? noHint : addingHint(`${what}: ${pathSnippet(graph, wanted)}`);
}

/** A path of an Ingress to copy. */
export function pathSnippet(graph: Graph, wanted: WantedPath): string {
  const [port] = wantedPorts(graph, wanted.service);
  const shown = wanted.isAction ? `name: ${useAnnotation}` : `number: ${port?.number ?? '…'}`;
  return `{ path: /, pathType: Prefix, backend: { service: { name: ${wanted.service.text ?? '…'}, port: { ${shown} } } } }`;
}

function wantedService(graph: Graph, from: Field): Resource | undefined {
  if (from.text === undefined) return undefined;
  return graph.find({ from, to: { ...kinds.service, name: from.text } });
}

function wantedPorts(graph: Graph, from: Field): ReturnType<typeof servicePorts> {
  const service = wantedService(graph, from);
  return service ? servicePorts(service) : [];
}

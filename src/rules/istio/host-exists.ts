import { kinds } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import { sameHost, serviceOfHost, serviceOfPartialHost } from '../../kubernetes/kinds/host.js';
import { destinations, exportedTo } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import type { Target } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { isSubsetLevel } from '../../rollouts/routers/istio.js';
import { sides } from '../../rollouts/routers/istio/sides.js';
import { virtualServicesNearRollouts } from '../facts/near-rollouts.js';
import { onlySimilarName, similar } from '../facts/similar.js';
import { quoted } from '../facts/words.js';
import { serviceAt } from '../facts/istio/traffic.js';
import { addedTo, setTo } from '../fixes.js';
import { deployedAs, renamedBy } from '../absent.js';
import { type ProposedFix, type RelatedPlace, type RuleContext, typedRule } from '../rule.js';
import { untouched } from '../untouched.js';
import {
  hasServiceEntry,
  isExportedTo,
  serviceEntriesOf,
  partiallyNamed,
  type Split,
  splitsByVirtualService,
  writtenHost,
} from '../facts/istio/split.js';

export default typedRule({
  meta: {
    name: 'istio/host-exists',
    description:
      'Require the destinations of a VirtualService beside a Rollout to be Services or ServiceEntries.',
    why: 'Envoy has no endpoints for the host and answers 503 to requests routed there.',
    consequence: 'lost-traffic',
    severity: 'error',
    fixes: ['safe', 'unsafe', 'choice'],
    otherwise: untouched(
      'lost-traffic',
      'Envoy has no endpoints for the host and answers 503 to requests routed there.',
    ),
    messages: {
      hidden:
        'Host "{host}" of VirtualService "{virtualService}" is {kind} "{name}", which is exported to {exported} but not to namespace "{namespace}"; add that namespace to its {field}.',
      missing:
        'Host "{host}" of VirtualService "{virtualService}" is neither a Service{namespace} nor a ServiceEntry.',
      elsewhere:
        'Host "{host}" of VirtualService "{virtualService}" is neither a Service{namespace} nor a ServiceEntry; Service "{name}" is in namespace "{elsewhere}", so write "{full}".',
      misspelt:
        'Host "{host}" of VirtualService "{virtualService}" is neither a Service{namespace} nor a ServiceEntry; did you mean Service "{nearest}"?',
      renamed: deployedAs('Host "{host}" of VirtualService "{virtualService}" refers to a Service that'),
      partial:
        'Istio does not resolve host "{host}" of VirtualService "{virtualService}" to a Service, because it only completes names without a dot; write "{full}".',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#Destination',
      'https://istio.io/latest/docs/reference/config/analysis/ist0101/',
    ],
    aliases: ['IST0101', 'KIA1101'],
  },

  *check({ graph, report }) {
    const all = splitsByVirtualService(graph);
    for (const virtualService of virtualServicesNearRollouts(graph)) {
      yield virtualService;
      const own = all.get(virtualService) ?? [];
      for (const [text, hosts] of byText(virtualService)) {
        const [host, ...others] = hosts;
        const data = { host: text, virtualService: virtualService.name };
        const related = others.map((at) => ({ at, message: 'and here' }));
        const named = { graph, report, virtualService, own, text, host, hosts, data, related };
        if (serviceOfPartialHost(text)) checkPartial(named);
        else if (!reportHidden(named)) checkService(named);
      }
    }
  },
});

type MessageId = 'hidden' | 'missing' | 'elsewhere' | 'misspelt' | 'renamed' | 'partial';

/** A host that destinations of a VirtualService name, and what is said of it. */
interface NamedHost extends Pick<RuleContext<MessageId, 'untouched'>, 'graph' | 'report'> {
  readonly virtualService: Resource;
  /** What Rollouts split in the VirtualService. */
  readonly own: readonly Split[];
  readonly text: string;
  readonly host: Field;
  /** The host, and the others that say the same. */
  readonly hosts: readonly Field[];
  readonly data: { readonly host: string; readonly virtualService: string };
  readonly related: readonly RelatedPlace[];
}

/** A name with a namespace and without the domain, which Istio does not complete. */
function checkPartial({ graph, report, own, text, host, hosts, data, related }: NamedHost): void {
  const partial = serviceOfPartialHost(text)!;
  const isCertain = text.endsWith('.svc') || partiallyNamed(graph, host) !== undefined;
  if (!isCertain || own.some((split) => isHostElsewhere(split, host, graph))) return;
  if (hasServiceEntry(graph, host)) return;
  const full = `${partial.name}.${partial.namespace}.svc.cluster.local`;
  report(host, 'partial', { ...data, full }, { related, fix: () => setTo(hosts, full) });
}

function reportHidden({ graph, report, virtualService, own, host, data, related }: NamedHost): boolean {
  const hidden = hiddenFrom(graph, virtualService, host);
  if (hidden)
    report(
      host,
      'hidden',
      { ...data, ...hidden.data },
      {
        case: own.length === 0 ? 'untouched' : undefined,
        related: [{ at: hidden.resource, message: 'exported elsewhere' }, ...related],
        fix: () => exportedToo(hidden.resource, hidden.data.namespace),
      },
    );
  return hidden !== undefined;
}

/** A fix that exports a Service, by its annotation, or a ServiceEntry to one more namespace. */
function exportedToo(resource: Resource, namespace: string): ProposedFix | undefined {
  if (resource.kind !== 'Service') return addedTo(resource.at('spec', 'exportTo'), namespace, 'unsafe');
  const field = resource.at('metadata', 'annotations', 'networking.istio.io/exportTo');
  return field.text === undefined ? undefined : setTo(field, `${field.text},${namespace}`, 'unsafe');
}

function checkService(named: NamedHost): void {
  const { graph, report, own, text, host, data, related } = named;
  const to = serviceOfHost(text);
  if (!to || own.some((split) => isOfRollout(split, host, graph))) return;
  const reference = { from: host, to };
  const renaming = graph.renaming(reference);
  if (renaming) {
    const by = renamedBy(graph, renaming, reference);
    const all = { ...by, related: [...by.related, ...related] };
    report(host, 'renamed', { ...data, name: renaming.name }, all);
  }
  if (graph.isAbsent(reference) && !hasServiceEntry(graph, host)) reportAbsent(named, to);
}

function reportAbsent(named: NamedHost, to: Target): void {
  const { graph, report, virtualService, own, text, host, hosts, data, related } = named;
  const namespace = to.namespace ?? graph.namespace(virtualService);
  // A Service with this very name is deployed under another one, or with another system.
  const nearest = similar(graph, { from: host, to }, [to.name])?.name;
  // A VirtualService that no Rollout splits may lead to Services in other repositories: only a near miss is certain.
  const namesake = serviceNamesake(graph, virtualService, to.name);
  const isFar = own.length === 0 && nearest === undefined && !namesake;
  const elsewhere = namesake && graph.namespace(namesake);
  const full = `${to.name}.${elsewhere}.svc.cluster.local`;
  report(
    host,
    nearest !== undefined ? 'misspelt' : elsewhere === undefined ? 'missing' : 'elsewhere',
    {
      ...data,
      ...{ nearest, elsewhere, name: to.name, full },
      namespace: namespace === undefined ? '' : ` of namespace "${namespace}"`,
    },
    {
      related,
      case: isFar ? 'untouched' : undefined,
      fix: () => {
        if (nearest === undefined) return elsewhere === undefined ? undefined : setTo(hosts, full);
        const only = onlySimilarName(graph, { from: host, to });
        return only === undefined ? undefined : setTo(hosts, only + text.slice(to.name.length));
      },
    },
  );
}

/** The Service or ServiceEntry of a host, if it is not exported to the namespace of the VirtualService. */
function hiddenFrom(graph: Graph, virtualService: Resource, host: Field) {
  const targets = exportedTo(virtualService, graph.namespace(virtualService)) ?? [];
  const namespaces = targets.includes('*') ? [graph.namespace(virtualService)] : targets;
  const service = serviceAt(graph, host);
  const entries = service ? [] : serviceEntriesOf(graph, host);
  for (const namespace of namespaces) {
    const all = service ? [service] : entries;
    const [resource] = all;
    if (!resource || namespace === undefined) continue;
    if (all.some((one) => isExportedTo(graph, one, namespace))) continue;
    const exported = exportedTo(resource, graph.namespace(resource)) ?? [];
    const field = service ? 'annotation "networking.istio.io/exportTo"' : '"exportTo"';
    const data = { kind: resource.kind, name: resource.name, namespace, exported: quoted(exported), field };
    return { resource, data };
  }
  return undefined;
}

/** The hosts of the destinations of a VirtualService, grouped by text. */
function byText(virtualService: Resource): ReadonlyMap<string, readonly [Field, ...Field[]]> {
  const hosts = new Map<string, [Field, ...Field[]]>();
  for (const destination of destinations(virtualService)) {
    const host = destination.at('host');
    if (host.text === undefined) continue;
    const others = hosts.get(host.text);
    if (others) others.push(host);
    else hosts.set(host.text, [host]);
  }
  return hosts;
}

/** Whether a host is the stable or canary Service that the Rollout names; other rules report if that does not exist. */
function isOfRollout({ rollout }: Split, host: Field, graph: Graph): boolean {
  if (isSubsetLevel(rollout)) return false;
  return sides(rollout).some(
    ({ name }) => name.text !== undefined && sameHost(writtenHost(graph, name), writtenHost(graph, host)),
  );
}

/** Whether a host is a Service of the Rollout, but in another namespace, so not the intended one. */
function isHostElsewhere({ rollout }: Split, host: Field, graph: Graph): boolean {
  const { name, namespace } = serviceOfPartialHost(host.text ?? '') ?? {};
  const own = graph.namespace(rollout);
  if (isSubsetLevel(rollout) || own === undefined || namespace === own) return false;
  return sides(rollout).some((side) => side.name.text === name);
}

/** The intended Service, if it is deployed with a VirtualService but to another namespace. */
function serviceNamesake(graph: Graph, virtualService: Resource, name: string): Resource | undefined {
  return graph
    .withManifestName({ ...kinds.service, name })
    .find((service) => graph.areDeployedTogether(virtualService, service));
}

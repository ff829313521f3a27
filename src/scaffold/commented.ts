import { readGraph } from '../graph/read-graph.js';
import type { Path } from '../model/field.js';
import { toYaml } from '../report/yaml.js';
import { gatewayPlugin } from '../routers/gateway-api/plugin.js';
import type { ManifestFile } from './service.js';

/** A remark above the line of a field. */
interface Remark {
  readonly at: Path;
  readonly text: string;
}

/** An object as YAML, with a remark wherever a name has to agree with another file. */
export function commented({ file, manifest }: ManifestFile, siblings: readonly string[]): string {
  const written = toYaml(manifest);
  const source = { path: `/${file}`, name: file, read: () => written };
  const [resource] = readGraph([source]).graph.resources;
  if (!resource) throw new Error(`${file} holds no resource.`);
  const places = remarks(manifest, siblings).flatMap(({ at, text }) => {
    const field = resource.at(...at);
    return field.exists ? [{ start: lineStart(written, field.keyPlace.start), text }] : [];
  });
  const sorted = places.toSorted((left, right) => right.start - left.start);
  return sorted.reduce(
    (text, { start, text: remark }) =>
      `${text.slice(0, start)}${indentAt(text, start)}# ${remark}\n${text.slice(start)}`,
    written,
  );
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function indentAt(text: string, start: number): string {
  return /^ */.exec(text.slice(start))?.[0] ?? '';
}

/** What depends on what, said at both ends. */
function remarks({ kind }: ManifestFile['manifest'], siblings: readonly string[]): readonly Remark[] {
  const has = (file: string): boolean => siblings.includes(file);
  switch (kind) {
    case 'Rollout':
      return rolloutRemarks(has);
    case 'Service':
      return [
        { at: ['spec', 'selector'], text: 'The pod labels in rollout.yaml.' },
        {
          at: ['spec', 'ports', 0, 'targetPort'],
          text: 'The name of the container port in rollout.yaml.',
        },
      ];
    case 'VirtualService':
      return [
        {
          at: ['spec', 'http', 0, 'name'],
          text: 'rollout.yaml names this route (rolloutkit explain istio/route-exists).',
        },
        {
          at: ['spec', 'http', 0, 'route'],
          text: has('destinationrule.yaml')
            ? 'The subsets are those of destinationrule.yaml. The controller writes the weights.'
            : 'The hosts are the Services that rollout.yaml names. The controller writes the weights.',
        },
      ];
    case 'DestinationRule':
      return [
        {
          at: ['spec', 'subsets'],
          text: 'rollout.yaml names both. They are the same in Git; the controller adds the pod hash to each.',
        },
      ];
    case 'Gateway':
      return [{ at: ['spec', 'servers', 0, 'hosts'], text: 'Those of virtualservice.yaml.' }];
    case 'Ingress':
      return ingressRemarks();
    case 'HTTPRoute':
      return [
        {
          at: ['spec', 'rules', 0, 'backendRefs'],
          text: 'The Services that rollout.yaml names. The plugin of the controller writes the weights.',
        },
      ];
    default:
      return [];
  }
}

function rolloutRemarks(has: (file: string) => boolean): readonly Remark[] {
  const routing = ['spec', 'strategy', 'canary', 'trafficRouting'];
  return [
    {
      at: ['spec', 'selector'],
      text: has('destinationrule.yaml')
        ? 'service.yaml and destinationrule.yaml find the pods by the same labels.'
        : has('service-canary.yaml')
          ? 'service.yaml and service-canary.yaml find the pods by the same labels.'
          : 'service.yaml finds the pods by the same labels.',
    },
    { at: ['spec', 'strategy', 'canary', 'stableService'], text: 'service.yaml' },
    { at: ['spec', 'strategy', 'canary', 'canaryService'], text: 'service-canary.yaml' },
    {
      at: [...routing, 'managedRoutes'],
      text: 'All routes that steps set (rolloutkit explain steps/managed-route-declared).',
    },
    { at: [...routing, 'istio', 'virtualService', 'name'], text: 'virtualservice.yaml, and a route in it' },
    {
      at: [...routing, 'istio', 'destinationRule', 'name'],
      text: 'destinationrule.yaml, and its subsets',
    },
    { at: [...routing, 'alb', 'ingress'], text: 'ingress.yaml' },
    { at: [...routing, 'alb', 'servicePort'], text: 'The port of both Services.' },
    { at: [...routing, 'nginx', 'stableIngress'], text: 'ingress.yaml' },
    { at: [...routing, 'plugins', gatewayPlugin, 'httpRoutes'], text: 'route.yaml' },
  ];
}

function ingressRemarks(): readonly Remark[] {
  return [
    {
      at: ['spec', 'rules', 0, 'http', 'paths', 0, 'backend'],
      text: 'The stable Service of rollout.yaml, in service.yaml.',
    },
  ];
}

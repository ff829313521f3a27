import { isPlainObject, type Manifest } from '../../constructs/manifests/manifest.js';
import { gatewayPlugin } from '../../rollouts/routers/gateway-api/plugin.js';
import { type Remark, toDocument } from '../../yaml/write/document.js';
import type { ManifestFile } from './service-objects.js';

/** An object as YAML with its remarks, and with one at each name that must match another file. */
export function commented({ manifest, remarks: given }: ManifestFile, siblings: readonly string[]): string {
  return toDocument(manifest, [...given, ...remarks(manifest, siblings)]);
}

/** Remarks on names that must match, at both ends. */
function remarks(manifest: Manifest, siblings: readonly string[]): readonly Remark[] {
  const has = (file: string): boolean => siblings.includes(file);
  switch (manifest.kind) {
    case 'Rollout':
      return [...rolloutRemarks(has), ...strategyRemarks(manifest)];
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
          text: has('service-preview.yaml')
            ? 'All requests.'
            : 'rollout.yaml names this route (rolloutkit explain istio/route-exists).',
        },
        {
          at: ['spec', 'http', 0, 'route'],
          text: has('service-preview.yaml')
            ? 'The active Service of rollout.yaml.'
            : has('destinationrule.yaml')
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
          text: has('service-preview.yaml')
            ? 'The active Service of rollout.yaml.'
            : 'The Services that rollout.yaml names. The plugin of the controller writes the weights.',
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
        : has('service-preview.yaml')
          ? 'service.yaml and service-preview.yaml find the pods by the same labels.'
          : has('service-canary.yaml')
            ? 'service.yaml and service-canary.yaml find the pods by the same labels.'
            : 'service.yaml finds the pods by the same labels.',
    },
    { at: ['spec', 'strategy', 'canary', 'stableService'], text: 'service.yaml' },
    { at: ['spec', 'strategy', 'canary', 'canaryService'], text: 'service-canary.yaml' },
    {
      at: ['spec', 'strategy', 'blueGreen', 'activeService'],
      text: 'service.yaml; the controller switches its selector to the new version.',
    },
    {
      at: ['spec', 'strategy', 'blueGreen', 'previewService'],
      text: 'service-preview.yaml, where the new version can be tried before its promotion.',
    },
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

/** Remarks on a strategy, for manifests and constructs. */
export function strategyRemarks(manifest: Manifest): readonly Remark[] {
  return [
    {
      at: ['spec', 'revisionHistoryLimit'],
      text: 'Old ReplicaSets, each of which is a version to go back to.',
    },
    {
      at: ['spec', 'progressDeadlineAbort'],
      text: 'A version whose pods are not ready within ten minutes is aborted, not only reported.',
    },
    {
      at: ['spec', 'strategy', 'canary', 'analysis'],
      text: 'Beside the steps, from the first weight on; when it fails, the update is aborted.',
    },
    {
      at: ['spec', 'strategy', 'blueGreen', 'autoPromotionEnabled'],
      text: 'A new version waits for: kubectl argo rollouts promote',
    },
    {
      at: ['spec', 'strategy', 'blueGreen', 'scaleDownDelaySeconds'],
      text: 'So long the pods of the old version stay, for a quick way back.',
    },
    ...stepRemarks(manifest),
  ];
}

function stepRemarks({ spec }: Manifest): readonly Remark[] {
  const strategy = isPlainObject(spec) ? spec['strategy'] : undefined;
  const canary = isPlainObject(strategy) ? strategy['canary'] : undefined;
  const steps = isPlainObject(canary) ? canary['steps'] : undefined;
  if (!Array.isArray(steps)) return [];
  return (steps as readonly object[]).flatMap((step, index) => {
    const at = ['spec', 'strategy', 'canary', 'steps', index];
    if ('setCanaryScale' in step && index === 0)
      return [
        { at: [...at, 'setCanaryScale'], text: 'Pods first: a route to none would be taken away again.' },
      ];
    if ('setHeaderRoute' in step && 'pause' in step)
      return [
        {
          at: [...at, 'setHeaderRoute'],
          text: 'One step with its pause: meanwhile the controller restores the route whenever it is lost.',
        },
      ];
    return 'pause' in step && Object.keys(step.pause as object).length === 0
      ? [{ at: [...at, 'pause'], text: 'Waits for: kubectl argo rollouts promote' }]
      : [];
  });
}

function ingressRemarks(): readonly Remark[] {
  return [
    {
      at: ['spec', 'rules', 0, 'http', 'paths', 0, 'backend'],
      text: 'The Service in service.yaml, which rollout.yaml names.',
    },
  ];
}

import type { Value } from './rewriting.js';

/** Fields that may be absent, and are null then, by the kind. */
const optional: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Rollout: [
    ['metadata', 'annotations'],
    ['spec', 'paused'],
    ['spec', 'minReadySeconds'],
    ['spec', 'revisionHistoryLimit'],
    ['spec', 'analysis'],
    ['spec', 'workloadRef'],
    ['spec', 'strategy', 'canary', 'maxSurge'],
    ['spec', 'strategy', 'canary', 'maxUnavailable'],
    ['spec', 'strategy', 'canary', 'analysis'],
    ['spec', 'strategy', 'canary', 'trafficRouting'],
    ['spec', 'strategy', 'canary', 'trafficRouting', 'managedRoutes'],
    ['spec', 'strategy', 'canary', 'dynamicStableScale'],
    ['spec', 'strategy', 'canary', 'stableService'],
    ['spec', 'strategy', 'blueGreen', 'previewService'],
    ['spec', 'strategy', 'blueGreen', 'autoPromotionEnabled'],
    ['spec', 'template', 'spec', 'affinity'],
    ['spec', 'template', 'spec', 'nodeSelector'],
  ],
  Service: [
    ['metadata', 'annotations'],
    ['metadata', 'labels'],
    ['spec', 'type'],
    ['spec', 'externalName'],
  ],
  VirtualService: [
    ['metadata', 'labels'],
    ['spec', 'gateways'],
    ['spec', 'exportTo'],
    ['spec', 'tls'],
    ['spec', 'tcp'],
    ['spec', 'http'],
  ],
  DestinationRule: [
    ['spec', 'trafficPolicy'],
    ['spec', 'exportTo'],
  ],
  Ingress: [
    ['metadata', 'annotations'],
    ['spec', 'ingressClassName'],
    ['spec', 'tls'],
    ['spec', 'defaultBackend'],
  ],
  HTTPRoute: [
    ['metadata', 'labels'],
    ['spec', 'hostnames'],
  ],
  Application: [
    ['spec', 'ignoreDifferences'],
    ['spec', 'syncPolicy', 'syncOptions'],
    ['spec', 'revisionHistoryLimit'],
    ['spec', 'sources'],
    ['spec', 'source', 'helm'],
    ['spec', 'source', 'kustomize'],
    ['spec', 'source', 'directory'],
  ],
  AnalysisTemplate: [
    ['spec', 'args'],
    ['spec', 'dryRun'],
    ['spec', 'measurementRetention'],
  ],
  HorizontalPodAutoscaler: [['spec', 'minReplicas']],
};

export function withNulls(value: Value): Value {
  const paths = optional[String(value['kind'])] ?? [];
  return paths.reduce((whole, path) => withNull(whole, path), value);
}

/** The same with null at a path whose parent is there, and which is absent. */
function withNull(value: Value, [key = '', ...rest]: readonly string[]): Value {
  if (rest.length === 0) return key in value ? value : { ...value, [key]: null };
  const inner = value[key];
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return value;
  return { ...value, [key]: withNull(inner as Value, rest) };
}

import { blueGreenManifests } from '../../constructs/manifests/blue-green.js';
import { canaryManifests } from '../../constructs/manifests/canary.js';
import {
  isPlainObject,
  type Manifest,
  type ManifestContext,
  withoutFields,
} from '../../constructs/manifests/manifest.js';
import type { Remark } from '../../yaml/write/document.js';
import { manifestTemplate } from './manifest-template.js';
import { labelsOf, templatePods } from './pods.js';
import { hasServiceOfNew, isBlueGreen, type NewService, type Variant } from './service.js';
import { blueGreenProps, canaryProps, countsBySidecar } from './service-props.js';

/** The file name of each object of a service, in reading order. */
const fileNames = {
  rollout: 'rollout.yaml',
  stableService: 'service.yaml',
  activeService: 'service.yaml',
  canaryService: 'service-canary.yaml',
  previewService: 'service-preview.yaml',
  rootService: 'service-root.yaml',
  virtualService: 'virtualservice.yaml',
  destinationRule: 'destinationrule.yaml',
  gateway: 'gateway.yaml',
  ingress: 'ingress.yaml',
  route: 'route.yaml',
  analysisTemplate: 'analysistemplate.yaml',
  autoscaler: 'autoscaler.yaml',
  disruptionBudget: 'disruptionbudget.yaml',
  serviceAccount: 'serviceaccount.yaml',
  networkPolicy: 'networkpolicy.yaml',
  scaledObject: 'scaledobject.yaml',
  serviceMonitor: 'servicemonitor.yaml',
  podMonitor: 'podmonitor.yaml',
} as const;

/** The names of the files of objects. */
export const objectFiles: ReadonlySet<string> = new Set(Object.values(fileNames));

type Objects = Readonly<Partial<Record<keyof typeof fileNames, Manifest | undefined>>>;

/** One object, its file, and its remarks other than those on names that must match. */
export interface ManifestFile {
  readonly file: (typeof fileNames)[keyof typeof fileNames];
  readonly manifest: Manifest;
  readonly remarks: readonly Remark[];
}

/**
 * The objects of a service or of a variant of it, each in a file. A prefix does not change labels and route names.
 */
export function manifestFiles(service: NewService, variant: Variant = {}): readonly ManifestFile[] {
  const objects = objectsFor(service, variant);
  const remarks = remarksOf(service, variant);
  return Object.entries(fileNames).flatMap(([key, file]) => {
    const manifest = objects[key as keyof typeof fileNames];
    return manifest ? [{ file, manifest, remarks: remarks[key as keyof typeof fileNames] ?? [] }] : [];
  });
}

function objectsFor(service: NewService, variant: Variant): Objects {
  const { prefix = '', namespace } = variant;
  const name = `${prefix}${service.name}`;
  const context: ManifestContext = { namespace, labels: labelsOf(service) };
  const given = { selector: { app: service.name } };
  const made = isBlueGreen(service)
    ? blueGreenOf(service, variant, name, context)
    : canaryManifests(name, withPod(canaryProps(service, variant), service, given), context);
  const [analysisTemplate] = made.analysisTemplates;
  return { ...made, analysisTemplate };
}

function withPod<P extends { readonly pod: object }>(
  props: P,
  { name }: NewService,
  given: object,
): P & { readonly selector: Readonly<Record<string, string>> } {
  return { ...props, ...given, pod: { ...props.pod, containerName: name } } as never;
}

/** Two Services, and the objects that route requests to the active one. */
function blueGreenOf(
  service: NewService,
  variant: Variant,
  name: string,
  context: ManifestContext,
): Objects & Pick<ReturnType<typeof blueGreenManifests>, 'analysisTemplates'> {
  const given = { selector: { app: service.name } };
  const made = blueGreenManifests(name, withPod(blueGreenProps(service, variant), service, given), context);
  return { ...made, ...entryOf(service, variant, name, context) };
}

/** The objects of a canary's router with the stable Service only, which has the name of the active one. */
function entryOf(service: NewService, variant: Variant, name: string, context: ManifestContext): Objects {
  if (service.router === 'none' || (service.router.startsWith('istio') && service.hosts.length === 0))
    return {};
  const plain = withoutFields(service, 'header', 'analysis');
  const props = withPod(canaryProps(plain, variant), service, { selector: { app: service.name } });
  const { gateway, virtualService, ingress, route } = canaryManifests(name, { ...props, steps: [] }, context);
  const alone = (manifest: Manifest | undefined): Manifest | undefined =>
    manifest && (withoutSplit(manifest, `${name}-canary`) as Manifest);
  return { gateway, virtualService: alone(virtualService), ingress: alone(ingress), route: alone(route) };
}

/** A value without destinations of a Service, without weights, and with a port instead of an action. */
function withoutSplit(value: unknown, without: string): unknown {
  if (Array.isArray(value)) {
    const kept = value.filter((item: unknown) => !leadsTo(item, without));
    return kept.map((item: unknown) => withoutSplit(item, without));
  }
  if (!isPlainObject(value)) return value === 'use-annotation' ? 'http' : value;
  const { weight, ...others } = value;
  const isShare = weight === 100 && ('destination' in value || value['kind'] === 'Service');
  return Object.fromEntries(
    Object.entries(isShare && 'destination' in value ? others : value).map(([key, item]) => [
      key,
      isShare && key === 'weight' ? 1 : withoutSplit(item, without),
    ]),
  );
}

/** Whether an Istio destination or a route backend is a Service. */
function leadsTo(item: unknown, service: string): boolean {
  if (!isPlainObject(item)) return false;
  const { destination } = item;
  const host = isPlainObject(destination) ? destination['host'] : undefined;
  return (typeof host === 'string' && host.split('.')[0] === service) || item['name'] === service;
}

/** The comments of the templates, and remarks on an analysis. */
function remarksOf(
  service: NewService,
  { prefix = '' }: Variant,
): Readonly<Partial<Record<keyof typeof fileNames, readonly Remark[]>>> {
  const values = {
    name: `${prefix}${service.name}`,
    app: service.name,
    scheme: 'internal',
    path: '/',
    min: 1,
    max: 1,
  };
  const of = (file: string): readonly Remark[] => manifestTemplate(file, values).remarks;
  return {
    rollout: templatePods(service, prefix).remarks,
    analysisTemplate: analysisRemarks(service),
    autoscaler: of('autoscaler.yaml'),
    disruptionBudget: of('disruption-budget.yaml'),
    serviceAccount: [
      {
        at: ['automountServiceAccountToken'],
        text: 'Pods get no token, because the service does not call the API server.',
      },
    ],
    networkPolicy: networkPolicyRemarks(service),
    scaledObject: of('scaled-object.yaml'),
    serviceMonitor: [
      { at: ['spec', 'selector'], text: serviceMonitorRemark },
      ...sidecarRemarks(service, 'endpoints'),
    ],
    podMonitor: [
      { at: ['spec', 'selector'], text: podMonitorRemark },
      ...sidecarRemarks(service, 'podMetricsEndpoints'),
    ],
    ...(service.router === 'alb' && { ingress: of('ingress-alb.yaml') }),
  };
}

function networkPolicyRemarks({ router }: NewService): readonly Remark[] {
  const isMesh = router.startsWith('istio');
  return [
    {
      at: ['spec', 'ingress'],
      text: 'Callers reach no other port. Add "from" to say which namespaces may call.',
    },
    ...(isMesh
      ? [
          {
            at: ['spec', 'ingress', 0, 'ports', 1],
            text: 'Of Istio: tunnels of an ambient mesh, and metrics and health of a sidecar.',
          },
        ]
      : []),
    {
      at: ['spec', 'egress'],
      text: `All calls are allowed. Name what the service calls, ${isMesh ? 'DNS (port 53) and istiod' : 'and DNS (port 53)'}, to allow nothing else.`,
    },
  ];
}

const serviceMonitorRemark = `The labels of the Services. While no update is under way two Services select the same pods, and Prometheus reads each
pod through both; a PodMonitor reads it once. Prometheus finds this object by its labels: add those that it asks for.`;

const podMonitorRemark =
  'Each pod once, whichever Services select it. Prometheus finds this object by its labels: add those that it asks for.';

function sidecarRemarks(service: NewService, field: string): readonly Remark[] {
  if (!countsBySidecar(service)) return [];
  const text = `The sidecars of Istio, whose counter the analysis reads. Remove it where a monitor of the mesh reads them already.`;
  return [{ at: ['spec', field, 1], text }];
}

function analysisRemarks(service: NewService): readonly Remark[] {
  const metric = ['spec', 'metrics', 0];
  switch (service.analysis?.provider) {
    case 'prometheus':
      return [
        {
          at: [...metric, 'successCondition'],
          text: 'Without requests nothing is known, and the update goes on.',
        },
        {
          at: [...metric, 'provider', 'prometheus', 'query'],
          text: `${service.router === 'nginx' && !isBlueGreen(service) ? 'Requests that ingress-nginx sends to the canary Service.' : 'Requests to pods of the new version, found by the hash in their names.'} Adapt the counter and its labels.`,
        },
      ];
    case 'web':
      return [
        {
          at: [...metric, 'provider', 'web', 'url'],
          text: `The ${hasServiceOfNew(service) ? 'Service of the new version' : 'URL that was given'}; it has to answer JSON. The controller calls it.`,
        },
      ];
    case 'job':
      return [
        {
          at: [...metric, 'provider', 'job', 'spec'],
          text: 'It succeeds if the container ends with 0. Put a smoke test of yours in its place.',
        },
        {
          at: [...metric, 'provider', 'job', 'spec', 'template', 'metadata', 'labels'],
          text: 'A sidecar would keep the Job from ending. Remove it if the mesh demands mTLS and has native sidecars.',
        },
      ];
    case undefined:
      return [];
  }
}

import { isPlainObject, type Manifest } from '../../constructs/manifests/manifest.js';
import { toDocument } from '../../yaml/write/document.js';
import { commented } from './commented.js';
import { applicationSet, type Environment, environmentsOf } from './environments.js';
import { imageParts } from './image.js';
import { kustomizeTransformers } from '../../rules/facts/kustomize-transformers.js';
import { transformersFile } from '../../repository/graph/kustomization.js';
import { nextSteps } from './next-steps.js';
import type { NewService } from './service.js';
import { type ManifestFile, manifestFiles } from './service-objects.js';
import { applicationFile, applicationText, type NewFile, inFolder, type WrittenService } from './style.js';

/** An environment and the prefix of the names in it. */
interface Overlay extends Environment {
  readonly prefix: string;
}

/**
 * A base, and an overlay for each environment. Services are named without their namespace, because kustomize cannot rename host names
 * that contain one.
 * @param namePrefix - the prefix of all names in environments before the last one
 */
export function kustomizeStyle(service: NewService, namePrefix = ''): WrittenService {
  const { name, argocd } = service;
  const all = manifestFiles(service, { serviceHosts: 'short' });
  const names = all.map(({ file }) => file);
  const base: NewFile[] = [
    ...all.map((one) => ({ path: `${name}/base/${one.file}`, text: commented(one, names) })),
    { path: `${name}/base/kustomization.yaml`, text: baseKustomization(names) },
    { path: `${name}/base/${transformersFile}`, text: kustomizeTransformers() },
  ];
  const overlays = overlaysOf(service, namePrefix);
  const first = overlays[0]?.name ?? '';
  // With a prefix the objects of environments have different names, and so have the differences that Argo CD ignores.
  const isSet = argocd !== undefined && service.environments !== undefined && namePrefix === '';
  const written = overlays.map((overlay) => overlayFiles(service, overlay, { base: all, isSet }));
  const set = isSet
    ? [
        applicationSet(
          service,
          all.map(({ manifest }) => manifest),
          { environments: overlays, path: inFolder(argocd.path, 'overlays', '{{.environment}}') },
        ),
      ]
    : [];
  const files = [...base, ...written.flatMap((one) => one.files), ...set];
  return {
    files,
    // Applications use the rendered names of objects, which differ from those of the base if there is a prefix.
    deployments: [
      { files: namePrefix === '' ? files : base },
      ...(isSet
        ? [{ files: [...written.map(({ rendered }) => rendered), ...set] }]
        : written.map(({ rendered, applications }) => ({ files: [rendered, ...applications] }))),
    ],
    next: nextSteps(service, {
      look: `kubectl kustomize ${name}/overlays/${first}`,
      lint: 'rolloutkit lint --render',
      environments: overlays,
    }),
  };
}

/** The files of an overlay, and what kustomize makes of it. */
interface OverlayFiles {
  readonly files: readonly NewFile[];
  readonly rendered: NewFile;
  readonly applications: readonly NewFile[];
}

/** @param isSet - whether an ApplicationSet deploys all overlays */
function overlayFiles(
  service: NewService,
  overlay: Overlay,
  { base, isSet }: { readonly base: readonly ManifestFile[]; readonly isSet: boolean },
): OverlayFiles {
  const { name, argocd } = service;
  const { prefix, namespace, hosts } = overlay;
  const deployed = manifestFiles(service, { prefix, namespace, hosts, serviceHosts: 'short' }).map(
    ({ manifest }) => manifest,
  );
  const path = `${name}/overlays/${overlay.name}`;
  const manifests = base.map(({ manifest }) => manifest);
  const called = `${name}-${overlay.name}`;
  const applications: readonly NewFile[] =
    argocd && !isSet
      ? [
          {
            path: applicationFile(called),
            text: applicationText(
              called,
              service,
              { path: inFolder(argocd.path, 'overlays', overlay.name), namespace },
              deployed,
            ),
          },
        ]
      : [];
  return {
    files: [
      { path: `${path}/kustomization.yaml`, text: overlayKustomization(service, overlay, manifests) },
      ...applications,
    ],
    rendered: { path: `${path}/rendered.yaml`, text: deployed.map((one) => toDocument(one)).join('---\n') },
    applications,
  };
}

function overlaysOf(service: NewService, prefix: string): readonly Overlay[] {
  const { environments = ['staging', 'production'] } = service;
  return environmentsOf(service, environments).map((one) => ({ ...one, prefix: one.isLast ? '' : prefix }));
}

function baseKustomization(files: readonly string[]): string {
  return toDocument({ ...kustomizationHead, resources: files, configurations: [transformersFile] }, [
    {
      at: ['configurations'],
      text: 'Makes kustomize rename, also in overlays, what a Rollout and Istio refer to.',
    },
  ]);
}

const kustomizationHead = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };

const albRemark = `Do not set namePrefix here if an annotation of the Ingress names a Service, such as conditions.<service>: kustomize
does not rename annotations.`;

function overlayKustomization(
  { image, router, hosts: known }: NewService,
  { name, namespace, prefix, hosts }: Overlay,
  manifests: readonly Manifest[],
): string {
  const { repository, tag } = imageParts(image);
  const renamed = new Map(known.map((host, index) => [host, hosts[index] ?? host]));
  const patches = manifests.flatMap((manifest) => hostPatch(manifest, renamed));
  const changes = {
    ...(prefix !== '' && { namePrefix: prefix }),
    ...(tag !== undefined && { images: [{ name: repository, newTag: tag }] }),
    ...(patches.length > 0 && { patches }),
  };
  const [first] = Object.keys(changes);
  return toDocument({ ...kustomizationHead, resources: ['../../base'], namespace, ...changes }, [
    { at: ['patches'], text: `The hosts of ${name}.` },
    ...(router === 'alb'
      ? [{ at: first === undefined ? [] : [first], text: albRemark, isBelow: first === undefined }]
      : []),
  ]);
}

/** A patch that replaces the hosts of the base; empty if they are the same. */
function hostPatch(manifest: Manifest, hosts: ReadonlyMap<string, string>): readonly object[] {
  const operations = leaves(manifest['spec'], '/spec').flatMap(({ pointer, value }) => {
    const host = hosts.get(value);
    return host === undefined || host === value ? [] : [{ op: 'replace', path: pointer, value: host }];
  });
  if (operations.length === 0) return [];
  const { kind, metadata } = manifest;
  return [{ target: { kind, name: metadata.name }, patch: toDocument(operations) }];
}

/** All strings of a value with their JSON pointers. */
function leaves(
  value: unknown,
  pointer: string,
): readonly { readonly pointer: string; readonly value: string }[] {
  if (typeof value === 'string') return [{ pointer, value }];
  const entries = Array.isArray(value)
    ? value.map((item: unknown, index) => [String(index), item] as const)
    : isPlainObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, item]) =>
    leaves(item, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

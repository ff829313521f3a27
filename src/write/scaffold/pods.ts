import { isPlain, type Raw, without } from '../../constructs/manifests/manifest.js';
import type { PodProps } from '../../constructs/manifests/pods.js';
import type { Path } from '../../model/field.js';
import type { Remark } from '../../yaml/write/document.js';
import { manifestTemplate } from './manifest-template.js';
import type { NewService } from './service.js';

/** The annotations and pods that the template of a Rollout sets. */
interface PodsOfTemplate {
  readonly pod: PodProps;
  readonly annotations: Readonly<Record<string, string>> | undefined;
  /** At paths of the Rollout. */
  readonly remarks: readonly Remark[];
}

/** The recommended labels of all objects and pods, by which tools group them. */
export function labelsOf({ name, namespace }: NewService): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': namespace };
}

/** Pods with secure and robust defaults for an image of which only the name is known. */
export function podsOf(service: NewService, prefix: string): PodsOfTemplate {
  const { name, image, port, notification, healthPath } = service;
  const { manifest, remarks } = manifestTemplate('rollout.yaml', {
    name: `${prefix}${name}`,
    app: name,
    port,
    ...notification,
  });
  const { containers, ...spec } = podSpecOf(manifest['spec']);
  const [written = {}] = containers as readonly Raw[];
  const { readinessProbe, livenessProbe, startupProbe, resources, ...container } = without(written, 'name');
  const asked = (probe: unknown): Raw => {
    const { tcpSocket, ...others } = probe as Raw;
    return { httpGet: { path: healthPath, ...(tcpSocket as Raw) }, ...others };
  };
  return {
    pod: {
      image,
      port,
      labels: labelsOf(service),
      resources: resources as NonNullable<PodProps['resources']>,
      ...({
        readinessProbe: healthPath === undefined ? readinessProbe : asked(readinessProbe),
        livenessProbe,
        startupProbe: healthPath === undefined ? startupProbe : asked(startupProbe),
      } as Pick<PodProps, 'readinessProbe' | 'livenessProbe' | 'startupProbe'>),
      container,
      spec,
    },
    annotations: notification && manifest.metadata.annotations,
    remarks,
  };
}

function podSpecOf(spec: unknown): Raw {
  const template = isPlain(spec) ? spec['template'] : undefined;
  return isPlain(template) && isPlain(template['spec']) ? template['spec'] : {};
}

const ownProps = ['resources', 'readinessProbe', 'livenessProbe', 'startupProbe'];

/** The path of a field of a Rollout among the props of a construct; undefined for derived fields. */
export function propPath(path: Path): Path | undefined {
  const [first, second, third, fourth, index, key, ...rest] = path;
  if (first === 'metadata') return path;
  if (first !== 'spec') return undefined;
  if (second === 'strategy') return path.slice(third === 'canary' && fourth === 'steps' ? 3 : 2);
  if (second !== 'template' || third !== 'spec' || fourth === undefined) return undefined;
  if (fourth !== 'containers') return ['pod', 'spec', ...path.slice(3)];
  if (index !== 0 || key === undefined) return undefined;
  return ['pod', ...(ownProps.includes(String(key)) ? [] : ['container']), key, ...rest];
}

import { memoizeLast } from '../../model/memo.js';
import { none } from '../../model/none.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';

/** The paths of pod templates, by kind. */
const templatePaths: Readonly<Record<string, readonly string[]>> = {
  'argoproj.io/Rollout': ['spec', 'template'],
  'apps/Deployment': ['spec', 'template'],
  'apps/ReplicaSet': ['spec', 'template'],
  'apps/StatefulSet': ['spec', 'template'],
  'apps/DaemonSet': ['spec', 'template'],
  'batch/Job': ['spec', 'template'],
  'batch/CronJob': ['spec', 'jobTemplate', 'spec', 'template'],
  '/PodTemplate': ['template'],
  '/Pod': [],
};

/** Group and kind of everything that runs pods. */
export const workloadKinds: readonly { readonly group: string; readonly kind: string }[] = Object.keys(
  templatePaths,
).map((key) => {
  const [group = '', kind = ''] = key.split('/');
  return { group, kind };
});

/** The pod template of a resource that runs pods; undefined for any other kind. */
export const podTemplate = memoizeLast((resource: Resource): Field | undefined => {
  const path = templatePaths[`${resource.group}/${resource.kind}`];
  return path && resource.at(...path);
});

/** The labels of the pods of a template. */
export function podLabels(template: Field): Field {
  return template.at('metadata', 'labels');
}

/** All containers of a pod template, including init containers. */
export const containers = memoizeLast((template: Field): readonly Field[] =>
  ['initContainers', 'containers'].flatMap((key) => template.at('spec', key).items),
);

/** The containers of a pod template that run as long as the pod, including sidecars among the init containers. */
export function runningContainers(template: Field): readonly Field[] {
  const sidecars = template
    .at('spec', 'initContainers')
    .items.filter((one) => one.at('restartPolicy').text === 'Always');
  return [...template.at('spec', 'containers').items, ...sidecars];
}

/** The field that names the ServiceAccount of the pods of a template, also under the deprecated key. */
export function serviceAccountField(template: Field): Field {
  const name = template.at('spec', 'serviceAccountName');
  return name.text === undefined ? template.at('spec', 'serviceAccount') : name;
}

/** The fields of a container that name the port of a probe, by number or name, present or not. */
export function probePorts(container: Field): readonly { readonly probe: string; readonly port: Field }[] {
  return ['startupProbe', 'readinessProbe', 'livenessProbe'].flatMap((probe) =>
    ['httpGet', 'tcpSocket'].map((handler) => ({ probe, port: container.at(probe, handler, 'port') })),
  );
}

/** Whether the labels contain every label of a selector. */
export function selects(
  selector: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}

/** Whether a selector may select pods with these labels, where placeholders match anything. */
export function maySelect(
  selector: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(selector).every(([key, value]) => {
    const label = labels[key];
    if (label === undefined) return Object.keys(labels).some(isPlaceholder);
    return label === value || isPlaceholder(label) || isPlaceholder(value);
  });
}

/** A ConfigMap or Secret that pods use. */
export interface ConfigReference extends Reference {
  /** Whether it is mounted as files; otherwise it is read into variables when a container starts. */
  readonly isMounted: boolean;
  /** Whether the pods start without it. */
  readonly isOptional: boolean;
  /** The fields that name single keys of it. */
  readonly keys: readonly Field[];
}

/** The ConfigMaps and Secrets that a pod template mounts or reads its environment from. */
export const configReferences = memoizeLast((template: Field): readonly ConfigReference[] => {
  // Most pods have none, and many variables.
  if (!template.resource.mentions('onfigMap') && !template.resource.mentions('ecret')) return none;
  const of = (
    kind: 'ConfigMap' | 'Secret',
    holder: Field,
    {
      isMounted,
      nameKey = 'name',
      keys = [],
    }: { isMounted: boolean; nameKey?: string; keys?: readonly Field[] },
  ): ConfigReference[] => {
    const from = holder.at(nameKey);
    if (from.text === undefined) return [];
    const isOptional = holder.at('optional').boolean === true;
    return [{ from, to: { group: '', kind, name: from.text }, isMounted, isOptional, keys }];
  };
  const files = (kind: 'ConfigMap' | 'Secret', holder: Field, nameKey?: string): ConfigReference[] =>
    of(kind, holder, {
      isMounted: true,
      ...(nameKey === undefined ? {} : { nameKey }),
      keys: holder.at('items').items.map((item) => item.at('key')),
    });

  const volumes = template
    .at('spec', 'volumes')
    .items.flatMap((volume) => [
      ...files('ConfigMap', volume.at('configMap')),
      ...files('Secret', volume.at('secret'), 'secretName'),
      ...volume
        .at('projected', 'sources')
        .items.flatMap((source) => [
          ...files('ConfigMap', source.at('configMap')),
          ...files('Secret', source.at('secret')),
        ]),
    ]);
  const environment = containers(template).flatMap((container) => [
    ...container
      .at('envFrom')
      .items.flatMap((source) => [
        ...of('ConfigMap', source.at('configMapRef'), { isMounted: false }),
        ...of('Secret', source.at('secretRef'), { isMounted: false }),
      ]),
    ...container.at('env').items.flatMap((variable) => {
      if (!variable.at('valueFrom').exists) return [];
      const [configMap, secret] = ['configMapKeyRef', 'secretKeyRef'].map((key) =>
        variable.at('valueFrom', key),
      );
      return [
        ...of('ConfigMap', configMap!, { isMounted: false, keys: [configMap!.at('key')] }),
        ...of('Secret', secret!, { isMounted: false, keys: [secret!.at('key')] }),
      ];
    }),
  ]);
  return [...volumes, ...environment];
});

/** The seconds that pods have to end if they do not set `terminationGracePeriodSeconds`. */
export const defaultGracePeriod = 30;

/** The PersistentVolumeClaims that pods of a template mount. */
export function claimReferences(template: Field): readonly Reference[] {
  return template.at('spec', 'volumes').items.flatMap((volume) => {
    const from = volume.at('persistentVolumeClaim', 'claimName');
    return from.text === undefined
      ? []
      : [{ from, to: { group: '', kind: 'PersistentVolumeClaim', name: from.text } }];
  });
}

import type { Field } from '../model/field.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';

/** Where the kinds that run pods keep their pod template. */
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
export function podTemplate(resource: Resource): Field | undefined {
  const path = templatePaths[`${resource.group}/${resource.kind}`];
  return path && resource.at(...path);
}

/** The labels that the pods of a template carry. */
export function podLabels(template: Field): Field {
  return template.at('metadata', 'labels');
}

/** All containers of a pod template, init containers included. */
export function containers(template: Field): readonly Field[] {
  return ['initContainers', 'containers'].flatMap((key) => template.at('spec', key).items);
}

/** Whether every label of a selector stands among the labels given. */
export function selects(
  selector: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}

/**
 * The ConfigMaps and Secrets that a pod template mounts or reads its environment from. `optional` ones are left
 * out: their pods start without them.
 */
export function configReferences(template: Field): readonly Reference[] {
  const named = (from: Field, kind: string, holder: Field): Reference[] =>
    from.text !== undefined && holder.at('optional').boolean !== true
      ? [{ from, to: { group: '', kind, name: from.text } }]
      : [];

  const volumes = template.at('spec', 'volumes').items.flatMap((volume) => [
    ...named(volume.at('configMap', 'name'), 'ConfigMap', volume.at('configMap')),
    ...named(volume.at('secret', 'secretName'), 'Secret', volume.at('secret')),
    ...volume
      .at('projected', 'sources')
      .items.flatMap((source) => [
        ...named(source.at('configMap', 'name'), 'ConfigMap', source.at('configMap')),
        ...named(source.at('secret', 'name'), 'Secret', source.at('secret')),
      ]),
  ]);
  const environment = containers(template).flatMap((container) => [
    ...container
      .at('envFrom')
      .items.flatMap((source) => [
        ...named(source.at('configMapRef', 'name'), 'ConfigMap', source.at('configMapRef')),
        ...named(source.at('secretRef', 'name'), 'Secret', source.at('secretRef')),
      ]),
    ...container.at('env').items.flatMap((variable) => {
      const configMap = variable.at('valueFrom', 'configMapKeyRef');
      const secret = variable.at('valueFrom', 'secretKeyRef');
      return [
        ...named(configMap.at('name'), 'ConfigMap', configMap),
        ...named(secret.at('name'), 'Secret', secret),
      ];
    }),
  ]);
  return [...volumes, ...environment];
}

import { blueGreen } from '../../kubernetes/kinds/rollout.js';
import { objectKey } from '../../kubernetes/objects/cluster.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import { kinds } from '../../kubernetes/objects/object.js';
import { changes, namedPath, valueAt } from '../drift/changes.js';
import { respectOption } from '../drift/argo.js';
import { syncPhases } from '../../kubernetes/kinds/sync-order.js';
import { sources, syncOptionsKey } from '../../kubernetes/kinds/application.js';
import type { ServiceObject } from '../../rollouts/controllers/services.js';
import { hasOption } from '../../argocd/sync-options.js';
import type { Resource } from '../../model/resource.js';
import type { CourseOfChange } from './course.js';
import type { Carrier, Delivery } from './delivery.js';
import { changedFields } from './fields.js';
import type { Detail } from './effect.js';
import { configsOf } from './touched.js';
import { type Placed, placedBeside } from '../simulate/namespaces.js';
import { destinationsGone, routesGone } from './routes-gone.js';
import { isStillThere, type RolloutState } from './state.js';

/** The effect of a change on the ConfigMaps, Secrets and the ServiceAccount of the pods. */
export function configDetails(before: RolloutState, after: RolloutState): readonly Detail[] {
  const known = new Set<string>();
  return configsOf(before.graph, before.rollout).flatMap(
    ({ resource, isMounted, isOptional }): readonly Detail[] => {
      const placed = placedBeside(before.graph, before.rollout, resource);
      const object = placedKey(placed);
      if (known.has(object)) return [];
      known.add(object);
      const { group, kind, name } = resource;
      const now = configsOf(after.graph, after.rollout).find(
        ({ resource: other }) => other.kind === kind && other.name === name,
      );
      if (now) {
        const parts = ['data', 'binaryData', 'stringData'];
        const isSame = parts.every((part) =>
          isSameJson(resource.at(part).value, now.resource.at(part).value),
        );
        return isSame ? [] : [{ kind: 'config-in-place', object, isMounted }];
      }
      const isKept = hasOption(resource.at().value as never, syncOptionsKey, 'Prune=false');
      const isGone =
        !isKept &&
        !isStillThere(after, placed) &&
        after.graph.withManifestName({ group, kind, name }).length === 0;
      const isPruned = before.graph
        .applications(resource)
        .some((application) =>
          after.graph.allApplications.some((one) => one.name === application.name && prunes(one)),
        );
      return isGone && isPruned && !isOptional ? [{ kind: 'config-gone', object }] : [];
    },
  );
}

function prunes(application: Resource): boolean {
  const automated = application.at('spec', 'syncPolicy', 'automated');
  return automated.at('prune').boolean === true && automated.at('enabled').boolean !== false;
}

export function placedKey({ resource: { apiVersion, kind }, name, namespace }: Placed): string {
  return objectKey({ apiVersion, kind, metadata: { name, ...(namespace !== undefined && { namespace }) } });
}

/** The effect of Argo CD, or kubectl, delivering a change to a Rollout between updates. */
export function deliveryDetails(course: CourseOfChange, after: RolloutState): readonly Detail[] {
  const { refusals, left, orphans, unconfirmed, held, unknown } = course;
  const waiting = course.waiting.filter(({ isEnd }) => !isEnd);
  return [
    ...refusals.map(({ delivery, fields }): Detail => ({
      kind: 'sync-fails',
      object: delivery.key,
      fields,
      left: left.filter(({ carrier }) => carrier === delivery.carrier).map(({ key }) => key),
    })),
    ...[true, false].flatMap((isKubectl): readonly Detail[] => {
      const own = orphans.filter(({ carrier }) => carrier.isKubectl === isKubectl).map(({ key }) => key);
      return own.length === 0 ? [] : [{ kind: 'orphan', objects: own, isKubectl }];
    }),
    ...(unconfirmed.length === 0
      ? []
      : [
          {
            kind: 'unconfirmed' as const,
            objects: unconfirmed.map(({ key }) => key),
            left: held.map(({ key }) => key),
          },
        ]),
    ...(waiting.length === 0
      ? []
      : [
          {
            kind: 'waits' as const,
            objects: waiting.flatMap(({ applied, pruned }) =>
              [...applied.flat(), ...pruned].map(({ key }) => key),
            ),
          },
        ]),
    ...hookDetails(course),
    ...unknown.map(({ key }): Detail => ({ kind: 'unknown', object: key })),
    ...keptDetails(course),
    ...outOfSyncDetails(course),
    ...servicesGone(course),
    // Without routes, the active Service alone still switches all requests.
    ...routesGone(course, delivered(course)).filter(
      ({ kind }) => kind !== 'unweighted' || !blueGreen(after.rollout).exists,
    ),
    ...destinationsGone(course, after),
    ...selectorsGone(course),
  ];
}

function hookDetails({ steps, undone, end, frames }: CourseOfChange): readonly Detail[] {
  const runs = steps.filter((step) => !undone.has(step)).flatMap(({ hooks }) => hooks);
  return syncPhases.flatMap((phase): readonly Detail[] => {
    const objects = runs.filter(({ order }) => order.phases.includes(phase)).map(({ key }) => key);
    const wait = phase === 'PostSync' && frames.length > 0 && end !== 'rest';
    return objects.length === 0 ? [] : [{ kind: 'hooks', objects: [...new Set(objects)], phase, wait }];
  });
}

/** Fields of Git that a sync does not deploy, because they are ignored. */
function keptDetails(course: CourseOfChange): readonly Detail[] {
  return delivered(course).flatMap(({ key, before, after, carrier }): readonly Detail[] => {
    const live = course.moment.objects.get(key);
    if (!before || !after || !live || !carrier.argo.has(respectOption)) return [];
    const fields = changes(before.stored, after.stored)
      .filter(({ path }) => {
        const [old, now, own] = [before.stored, after.stored, live].map((object) => valueAt(object, path));
        return isSameJson(old, own) && !isSameJson(now, own);
      })
      .map(({ path }) => namedPath(before.stored, path));
    return fields.length === 0 ? [] : [{ kind: 'kept', object: key, fields }];
  });
}

/** The result of the sync. */
function delivered({ steps, left, held }: CourseOfChange): readonly Delivery[] {
  const waiting = new Set([...left, ...held]);
  return steps
    .flatMap(({ pruned, applied }) => [...pruned, ...applied.flat()])
    .filter((one) => !waiting.has(one));
}

/** Objects that differ from Git at the end and did not before. */
function outOfSyncDetails(course: CourseOfChange): readonly Detail[] {
  const { start, moment } = course;
  return delivered(course).flatMap(({ key, before, after, carrier, order }): readonly Detail[] => {
    const [live, old] = [moment.objects.get(key), start.moment.objects.get(key)];
    // Argo CD does not compare hooks.
    if (!after || !live || carrier.isKubectl || order.isHook) return [];
    const now = carrier.argo.compare(after.git, live);
    const then = before && old ? carrier.argo.compare(before.git, old) : undefined;
    if (now.status !== 'out-of-sync' || then?.status === 'out-of-sync') return [];
    return [
      { kind: 'out-of-sync', object: key, fields: now.paths.map((path) => namedPath(after.git, path)) },
    ];
  });
}

/** Deleted Services that had pods, if no route of the Rollout leads to them. */
function servicesGone(course: CourseOfChange): readonly Detail[] {
  const [before] = course.instants;
  const used = new Set(
    before?.flows
      .filter(({ lane }) => !lane.object.startsWith('/Service/'))
      .flatMap(({ lane }) => lane.legs.map(({ service }) => service)),
  );
  // What is deleted and written again is a hook.
  const last = new Map(delivered(course).map((delivery) => [delivery.key, delivery]));
  const gone = delivered(course)
    .filter(({ kind, key, isPrune }) => isPrune && kind === kinds.service.kind && !used.has(key))
    .map(({ key }) => key);
  return [...new Set(gone)].map((key): Detail => ({
    kind: 'service-gone',
    object: key,
    isBack: last.get(key)?.isPrune === false,
  }));
}

/**
 * Services that select nothing any more. The endpoints controller leaves the endpoints of such a Service as they are:
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/controller/endpointslice/endpointslice_controller.go
 */
function selectorsGone(course: CourseOfChange): readonly Detail[] {
  const { start, moment } = course;
  return delivered(course).flatMap(({ key, kind }): readonly Detail[] => {
    if (kind !== kinds.service.kind) return [];
    const old: ServiceObject | undefined = start.moment.objects.get(key);
    const now: ServiceObject | undefined = moment.objects.get(key);
    if (!now || now.spec?.['type'] === 'ExternalName') return [];
    return selectedKeys(old).length > 0 && selectedKeys(now).length === 0
      ? [{ kind: 'selector-gone', object: key }]
      : [];
  });
}

function selectedKeys(service: ServiceObject | undefined): readonly string[] {
  return Object.entries(service?.spec?.selector ?? {}).flatMap(([key, value]) => (value === null ? [] : key));
}

/** The effect of a change on the Applications themselves. */
export function applicationDetails(
  before: RolloutState,
  after: RolloutState,
  carriers: readonly Carrier[],
): readonly Detail[] {
  return carriers.flatMap(({ deployer: { application }, isKubectl }): readonly Detail[] => {
    if (isKubectl) return [];
    const earlier = earlierOf(application, before.graph.allApplications, after.graph.allApplications);
    const revisionOf = (one: Resource | undefined): string =>
      one ? (sources(one)[0]?.at('targetRevision').text ?? '') : '';
    const [revision, old] = [revisionOf(application), revisionOf(earlier)];
    const changed = earlier ? applicationFields(earlier, application) : [];
    return [
      ...(isPinned(revision)
        ? [
            {
              kind: 'pinned' as const,
              application: application.name,
              revision,
              before: earlier ? old : revision,
            },
          ]
        : []),
      ...(changed.length > 0
        ? [{ kind: 'application' as const, application: application.name, fields: changed }]
        : []),
    ];
  });
}

/**
 * What an Application was. Several files may have one of the same name, such as alternatives: it is the one of the same file, one that is
 * equal, or the only one that no other Application is equal to.
 */
function earlierOf(
  application: Resource,
  before: readonly Resource[],
  after: readonly Resource[],
): Resource | undefined {
  const isNamesake = ({ name, namespace }: Resource): boolean =>
    name === application.name && namespace === application.namespace;
  const [then, now] = [before.filter(isNamesake), after.filter(isNamesake)];
  if (then.length === 1 && now.length === 1) return then[0];
  const isSame = (one: Resource, other: Resource): boolean => isSameJson(one.at().value, other.at().value);
  const left = then.filter((one) => !now.some((other) => isSame(one, other)));
  return (
    then.find(({ source }) => source.path === application.source.path) ??
    then.find((one) => isSame(one, application)) ??
    (left.length === 1 ? left[0] : undefined)
  );
}

function applicationFields(before: Resource, after: Resource): ReturnType<typeof changedFields> {
  const target = (resource: Resource) => {
    const value = resource.at().value as never;
    const { name, namespace } = resource;
    return {
      key: `argoproj.io/Application/${namespace ?? ''}/${name}`,
      resource,
      name,
      namespace,
      git: value,
      stored: value,
    };
  };
  return changedFields(target(before), target(after));
}

/** Whether a revision is a commit or a release number, which a merge does not move. */
function isPinned(revision: string): boolean {
  return (
    /^[0-9a-f]{7,40}$/.test(revision) ||
    /^v?\d+(\.\d+)+([-+].*)?$/.test(revision) ||
    /^refs\/tags\//.test(revision)
  );
}

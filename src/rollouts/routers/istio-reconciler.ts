import { kinds } from '../../kubernetes/objects/object.js';
import type { IstioVirtualServiceEntry, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { isAtLeast } from '../../kubernetes/objects/version.js';
import { ruleHost, updateHash } from './istio/destination-rule.js';
import {
  managedFirst,
  withHeaderRoute,
  prefixingErrors,
  withMirrorRoute,
  withoutHeaderRoute,
  withoutMirrorRoute,
  withoutRoutes,
  type CanaryDestination,
} from './istio/managed-routes.js';
import { destinationNames } from './istio/split.js';
import {
  virtualServiceEntries,
  findVirtualService,
  managedNames,
  namespacedName,
  section,
  update,
  withSection,
  type VirtualServiceObject,
} from './istio/virtual-service.js';
import { withWeights } from './istio/weights.js';
import { remember } from './pass-cache.js';
import type { Reconciler, RoutingPass } from './reconciler.js';
import { stableAndCanary } from './stable-and-canary.js';

/**
 * What the controller does to VirtualServices and DestinationRules.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go
 */
export const istioReconciler: Reconciler = {
  removeManagedRoutes(pass) {
    const where = '[RemoveManagedRoutes] failed to get ';
    const removing = '[RemoveManagedRoutes] failed to update kubernetes virtual service: ';
    for (const entry of virtualServiceEntries(pass.rollout)) {
      if (isAtLeast(pass.version, '1.10') && isAbsent(pass, entry)) continue;
      const before = prefixingErrors(`${where}virtual service: `, () => findVirtualService(pass, entry));
      if (!section(before, 'http')) return;
      const managed = managedNames(pass.rollout) ?? [];
      if (isAtLeast(pass.version, '1.10')) {
        const steps = stepRoutes(pass.rollout);
        if (steps.length === 0 && managed.length === 0) return;
        const after = withoutRoutes(withoutStepRoutes(before, steps), managed);
        if (steps.length > 0 || after !== before) write(pass, after, removing);
        continue;
      }
      const after = withoutRoutes(before, managed);
      // Releases before 1.10 leave all later VirtualServices unchanged when one has nothing to remove.
      if (after === before) return;
      // They do not leave an empty section either.
      write(pass, withSection(before, 'http', section(after, 'http') ?? []), removing);
    }
  },

  setHeaderRoute(pass, route) {
    for (const entry of virtualServiceEntries(pass.rollout)) {
      const before = prefixingErrors('[SetHeaderRoute] failed to get istio virtual service: ', () =>
        findVirtualService(pass, entry),
      );
      const after = prefixingErrors('[SetHeaderRoute] failed to reconcile header routes: ', () => {
        const canary = canaryOf(pass);
        const others = withoutHeaderRoute(before, route);
        remember(pass, kinds.virtualService, others);
        return withHeaderRoute(entry, others, route, canary, pass.version);
      });
      write(pass, withManagedFirst(pass, after), '[SetHeaderRoute] failed to update routes: ');
    }
  },

  setMirrorRoute(pass, route) {
    for (const entry of virtualServiceEntries(pass.rollout)) {
      const before = prefixingErrors('[SetMirrorRoute] failed to get virtual service: ', () =>
        findVirtualService(pass, entry),
      );
      const after = prefixingErrors(
        '[SetMirrorRoute] failed reconcile virtual service for mirror routes: ',
        () => {
          const canary = prefixingErrors(
            '[reconcileVirtualServiceMirrorRoutes] failed to get destination rule host: ',
            () => canaryOf(pass),
          );
          const others = withoutMirrorRoute(before, route);
          remember(pass, kinds.virtualService, others);
          return withMirrorRoute(entry, others, route, canary, pass.version);
        },
      );
      write(pass, withManagedFirst(pass, after), '[SetMirrorRoute] failed to update virtual service ');
    }
  },

  updateHash,

  setWeight(pass, weight, experiments) {
    for (const entry of virtualServiceEntries(pass.rollout)) {
      const before = findVirtualService(pass, entry);
      const after = withWeights(pass, entry, before, weight, experiments);
      if (!after) continue;
      update(pass, section(after, 'http') ? withManagedFirst(pass, after) : after);
    }
  },
};

/** The destination of header and mirror routes. */
function canaryOf(pass: RoutingPass): CanaryDestination {
  const host = ruleHost(pass) ?? '';
  return {
    host: host === '' ? stableAndCanary(pass.rollout).canary : host,
    subset: destinationNames(pass.rollout, pass.version).canarySubset,
  };
}

function withManagedFirst({ rollout }: RoutingPass, changed: VirtualServiceObject): VirtualServiceObject {
  return managedFirst(changed, managedNames(rollout));
}

/** Header and mirror routes are changed in the informer's own copy, so the pass sees the change. */
function write(pass: RoutingPass, virtualService: VirtualServiceObject, words: string): void {
  remember(pass, kinds.virtualService, virtualService);
  prefixingErrors(words, () => update(pass, virtualService));
}

/** The routes that steps add. */
function stepRoutes({ spec }: RolloutObject): readonly string[] {
  return (spec.strategy?.canary?.steps ?? []).flatMap(({ setHeaderRoute, setMirrorRoute }) =>
    [setHeaderRoute, setMirrorRoute].flatMap((route) => (route ? [route.name ?? ''] : [])),
  );
}

/**
 * Since 1.10 the controller also removes routes that steps name but `managedRoutes` does not, and skips missing VirtualServices.
 * https://github.com/argoproj/argo-rollouts/blob/v1.10.2/rollout/trafficrouting/istio/istio.go (RemoveManagedRoutes)
 */
function withoutStepRoutes(
  virtualService: VirtualServiceObject,
  steps: readonly string[],
): VirtualServiceObject {
  if (steps.length === 0) return virtualService;
  const left = section(withoutRoutes(virtualService, steps), 'http') ?? [];
  return withSection(virtualService, 'http', left);
}

function isAbsent({ rollout, cluster, version }: RoutingPass, entry: IstioVirtualServiceEntry): boolean {
  const { name, namespace = rollout.metadata.namespace } = namespacedName(entry.name, version);
  return !cluster.get(kinds.virtualService, namespace, name);
}

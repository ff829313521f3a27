import type { SyncPhase } from '../../kubernetes/kinds/sync-order.js';
import type { Severity } from '../../model/finding.js';
import type { Limits } from '../protect/limits.js';
import type { Scenario } from '../protect/protection.js';
import type { Gap } from './traffic.js';

/** A field of an object with a changed value. */
export interface ChangedField {
  /** The key of the object. */
  readonly object: string;
  /** In readable form: `spec.template.spec.containers[web].image`; empty for the whole object. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A lane of traffic in words: the object and one of its routes. */
export interface LaneName {
  readonly object: string;
  readonly route: string;
}

/** When it begins: an action of the sync in words, a pass of the controller, or a frame of the following update. */
export interface Beginning {
  readonly kind: 'sync' | 'pass' | 'frame';
  readonly title: string;
}

/** How long something lasts. */
export type LastingEffect =
  /** While a sync applies one object after another. */
  | { readonly for: 'sync' }
  /** For a number of passes of the controller. */
  | { readonly for: 'passes'; readonly passes: number }
  /** Until a frame of the following update. */
  | { readonly for: 'frame'; readonly until: string }
  /** Permanently. */
  | { readonly for: 'good' };

/** Between how many pods an autoscaler scales; undefined where a bound is not known. */
export interface PodBounds {
  readonly least: number | undefined;
  readonly most: number | undefined;
}

type Changed = readonly ChangedField[];

/** An effect of a change on a Rollout, its traffic or its Applications. */
export type Detail =
  /** The Rollout is new. */
  | { readonly kind: 'first-deployment'; readonly replicas: number }
  /** The Rollout is removed from Git. */
  | { readonly kind: 'removed'; readonly isPruned: boolean }
  | { readonly kind: 'new-revision'; readonly fields: Changed; readonly others: Changed }
  /** The change makes no new revision. */
  | {
      readonly kind: 'no-revision';
      readonly what: 'replicas' | 'steps' | 'strategy' | 'others';
      readonly fields: readonly ChangedField[];
    }
  /** The manifests make no new revision; what the builds of these files make of them is unknown. */
  | {
      readonly kind: 'unknown-revision';
      readonly builds: readonly string[];
      readonly fields: readonly ChangedField[];
    }
  /** The API server or the controller refuses the Rollout. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The Rollout was not running before the change. */
  | { readonly kind: 'was-refused'; readonly message: string }
  /** Another update replaces the in-progress rollout. */
  | { readonly kind: 'replaced'; readonly share: Shift | undefined }
  /** The in-progress rollout restarts at its first step. */
  | {
      readonly kind: 'starts-over';
      readonly fields: readonly ChangedField[];
      readonly share: Shift | undefined;
    }
  /** The in-progress rollout is rolled back. */
  | { readonly kind: 'rolled-back'; readonly share: Shift | undefined }
  /** The in-progress rollout skips steps. */
  | { readonly kind: 'skips-ahead'; readonly isPromoted: boolean; readonly share: Shift | undefined }
  /** The controller aborts the update by itself. */
  | {
      readonly kind: 'aborts';
      /** In upstream's words; undefined if the update made no progress for progressDeadlineSeconds. */
      readonly reason: string | undefined;
      /** Objects of later waves, which the sync does not apply then. */
      readonly left: readonly string[];
      /** Whether the update before the change ended so, too. */
      readonly isUsual: boolean;
    }
  /** The in-progress rollout stops. */
  | { readonly kind: 'stops'; readonly message: string }
  | {
      readonly kind: 'routes-lost';
      readonly routes: readonly string[];
      readonly lasting: LastingEffect;
      /** Whether any new revision has this effect. */
      readonly isUsual: boolean;
    }
  | { readonly kind: 'analysis-ended'; readonly runs: readonly string[]; readonly isUsual: boolean }
  /** Requests are briefly routed elsewhere. */
  | {
      readonly kind: 'shift';
      readonly lane: LaneName;
      readonly share: Shift;
      readonly lasting: LastingEffect;
    }
  /** Requests that no pod answers. */
  | {
      readonly kind: 'gap';
      readonly lane: LaneName;
      readonly service: string;
      readonly subset: string | undefined;
      readonly port: string | number | undefined;
      /** Percentage of the requests of the lane; the maximum over several moments. */
      readonly share: number;
      readonly isLargest?: boolean;
      readonly why: Gap['why'];
      readonly since: Beginning;
      readonly lasting: LastingEffect;
    }
  /** A Service that had pods is deleted; no user of it is known. */
  | {
      readonly kind: 'service-gone';
      readonly object: string;
      /** Whether the sync creates it again. */
      readonly isBack: boolean;
    }
  /**
   * An object that routed requests to the pods is deleted, or has no such host and path any more, and no other one has its routes;
   * `hosts` are those that are lost, if others are not; `left` are the ones that other objects have of a wildcard.
   */
  | {
      readonly kind: 'route-gone';
      readonly object: string;
      readonly route?: string;
      readonly hosts?: readonly string[];
      /** What an object that stays has lost of them: the hosts themselves, or its last Gateway. */
      readonly lost?: 'hosts' | 'gateways';
      readonly left?: readonly string[];
      /** Objects that lead to the pods, but for callers in the mesh only, while it routed requests from outside. */
      readonly inMesh?: readonly string[];
    }
  /** Callers in the mesh reach the pods through a Service, without the weights that a deleted object gave them. */
  | { readonly kind: 'unweighted'; readonly object: string; readonly services: readonly string[] }
  /** A route leads to a Service of the Rollout no more; `left` are the Services to which it still leads. */
  | {
      readonly kind: 'destination-gone';
      readonly lane: LaneName;
      readonly services: readonly string[];
      readonly left: readonly string[];
      readonly role: 'canary' | 'stable' | 'both';
    }
  /** The controller sets the weights of a route no more, which keeps those that it has. */
  | {
      readonly kind: 'weights-left';
      readonly lane: LaneName;
      /** Where the canary's requests go, and their percentage; the maximum over several moments. */
      readonly service: string;
      readonly subset: string | undefined;
      readonly share: number;
      readonly isLargest?: boolean;
      /** Whether the Rollout has another router. */
      readonly isRouted: boolean;
    }
  /** A Service that selected pods has no selector any more. */
  | { readonly kind: 'selector-gone'; readonly object: string }
  | { readonly kind: 'capacity'; readonly from: number; readonly to: number; readonly isScaled: boolean }
  /** The autoscaler of the Rollout changes: how many pods it may have, and other fields; undefined where there is none. */
  | {
      readonly kind: 'scaling';
      readonly object: string;
      readonly from: PodBounds | undefined;
      readonly to: PodBounds | undefined;
      readonly settings: readonly string[];
    }
  /** A ConfigMap or Secret changes under the same name. */
  | { readonly kind: 'config-in-place'; readonly object: string; readonly isMounted: boolean }
  /** A ConfigMap, Secret or ServiceAccount of running pods is deleted. */
  | { readonly kind: 'config-gone'; readonly object: string }
  /** The API server refuses an object, because one of its fields is immutable. */
  | {
      readonly kind: 'sync-fails';
      readonly object: string;
      readonly fields: readonly string[];
      /** Objects that are no longer applied. */
      readonly left: readonly string[];
    }
  /** A workload is removed before the pods of the Rollout that replaces it are ready. */
  | { readonly kind: 'workload-gone'; readonly object: string }
  /** The Rollout is removed before the pods of the workload that replaces it are ready. */
  | { readonly kind: 'workload-late'; readonly object: string }
  /** A workload that is removed from Git runs on beside the one that replaces it. */
  | {
      readonly kind: 'two-workloads';
      readonly object: string;
      readonly beside: string;
      readonly isKubectl: boolean;
    }
  /** The workload whose pods the Rollout ran keeps none. */
  | { readonly kind: 'workload-idle'; readonly object: string; readonly isInGit: boolean }
  | { readonly kind: 'waits'; readonly objects: readonly string[] }
  /** Hooks that the sync runs in one of its phases. */
  | {
      readonly kind: 'hooks';
      readonly objects: readonly string[];
      readonly phase: SyncPhase;
      /** Whether they wait for an update of the Rollout. */
      readonly wait: boolean;
    }
  /** The sync needs a confirmation to prune these objects, and does not start what comes after. */
  | {
      readonly kind: 'unconfirmed';
      readonly objects: readonly string[];
      readonly left: readonly string[];
    }
  | { readonly kind: 'orphan'; readonly objects: readonly string[]; readonly isKubectl: boolean }
  /** The Application never deploys these fields. */
  | { readonly kind: 'kept'; readonly object: string; readonly fields: readonly string[] }
  /** Fields that no sync of the change deploys, because entries of ignoreDifferences keep their object Synced. */
  | {
      readonly kind: 'left-out';
      readonly object: string;
      readonly fields: readonly string[];
      readonly application: string;
      /** The entries that hide them, what has each, and where: a field of the Application, a key of argocd-cm, or the annotation. */
      readonly entries: readonly {
        readonly text: string;
        readonly of: 'application' | 'annotation' | 'argocd-cm';
        readonly at: string;
      }[];
      /** The expressions that are enough for what the controller writes; empty if they are not known. */
      readonly enough: readonly string[];
      /** Whether the next sync deploys them, but the change starts none. */
      readonly isLater: boolean;
    }
  | { readonly kind: 'out-of-sync'; readonly object: string; readonly fields: readonly string[] }
  /** The Application deploys a revision that this change does not move. */
  | {
      readonly kind: 'pinned';
      readonly application: string;
      readonly revision: string;
      readonly before: string;
    }
  | { readonly kind: 'application'; readonly application: string; readonly fields: readonly ChangedField[] }
  /** A metric that could stop a bad version and can no more. */
  | {
      readonly kind: 'gate-lost';
      readonly metric: string;
      readonly analyses: readonly string[];
      /** Undefined if it is not measured any more. */
      readonly reason: string | undefined;
      /** Why it stopped only versions with a large share before, as a clause; undefined if it stopped each that it judged. */
      readonly limit: string | undefined;
    }
  /** A bad version lives longer or gets more requests, or the opposite. */
  | {
      readonly kind: 'less-protected' | 'more-protected';
      readonly before: Fate;
      readonly after: Fate;
      /**
       * Only if the steps are others, so that no moment is in both states: the shares in percent at which those turn bad that are
       * stopped, or the last of them.
       */
      readonly turning?: { readonly before: number; readonly after: number };
    }
  /** Steps are others: which figures of versions that turn bad at them are comparable. */
  | { readonly kind: 'not-compared'; readonly isReachCompared: boolean; readonly isCostCompared: boolean }
  /** A bad version costs more than the configuration allows, and did not before. */
  | {
      readonly kind: 'limit-exceeded';
      readonly limit: keyof Limits;
      /** In seconds. */
      readonly allowed: number;
      readonly after: Fate;
    }
  | { readonly kind: 'unknown'; readonly object: string };

/** What becomes of a bad version. */
export type Fate = Omit<Scenario, 'shares'>;

/** The canary's share of requests in percent; of several moments, the one with the largest difference. */
export interface Shift {
  readonly from: number;
  readonly to: number;
  readonly isLargest?: boolean;
}

export interface Effect {
  readonly severity: Severity;
  /** When the change must arrive: `rest`, or frames of the in-progress rollout. */
  readonly when: readonly string[];
  readonly detail: Detail;
}

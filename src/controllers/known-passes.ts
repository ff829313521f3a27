import type { Cluster, Snapshot } from '../cluster/cluster.js';
import type { RolloutObject } from '../cluster/rollout-object.js';
import type { RolloutsVersion } from '../cluster/version.js';
import { reconcile, type RolloutName } from './pass.js';
import { countPods, makeAvailable, type PodLimits } from './replica-set-controller.js';
import type { PassMade } from './settle.js';

/** What a cluster is besides its objects, as far as a pass can tell. */
type Rest = Pick<Cluster, 'now' | 'podHashes' | 'unwritten' | 'verifiesTargetGroups' | 'cachesLag'>;

interface KnownPass extends PassMade {
  readonly before: Rest;
  readonly after: Pick<Cluster, 'podHashes' | 'unwritten'>;
  readonly to: Place;
  /** Whether it mattered that caches lag, or that they do not. */
  readonly hasOutdated: boolean;
}

/** The objects of a moment, and what has led away from it. */
interface Place {
  readonly of: KnownPasses;
  readonly objects: Snapshot;
  readonly passes: KnownPass[];
  /** The moments to which pods have led that came or went, by how many did. */
  readonly pods: Map<string, Place>;
}

/**
 * Passes over one Rollout, each of them run once. All that a pass reads is in the cluster, so what begins alike ends alike:
 * branches leave from moments of the main line, and syncs from those of both.
 */
export class KnownPasses {
  constructor(
    private readonly name: RolloutName,
    private readonly version: RolloutsVersion,
  ) {}

  /** Runs a pass, or does what such a pass has done before. */
  pass(cluster: Cluster): KnownPass {
    const { passes } = placeOf(this, cluster);
    const known = passes.find(({ before, hasOutdated }) => isSameRest(before, cluster, hasOutdated));
    if (known) {
      const { after, to } = known;
      cluster.restore({ ...after, objects: to.objects, known: to });
      return known;
    }
    const { now, podHashes, unwritten, verifiesTargetGroups, cachesLag } = cluster;
    cluster.takeWrites();
    cluster.hasOutdated = false;
    const { error } = reconcile(cluster, this.name, this.version);
    const made: KnownPass = {
      writes: cluster.takeWrites(),
      ...(error && { error }),
      before: { now, podHashes, unwritten, verifiesTargetGroups, cachesLag },
      after: { podHashes: cluster.podHashes, unwritten: cluster.unwritten },
      to: placeOf(this, cluster),
      hasOutdated: cluster.hasOutdated,
    };
    passes.push(made);
    return made;
  }

  /** Lets as many pods as are wanted, or as a limit allows, be there and available. */
  makeAvailable(cluster: Cluster, rollout: RolloutObject, limits: PodLimits = {}): void {
    const { stable, canary, others } = limits;
    changePods(this, cluster, `${stable} ${canary} ${others}`, () => {
      makeAvailable(cluster, rollout, limits);
    });
  }

  /** Lets pods be made and removed. */
  countPods(cluster: Cluster, rollout: RolloutObject): void {
    changePods(this, cluster, 'counted', () => {
      countPods(cluster, rollout);
    });
  }
}

function placeOf(of: KnownPasses, cluster: Cluster): Place {
  const objects = cluster.snapshot();
  const known = cluster.known as Place | undefined;
  // A moment may have got other objects since, or belong to another controller.
  if (known?.of === of && known.objects === objects) return known;
  const place: Place = { of, objects, passes: [], pods: new Map() };
  cluster.known = place;
  return place;
}

function isSameRest(one: Rest, other: Rest, dependsOnCaches: boolean): boolean {
  return (
    one.now === other.now &&
    one.podHashes === other.podHashes &&
    one.unwritten === other.unwritten &&
    one.verifiesTargetGroups === other.verifiesTargetGroups &&
    (one.cachesLag === other.cachesLag || !dependsOnCaches)
  );
}

/** Of a cluster, nothing but its objects has a part in that. */
function changePods(of: KnownPasses, cluster: Cluster, how: string, change: () => void): void {
  const { pods } = placeOf(of, cluster);
  const known = pods.get(how);
  if (known) {
    const { podHashes, unwritten } = cluster;
    cluster.restore({ objects: known.objects, known, podHashes, unwritten });
  } else {
    change();
    pods.set(how, placeOf(of, cluster));
  }
}

export interface Counts {
  readonly canary: number;
  readonly stable: number;
}

interface ReplicaOption {
  readonly canary: number;
  readonly total: number;
}

/**
 * The numbers of pods closest to a weight; of two equally close pairs, the one with the larger canary. Uses one pod more than
 * `replicas` if that is closer and allowed. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go
 * (approximateWeightedCanaryStableReplicaCounts)
 */
export function approximate({
  replicas,
  weight,
  max,
  surge,
}: {
  readonly replicas: number;
  readonly weight: number;
  readonly max: number;
  readonly surge: number;
}): Counts {
  if (replicas === 0) return { canary: 0, stable: 0 };
  const up = Math.ceil((replicas * weight) / max);
  const down = Math.floor((replicas * weight) / max);
  // In upstream's order of operations, which decides ties: 50 · (29 / 100) is not 14.5 in floating point.
  const isTied = (total: number): boolean => Math.abs((total * (weight / max)) % 1) === 0.5;
  const mayBeZero = weight === max || weight === 0 || (replicas === 1 && surge === 0);

  const options: ReplicaOption[] = [];
  if (up < replicas || mayBeZero) options.push({ canary: up, total: replicas });
  if (!isTied(replicas) && (down !== 0 || mayBeZero)) options.push({ canary: down, total: replicas });
  if (surge > 0) {
    options.push({ canary: up, total: replicas + 1 });
    if (!isTied(replicas + 1) && (down !== 0 || mayBeZero))
      options.push({ canary: down, total: replicas + 1 });
  }

  const distance = ({ canary, total }: ReplicaOption): number => Math.abs((canary * max) / total - weight);
  const [first, ...rest] = options;
  if (first === undefined) return { canary: 0, stable: replicas };
  const best = rest.reduce((near, option) => (distance(option) < distance(near) ? option : near), first);
  return { canary: best.canary, stable: best.total - best.canary };
}

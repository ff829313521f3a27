import { type SyncOrder, type SyncPhase, syncPhases } from '../kubernetes/kinds/sync-order.js';

/** An object that a sync writes or deletes. */
export interface SyncTask {
  readonly kind: string;
  readonly name: string;
  readonly order: SyncOrder;
  readonly isPrune: boolean;
  /** Whether it is deleted after everything else. */
  readonly isPrunedLast?: boolean;
}

/** What a sync does before it waits until all of it is healthy: deletions first, then kind by kind. */
export interface SyncStage<Task> {
  readonly phase: SyncPhase;
  readonly wave: number;
  readonly pruned: readonly Task[];
  /** Objects of one kind are applied together. */
  readonly applied: readonly (readonly Task[])[];
}

/**
 * The kinds that are applied before all others, in order.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_tasks.go
 */
const kindOrder = [
  'Namespace',
  'NetworkPolicy',
  'ResourceQuota',
  'LimitRange',
  'PodSecurityPolicy',
  'PodDisruptionBudget',
  'ServiceAccount',
  'Secret',
  'SecretList',
  'ConfigMap',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleList',
  'ClusterRoleBinding',
  'ClusterRoleBindingList',
  'Role',
  'RoleList',
  'RoleBinding',
  'RoleBindingList',
  'Service',
  'DaemonSet',
  'Pod',
  'ReplicationController',
  'ReplicaSet',
  'Deployment',
  'HorizontalPodAutoscaler',
  'StatefulSet',
  'Job',
  'CronJob',
  'IngressClass',
  'Ingress',
  'APIService',
];

/**
 * The stages of a sync for some of its tasks. The skipped tasks still count for the waves of the others. After each stage the
 * sync reads the cluster again and reverses the waves of the remaining deletions again.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go (Sync)
 */
export function courseOf<Task extends SyncTask>(
  tasks: readonly Task[],
  chosen: Iterable<Task>,
): readonly SyncStage<Task>[] {
  const open = new Set(chosen);
  const course: SyncStage<Task>[] = [];
  let there = tasks;
  while (open.size > 0) {
    const next = stagesOf(there)
      .map((stage) => onlyIn(open, stage))
      .find(({ pruned, applied }) => pruned.length + applied.length > 0);
    if (!next) break;
    course.push(next);
    for (const task of [...next.pruned, ...next.applied.flat()]) open.delete(task);
    const gone = new Set(next.pruned);
    there = there.filter((task) => !gone.has(task));
  }
  return course;
}

function onlyIn<Task>(open: ReadonlySet<Task>, stage: SyncStage<Task>): SyncStage<Task> {
  const isOpen = (task: Task): boolean => open.has(task);
  const applied = stage.applied.map((group) => group.filter(isOpen)).filter(({ length }) => length > 0);
  return { ...stage, pruned: stage.pruned.filter(isOpen), applied };
}

/**
 * The stages of a sync in order: by phase, wave, kind and name. Deletions run in the reverse order of waves.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/gitops-engine/pkg/sync/sync_context.go (getSyncTasks, runTasks)
 */
function stagesOf<Task extends SyncTask>(tasks: readonly Task[]): readonly SyncStage<Task>[] {
  const placed = tasks.flatMap((task) => task.order.phases.map((phase) => ({ task, phase })));
  const waveOf = wavesOf(placed);
  const stages = new Map<string, (typeof placed)[number][]>();
  const rank = ({ kind }: Task): number => {
    const index = kindOrder.indexOf(kind);
    return index === -1 ? kindOrder.length : index;
  };
  const ordered = [...placed].sort(
    (a, b) =>
      syncPhases.indexOf(a.phase) - syncPhases.indexOf(b.phase) ||
      waveOf(a) - waveOf(b) ||
      rank(a.task) - rank(b.task) ||
      (a.task.name < b.task.name ? -1 : a.task.name > b.task.name ? 1 : 0),
  );
  for (const one of ordered) {
    const key = `${one.phase}/${waveOf(one)}`;
    stages.set(key, [...(stages.get(key) ?? []), one]);
  }
  return [...stages.values()].flatMap((stage) => {
    const [first] = stage;
    if (!first) return [];
    const groups: Task[][] = [];
    for (const { task } of stage.filter((one) => !one.task.isPrune)) {
      const last = groups.at(-1);
      if (last?.[0]?.kind === task.kind) last.push(task);
      else groups.push([task]);
    }
    return [
      {
        phase: first.phase,
        wave: waveOf(first),
        pruned: stage.flatMap(({ task }) => (task.isPrune ? [task] : [])),
        applied: groups,
      },
    ];
  });
}

interface PlacedTask {
  readonly task: SyncTask;
  readonly phase: SyncPhase;
}

function wavesOf(placed: readonly PlacedTask[]): (one: PlacedTask) => number {
  const own = ({ task }: PlacedTask): number => task.order.wave;
  const prunes = placed.filter(({ task }) => task.isPrune);
  const waves = [...new Set(prunes.map(own))].sort((a, b) => a - b);
  const swapped = (one: PlacedTask): number =>
    one.task.isPrune ? (waves[waves.length - 1 - waves.indexOf(own(one))] ?? own(one)) : own(one);
  const last = Math.max(0, ...placed.filter(({ phase }) => phase === 'Sync').map(swapped)) + 1;
  return (one) => (one.task.isPrune && one.task.isPrunedLast === true ? last : swapped(one));
}

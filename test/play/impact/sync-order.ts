import path from 'node:path';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { objectKey } from '../../../src/kubernetes/objects/cluster.js';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import { applyMode } from '../../../src/argocd/sync.js';
import { defaultArgoCdVersion } from '../../../src/argocd/version.js';
import { asJson } from '../../../src/play/drift/argo.js';
import { standing } from '../../../src/play/simulate/clock.js';
import { planOf } from '../../../src/play/impact/arrivals.js';
import { courseFrom } from '../../../src/play/impact/course.js';
import type { Delivery } from '../../../src/play/impact/delivery.js';
import { statesOf } from '../../../src/play/impact/state.js';
import { graphsOf } from './stories.js';
import { type OrderCase, orderCase } from './sync-order-cases.js';

/** What the engine is asked: conformance/argocd/v3.5.1/order/main.go. */
export interface OrderQuestion {
  readonly namespace: string;
  readonly resources: readonly {
    readonly live: unknown;
    readonly target: unknown;
    readonly modified: boolean;
    readonly refused: boolean;
    readonly hook?: boolean;
  }[];
  readonly options: {
    readonly prune: boolean;
    readonly pruneLast: boolean;
    readonly pruneOption: string | null;
    readonly replace: boolean;
    readonly serverSideApply: boolean;
    readonly applyOutOfSyncOnly: boolean;
  };
}

/** What is done, one run of the engine after the other, and what the cluster then has. */
export interface OrderAnswer {
  readonly phase: string;
  readonly message: string;
  readonly runs: readonly (readonly string[])[];
  readonly live: readonly string[];
}

/** A case as the engine is asked about it, and what `impact` plays. */
export interface PlayedOrder {
  readonly question: OrderQuestion;
  readonly ours: Pick<OrderAnswer, 'runs' | 'live'>;
}

export function playedOrder({ name, before, after, missing }: OrderCase): PlayedOrder {
  const { graphs } = graphsOf(before, after);
  const [earlierRollout, rollout] = [graphs.before, graphs.after].map((graph) => graph.rollouts[0]!);
  const states = statesOf(graphs, { before: earlierRollout!, after: rollout! });
  const { change, starts } = planOf(states.before, states.after, {
    version: '1.9',
    argocd: defaultArgoCdVersion,
    assumptions: standing,
  });
  const [carrier, ...others] = change.carriers;
  const [rest] = starts;
  if (!rest || !carrier || others.length > 0) throw new Error(`${name}: nothing is played.`);
  const gone = new Set(missing.map((one) => one.replace('/', '/shop/')));
  const objects = new Map(
    [...rest.moment.objects].filter(([key]) => !gone.has(key.slice(key.indexOf('/') + 1))),
  );
  const moment = { ...rest.moment, objects };
  const course = courseFrom(change, { frame: undefined, moment });

  const git = (files: OrderCase['before']): ReadonlyMap<string, KubeObject> =>
    new Map(
      Object.entries(files)
        .filter(([file]) => file !== 'argocd.yaml')
        .map(([, text]) => JSON.parse(text) as KubeObject)
        .map((object) => [objectKey(object), object]),
    );
  const [earlier, wanted] = [git(before), git(after)];
  // What leads nowhere near the Rollout is no part of what is played.
  const keys = [...new Set([...earlier.keys(), ...wanted.keys()])].filter(
    (key) => states.before.targets.has(key) || states.after.targets.has(key),
  );
  const { settings } = carrier.argo;
  const has = (option: string): boolean => settings.syncOptions.includes(option);
  const resources = keys.flatMap((key) => {
    const [live, target] = [objects.get(key), wanted.get(key)];
    if (!live && !target) return [];
    const isSame = live && target && carrier.argo.compare(target, live, earlier.get(key)).status === 'synced';
    const isImmutable = isOtherForGood(live, target);
    const isRecreated =
      target && applyMode(asJson(target), live && asJson(live), carrier.argo.syncSettings) === 'recreate';
    return {
      live: live ?? null,
      target: target ?? null,
      modified: isSame !== true,
      refused: isImmutable && isRecreated !== true,
    };
  });
  // Where nothing differs no sync starts, and no hook is run.
  const isDifferent = resources.some(({ target, modified }) => !target || modified);
  const hooks = [...wanted.values()].filter(
    ({ metadata: { annotations = {} } }) =>
      isDifferent && annotations['argocd.argoproj.io/hook'] !== undefined,
  );
  const done = course.steps.filter((step) => !course.undone.has(step));
  const verb = ({ key, after: target }: Delivery): string => {
    const live = objects.get(key);
    const mode = applyMode(asJson(target!.git), live && asJson(live), carrier.argo.syncSettings);
    if (mode === 'server-side') return 'apply-server-side';
    if (mode === 'client-side') return 'apply';
    return live ? mode : 'create';
  };
  return {
    question: {
      namespace: 'shop',
      resources: [
        ...resources,
        ...hooks.map((target) => ({ live: null, target, modified: true, refused: false, hook: true })),
      ],
      options: {
        prune: settings.automated?.prune ?? false,
        pruneLast: has('PruneLast=true'),
        pruneOption:
          settings.syncOptions.find((option) => option.startsWith('Prune='))?.slice('Prune='.length) ?? null,
        replace: has('Replace=true'),
        serverSideApply: has('ServerSideApply=true'),
        applyOutOfSyncOnly: has('ApplyOutOfSyncOnly=true'),
      },
    },
    ours: {
      runs: done.map(({ pruned, applied, hooks: own }) => [
        ...pruned.map(({ key }) => `delete ${key}`),
        ...applied.flat().map((one) => `${verb(one)} ${one.key}`),
        ...own.map(({ key }) => `hook ${key}`),
      ]),
      live: keys.filter((key) => course.moment.objects.has(key)),
    },
  };
}

/** Whether a field differs that the API server does not let change, of those that cases change. */
function isOtherForGood(live: KubeObject | undefined, target: KubeObject | undefined): boolean {
  const specs = [live, target].map(
    (object) => (object as { spec?: Record<string, unknown> } | undefined)?.spec,
  );
  const [one, other] = specs;
  if (!one || !other) return false;
  if (target?.kind === 'Service') return one['clusterIP'] !== other['clusterIP'];
  return (
    target?.kind === 'Deployment' && JSON.stringify(one['selector']) !== JSON.stringify(other['selector'])
  );
}

/**
 * The runs in a form in which two of them can be compared, and last what there is in the end. After a failure its hooks may come in the
 * same run or in the next one.
 */
export function orderLines(
  { runs, live }: Pick<OrderAnswer, 'runs' | 'live'>,
  phase: string,
): readonly string[] {
  const last = runs.at(-1) ?? [];
  const isOfFailure = phase === 'Failed' && runs.length > 1 && last.every((text) => text.startsWith('hook '));
  const all = isOfFailure ? [...runs.slice(0, -2), [...(runs.at(-2) ?? []), ...last]] : runs;
  return [...all.map((run) => comparable(run).join(', ')), `live: ${[...live].sort().join(', ')}`];
}

/**
 * What upstream leaves open is put into one order: objects of a kind are written at once, and so are all that are deleted; and of two
 * custom resources of one name either may come first.
 */
function comparable(run: readonly string[]): readonly string[] {
  // When a hook runs among the objects of its stage is not told.
  const hooks = run.filter((text) => text.startsWith('hook '));
  const told = run
    .filter((text) => !hooks.includes(text))
    .map((text) => {
      const [verb = '', key = ''] = text.split(' ');
      const [, kind = '', , name = ''] = key.split('/');
      return { text, key, name, group: verb === 'delete' ? verb : kind };
    });
  const groups: (typeof told)[] = [];
  for (const one of told) {
    const last = groups.at(-1);
    if (last?.[0]?.group === one.group) last.push(one);
    else groups.push([one]);
  }
  const flat = groups.flatMap((group) => [...group].sort((a, b) => (a.key < b.key ? -1 : 1)));
  for (let at = 1; at < flat.length; at += 1)
    for (let to = at; to > 0; to -= 1) {
      const [one, other] = [flat[to - 1]!, flat[to]!];
      const areAlike = [one, other].every(({ group }) => customKinds.has(group)) && one.name === other.name;
      if (!areAlike || one.group <= other.group) break;
      [flat[to - 1], flat[to]] = [other, one];
    }
  return [...flat.map(({ text }) => text), ...hooks.sort()];
}

const customKinds: ReadonlySet<string> = new Set([
  'Rollout',
  'VirtualService',
  'DestinationRule',
  'HTTPRoute',
]);

/** The cases that are recorded. */
export const recordedOrder = { seed: 1, count: 80 } as const;

export const recordedOrderFile = path.join(__dirname, '../../../conformance/recordings/sync-order.json');

/** What was recorded of a case: of which question, how the sync ends, and what the engine did. */
export interface RecordedOrder {
  readonly of: string;
  readonly phase: string;
  readonly lines: readonly string[];
}

export function readRecordedOrder(): readonly RecordedOrder[] {
  return (JSON.parse(readFileSync(recordedOrderFile, 'utf8')) as { cases: RecordedOrder[] }).cases;
}

export function digestOfQuestion(question: OrderQuestion): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('hex').slice(0, 16);
}

export { orderCase };

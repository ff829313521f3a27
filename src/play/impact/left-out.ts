import { kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import type { Ignored } from '../../argocd/match.js';
import { type Argo, respectOption } from '../drift/argo.js';
import { changes, type FieldChange, namedPath, type Step } from '../drift/changes.js';
import { enoughFor } from '../drift/enough.js';
import { entryFor, passingTexts } from '../drift/entries.js';
import { autoscalerOf } from '../simulate/referenced.js';
import type { Base } from './base.js';
import type { CourseOfChange } from './course.js';
import type { Delivery, LeftOut } from './delivery.js';
import type { Detail } from './effect.js';
import type { RolloutState } from './state.js';

/** Fields of Git that a change does not deploy, because ignored differences keep their object Synced. */
export function leftOutDetails(
  { leftOut, start }: CourseOfChange,
  base: Base,
  { graph, rollout }: RolloutState,
): readonly Detail[] {
  const isScaled = autoscalerOf(graph, rollout) !== undefined;
  return leftOut.flatMap(({ delivery, isLater }: LeftOut): readonly Detail[] => {
    const { key, before, after, carrier } = delivery;
    const live = start.moment.objects.get(key);
    // What RespectIgnoreDifferences keeps does not come with a later sync either.
    if (!before || !after || !live || (isLater && carrier.argo.has(respectOption))) return [];
    const edit = new ObjectEdit(carrier.argo, delivery, liveAt(base, key), isScaled);
    const fields = edit.hidden(live);
    if (fields.length === 0) return [];
    return [
      {
        kind: 'left-out',
        object: key,
        fields,
        application: carrier.deployer.application.name,
        entries: edit.entries().map(({ text, from }) => ({ text, at: inApplication(from?.path ?? []) })),
        enough: narrowerThan(carrier.argo, delivery, base, live),
        isLater,
      },
    ];
  });
}

function inApplication(path: readonly Step[]): string {
  return namedPath(undefined, path);
}

/** An object at each moment of the update before the change. */
function liveAt({ rest, underWay }: Base, key: string): readonly KubeObject[] {
  return [...(rest ? [rest] : []), ...underWay].flatMap(({ moment }) => moment.objects.get(key) ?? []);
}

/** What a change edits in one object, apart from what a controller writes there. */
class ObjectEdit {
  private readonly written: ReadonlySet<string>;
  private readonly before: KubeObject;
  private readonly after: KubeObject;

  constructor(
    private readonly argo: Argo,
    { before, after, kind }: Delivery,
    lives: readonly KubeObject[],
    isScaled: boolean,
  ) {
    [this.before, this.after] = [before!.git, after!.git];
    const isOfWorkload = isScaled && [kinds.rollout.kind, 'Deployment'].includes(kind);
    this.written = new Set([
      ...(isOfWorkload ? [JSON.stringify(['spec', 'replicas'])] : []),
      ...lives
        .flatMap((live) => changes(before!.stored, live))
        .filter(({ kind: how }) => how === 'value' || how === 'added' || how === 'removed')
        .map(({ path }) => JSON.stringify(path)),
    ]);
  }

  /** The edited fields that make no difference to Argo CD, and would make one without the entries of the Application. */
  hidden(live: KubeObject): readonly string[] {
    const bare = this.argo.but({ rules: [] });
    if (bare.compare(this.after, live, this.before).status !== 'out-of-sync') return [];
    const [all, seen] = [this.seenBy(bare), this.seenBy(this.argo)];
    return all && seen ? all.filter((field) => !seen.includes(field)) : [];
  }

  /** The pointers and expressions that hide some of it. */
  entries(): readonly Ignored[] {
    const all = this.seenBy(this.argo.but({ rules: [] }))?.length ?? 0;
    const none = { jsonPointers: [], jqPathExpressions: [], managedFieldsManagers: [] };
    return this.argo.settings.rules.flatMap((rule) =>
      (['jsonPointers', 'jqPathExpressions'] as const).flatMap((list) =>
        rule[list].filter((one) => {
          const alone = this.argo.but({ rules: [{ ...rule, ...none, [list]: [one] }] });
          return (this.seenBy(alone)?.length ?? all) < all;
        }),
      ),
    );
  }

  /** The edited fields that a comparison sees; undefined if that is unknown. */
  private seenBy(argo: Argo): readonly string[] | undefined {
    const [before, after] = [argo.compared(this.before), argo.compared(this.after)];
    return (
      before &&
      after &&
      changes(before, after)
        .filter((change) => !this.isWritten(change))
        .map(({ path }) => namedPath(before, path))
    );
  }

  private isWritten({ path }: FieldChange): boolean {
    return path.some((_, index) => this.written.has(JSON.stringify(path.slice(0, index + 1))));
  }
}

/** The expressions that are enough for what the controller writes, if the edit is a difference with them. */
function narrowerThan(
  argo: Argo,
  { key, before, after }: Delivery,
  base: Base,
  live: KubeObject,
): readonly string[] {
  const starts = [...(base.rest ? [base.rest] : []), ...base.underWay];
  const git = before!.stored;
  const expressions = enoughFor(
    argo,
    liveAt(base, key).map((at) => ({ git, live: at })),
    passingTexts(starts.map(({ moment }) => moment)),
  );
  if (!expressions) return [];
  const narrow = argo.but({ rules: [] }).with([entryFor(argo, { git }, expressions)]);
  return narrow.compare(after!.git, live, before!.git).status === 'out-of-sync'
    ? expressions.map(({ text }) => text)
    : [];
}

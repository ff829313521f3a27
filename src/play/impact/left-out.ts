import { kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import { ignoreAnnotation } from '../../argocd/annotated-rules.js';
import type { Ignored, IgnoreRule } from '../../argocd/match.js';
import { withoutKey } from '../../kubernetes/objects/keys.js';
import { type Argo, respectOption } from '../drift/argo.js';
import { changes, type FieldChange, namedPath } from '../drift/changes.js';
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
        entries: edit.entries(),
        enough: narrowerThan(carrier.argo, delivery, base, live),
        isLater,
      },
    ];
  });
}

type Entry = Extract<Detail, { kind: 'left-out' }>['entries'][number];

/** Where an entry is, and what has it. */
function entryPlace(of: Entry['of'], { from }: Ignored, { group, kind }: IgnoreRule): string {
  if (of === 'annotation') return ignoreAnnotation;
  if (of === 'application') return namedPath(undefined, from?.path ?? []);
  return `resource.customizations.ignoreDifferences.${group === '*' && kind === '*' ? 'all' : [group, kind].filter(Boolean).join('_')}`;
}

/** An object at each moment of the update before the change. */
function liveAt({ rest, underWay }: Base, key: string): readonly KubeObject[] {
  return [...(rest ? [rest] : []), ...underWay].flatMap(({ moment }) => moment.objects.get(key) ?? []);
}

/** An object without the annotation that lists its ignored fields. */
function withoutAnnotation(object: KubeObject): KubeObject {
  const { annotations } = object.metadata;
  return annotations?.[ignoreAnnotation] === undefined
    ? object
    : { ...object, metadata: { ...object.metadata, annotations: withoutKey(annotations, ignoreAnnotation) } };
}

/** What a change edits in one object, apart from what a controller writes there. */
class ObjectEdit {
  private readonly written: ReadonlySet<string>;
  /** Without any entry. */
  private readonly bare: Argo;
  private readonly before: KubeObject;
  private readonly after: KubeObject;

  constructor(
    private readonly argo: Argo,
    { before, after, kind }: Delivery,
    lives: readonly KubeObject[],
    isScaled: boolean,
  ) {
    [this.before, this.after] = [before!.git, after!.git];
    this.bare = argo.bare;
    const isOfWorkload = isScaled && [kinds.rollout.kind, 'Deployment'].includes(kind);
    this.written = new Set([
      ...(isOfWorkload ? [JSON.stringify(['spec', 'replicas'])] : []),
      ...lives
        .flatMap((live) => changes(before!.stored, live))
        .filter(({ kind: how }) => how === 'value' || how === 'added' || how === 'removed')
        .map(({ path }) => JSON.stringify(path)),
    ]);
  }

  /** The edited fields that make no difference to Argo CD, and would make one without any entry. */
  hidden(live: KubeObject): readonly string[] {
    const [before, after, there] = [this.before, this.after, live].map(withoutAnnotation) as [
      KubeObject,
      KubeObject,
      KubeObject,
    ];
    if (this.bare.compare(after, there, before).status !== 'out-of-sync') return [];
    const [all, seen] = [this.seenBare(), this.seenBy(this.argo)];
    return all && seen ? all.filter((field) => !seen.includes(field)) : [];
  }

  /** The pointers and expressions that hide some of it. */
  entries(): readonly Entry[] {
    const all = this.seenBare()?.length ?? 0;
    const none = { jsonPointers: [], jqPathExpressions: [], managedFieldsManagers: [] };
    const hides = (rule: IgnoreRule): boolean =>
      (this.seenBare(this.bare.but({ rules: [rule] }))?.length ?? all) < all;
    return Object.entries(this.argo.entriesFor(this.before)).flatMap(([of, rules]) =>
      rules.flatMap((rule) =>
        (['jsonPointers', 'jqPathExpressions'] as const).flatMap((list) =>
          rule[list]
            .filter((one) => hides({ ...rule, ...none, [list]: [one] }))
            .map((one): Entry => ({
              text: one.text,
              of: of as Entry['of'],
              at: entryPlace(of as Entry['of'], one, rule),
            })),
        ),
      ),
    );
  }

  /** The edited fields that a comparison sees without the annotation of the object, by default without any entry. */
  private seenBare(argo = this.bare): readonly string[] | undefined {
    return this.seenBy(argo, withoutAnnotation);
  }

  /** The edited fields that a comparison sees; undefined if that is unknown. */
  private seenBy(
    argo: Argo,
    change = (object: KubeObject): KubeObject => object,
  ): readonly string[] | undefined {
    const [before, after] = [argo.compared(change(this.before)), argo.compared(change(this.after))];
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
  const narrow = argo.bare.with([entryFor(argo, { git }, expressions)]);
  return narrow.compare(after!.git, live, before!.git).status === 'out-of-sync'
    ? expressions.map(({ text }) => text)
    : [];
}

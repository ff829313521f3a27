import { outOfSyncOnlyOption } from '../play/drift/argo.js';
import type { Drift, ObjectDrift } from '../play/drift/drift.js';
import type { Fault } from '../play/drift/mending.js';
import type { Obstacle } from '../play/drift/owned.js';
import type { SyncDrift, Trigger } from '../play/drift/syncs.js';
import type { Path } from '../model/field.js';
import { counted } from '../model/wording.js';
import { shortList } from './conclusions.js';
import type { UnsimulatedRouter } from '../rollouts/routers/others.js';

/** An object by kind and name: `VirtualService "web"`. */
export function objectCalled(drift: Drift, key: string): string {
  const git = drift.objects.find(({ subject }) => subject.key === key)?.subject.git;
  return git ? `${git.kind} "${git.metadata.name}"` : key;
}

/** A path in dotted form: `spec.http[0].timeout`. */
export function pathText(path: Path): string {
  return path
    .map((segment) => {
      if (typeof segment === 'number') return `[${segment}]`;
      return /^[\w-]+$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
    })
    .join('')
    .replace(/^\./, '');
}

/** What syncs do, in one or two sentences. */
export function syncText(drift: Drift, sync: SyncDrift): string {
  const { fields, key } = sync;
  const [first] = fields;
  const example =
    first && fields.length === 1 && isShort(first.before) && isShort(first.after)
      ? ` (${changeText(first.before, first.after)})`
      : '';
  const wheres = shortList([...new Set(fields.map(({ where }) => where))], 'fields');
  return `${triggersText(sync.triggers)} writes ${wheres} of ${objectCalled(drift, key)}${example}. ${outcomeText(sync, drift)}`;
}

function triggersText(triggers: readonly Trigger[]): string {
  const words: Readonly<Record<Trigger, string>> = {
    sync: 'A sync of any commit',
    change: 'A sync of a commit that changes the object',
    'self-heal': 'Self-heal',
  };
  return triggers
    .filter((trigger) => trigger !== 'change' || !triggers.includes('sync'))
    .map((trigger, index) =>
      index === 0 ? words[trigger] : `, or ${words[trigger].replace(/^A/, 'a').replace(/^S/, 's')},`,
    )
    .join('');
}

function outcomeText({ outcome, isImmediate, triggers, key }: SyncDrift, { objects }: Drift): string {
  const later = 'at the next event of the Rollout, at the latest after 15 minutes';
  switch (outcome) {
    case 'back':
      if (!isImmediate) return `The controller writes it back ${later}.`;
      return triggers.includes('self-heal')
        ? 'The controller writes it back at once, and self-heal repeats at growing intervals.'
        : 'The controller writes it back at once.';
    case 'back-with-pods':
      return 'The controller writes it back as soon as all pods are available.';
    case 'until-available':
      return 'It stays so: once all pods are available, the controller writes the same value itself.';
    case 'lost':
      if (objects.some(({ subject }) => subject.key === key && subject.git.kind === 'Rollout'))
        return 'It stays as in Git until a user or another program writes it: the controller does not write it.';
      return 'It is lost until the next update: the controller writes it only in its own step.';
    case 'promoted':
      return `The controller then treats the new revision as promoted${isImmediate ? '' : `, ${later}`}: the remaining pauses and analyses are skipped.`;
    case 'kept':
      return 'The controller writes the same value itself.';
  }
}

/** Why no entry can leave a field to the controller. */
export function obstacleText(object: string, { kind, where, nearest }: Obstacle): string {
  switch (kind) {
    case 'unknown':
      return unknownText(object, [where], nearest === undefined ? '' : ` Did you mean "${nearest}"?`);
    case 'controllers':
      return `${object}: ${where} belongs to the controller, which writes a new value in each update that a sync overwrites. Remove it from Git; do not ignore it.`;
    case 'users':
      return `${object}: ${where} is what users set in the cluster, by pausing and resuming, and the controller does not write it. Remove it from Git; do not ignore it.`;
    case 'its-own':
      return `${object}: the API server sets ${where} itself and overrides the value in Git. Remove it from Git; do not ignore it.`;
    case 'dropped':
      return `${object}: the controller removes ${where}, which Git has, and no entry can hide that without also hiding your changes there. Remove it from Git, or move it to a separate object.`;
    case 'reordered':
      return `${object}: the controller orders ${where} differently than Git, and no entry can hide that. Write it in the order of the controller.`;
    case 'nameless':
      return `${object}: the controller adds an element to ${where} whose name changes with each update, and no entry can distinguish it from yours.`;
    case 'foreign':
      return `${object}: ${where} differs, but the controller does not write it: the value in Git never reaches the cluster.`;
    case 'keyless':
      return `${object}: ${where} has ports without a protocol. The API server adds TCP, and the diff of server-side apply takes that for another port. Write "protocol: TCP" in Git, or let the API server compare (ServerSideDiff=true); do not ignore it.`;
    case 'many':
      return `${object} differs from Git in more fields than an entry can list; look for fields unknown to the API server.`;
    case 'indistinct':
      return `${object}: the elements that the controller writes in ${where} cannot be distinguished from yours; name the elements of the list.`;
  }
}

function unknownText(object: string, [where = '', ...more]: readonly string[], hint = ''): string {
  if (more.length > 0)
    return `${object}: ${shortList([where, ...more], 'fields')} are unknown to the API server, which drops them, so they always differ. Remove them from Git; do not ignore them.`;
  return `${object}: ${where} is unknown to the API server, which drops it, so it always differs. Remove it from Git; do not ignore it.${hint}`;
}

/** The same for all such fields of an object; fields with the same cause are reported together. */
export function obstacleTexts(object: string, obstacles: readonly Obstacle[]): readonly string[] {
  const unknown = obstacles.filter(({ kind, nearest }) => kind === 'unknown' && nearest === undefined);
  const together =
    unknown.length > 1
      ? [
          unknownText(
            object,
            unknown.map(({ where }) => where),
          ),
        ]
      : [];
  const others = together.length > 0 ? obstacles.filter((one) => !unknown.includes(one)) : obstacles;
  return [...together, ...others.map((obstacle) => obstacleText(object, obstacle))];
}

/** What is wrong with an entry, and the correction. */
export function faultText(fault: Fault): string {
  const { kind, error = '' } = fault;
  const text = `"${fault.text.trim()}"`;
  const right = rightText(fault);
  switch (kind) {
    case 'broken':
      return `${text} ${error} It makes the whole Application Unknown.`;
    case 'failing':
      return fault.neededFor === ''
        ? `${text} fails in some frames (${error}) and ignores nothing there.`
        : `${text} fails (${error}), so it ignores nothing; ${right}.`;
    case 'one-sided':
      return `${text} matches on only one side of the comparison, so it causes a difference itself; ${right}.`;
    case 'astray':
      return `The jsonPointer ${text} matches nothing in any object; ${right}.`;
    case 'unknown':
      return `${text} names a field that the kind does not have, so it ignores nothing; ${right}.`;
    case 'idle':
      return `${text} names an element that does not exist in any frame, so it ignores nothing; ${right}.`;
    case 'nobody':
      return `Manager ${text} owns no field, so it ignores nothing; ${right}.`;
    case 'misdirected':
      return `An entry matches no deployed object because of its ${fault.instead?.field ?? 'target'}${fault.text === '' ? '' : ` ${text}`}; ${right}.`;
  }
}

function rightText({ instead, neededFor }: Fault): string {
  if (neededFor !== undefined) return `it still covers "${neededFor}": move that to a separate entry`;
  if (!instead) return 'remove it';
  return instead.text === '' ? 'remove it' : `write ${instead.text}`;
}

/** Fields that are no longer deployed. */
export function frozenText({ subject: { git }, where, fields, isMeant }: Drift['frozen'][number]): string {
  const object = `${git.kind} "${git.metadata.name}"`;
  return isMeant
    ? `${object}: with RespectIgnoreDifferences ignored fields are applied as they are in the cluster, so changes to ${shortList(fields, 'fields')} in Git are no longer deployed.`
    : `${object}: with RespectIgnoreDifferences all of ${where} is applied as it is in the cluster, so changes to it in Git are no longer deployed (${shortList(fields, 'fields')}).`;
}

/** What is missing from a comparison because a router is not simulated. */
export function unsimulatedText({ called, isPlugin, writes }: UnsimulatedRouter): string {
  return isPlugin
    ? `Which objects ${called} writes is unknown, because it is not simulated: they are not compared, and ignoreDifferences for what it writes are not among those shown.`
    : `${called} is not simulated: drift does not compare ${writes}, and ignoreDifferences for what is written there are not among those shown.`;
}

/** Why an object is never Synced. */
export function lastingText({ subject: { git }, kind, paths }: Drift['lasting'][number]): string {
  const object = `${git.kind} "${git.metadata.name}"`;
  const fields = shortList(paths.map(pathText), 'fields');
  return kind === 'unsettled'
    ? `${object} is permanently OutOfSync: a sync does not change ${fields} in the cluster.`
    : `${object} is permanently OutOfSync, even between updates: Git and the ${git.kind === 'Rollout' ? 'cluster' : 'controller'} disagree on ${fields}.`;
}

/** The fields of the user that an entry hides. */
export function hiddenText(
  { argo }: Pick<Drift, 'argo'>,
  { subject: { git }, expression, fields }: Drift['hidden'][number],
): string {
  const undeployed = argo.has(outOfSyncOnlyOption)
    ? ' The same if they change in Git: with ApplyOutOfSyncOnly=true no sync applies such a change.'
    : '';
  return `"${expression.text.trim()}" also hides fields of ${git.kind} "${git.metadata.name}" that only Git sets: ${shortList(fields, 'fields')}. If they change in the cluster, the Application stays Synced.${undeployed}`;
}

function changeText(before: unknown, after: unknown): string {
  if (after === undefined) return `${valueText(before)} is removed`;
  if (before === undefined) return `${valueText(after)} is added`;
  return `${valueText(before)} becomes ${valueText(after)}`;
}

function valueText(value: unknown): string {
  return value === undefined ? 'nothing' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
}

function isShort(value: unknown): boolean {
  return typeof value !== 'object' && valueText(value).length <= 40;
}

/** What Argo CD shows, where it is not Synced in all frames. */
export function statusLine({ frames, objects }: Drift): string {
  const outside = frames.filter(({ status }) => status === 'out-of-sync');
  if (outside.length === 0) return '';
  const which = objects.filter(({ verdicts }) =>
    [...verdicts.values()].some(({ status }) => status === 'out-of-sync'),
  );
  return `OutOfSync in ${outside.length} of ${counted(frames.length, 'frame')}: ${which.map(objectTitle).join(', ')}.`;
}

/** An object by its kind and name. */
export function objectTitle({ subject: { git } }: ObjectDrift): string {
  return `${git.kind} ${git.metadata.name}`;
}

import type { Drift } from '../drift/drift.js';
import type { Fault } from '../drift/mending.js';
import type { Obstacle } from '../drift/owned.js';
import type { SyncDrift, Trigger } from '../drift/syncs.js';
import type { Path } from '../model/field.js';

/** An object as people call it: `VirtualService "web"`. */
export function objectCalled(drift: Drift, key: string): string {
  const git = drift.objects.find(({ subject }) => subject.key === key)?.subject.git;
  return git ? `${git.kind} "${git.metadata.name}"` : key;
}

/** A path as a manifest is read: `spec.http[0].timeout`. */
export function pathText(path: Path): string {
  return path
    .map((segment) => {
      if (typeof segment === 'number') return `[${segment}]`;
      return /^[\w-]+$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
    })
    .join('')
    .replace(/^\./, '');
}

/** What syncs do, in a sentence or two. */
export function syncText(drift: Drift, sync: SyncDrift): string {
  const { fields, key } = sync;
  const [first] = fields;
  const example =
    first && fields.length === 1 && isShort(first.before) && isShort(first.after)
      ? ` (${valueText(first.before)} becomes ${valueText(first.after)})`
      : '';
  const wheres = listed([...new Set(fields.map(({ where }) => where))]);
  return `${triggersText(sync.triggers)} writes ${wheres} of ${objectCalled(drift, key)}${example}. ${outcomeText(sync)}`;
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
      index === 0 ? words[trigger] : words[trigger].replace(/^A/, 'a').replace(/^S/, 's'),
    )
    .join(', or ');
}

function outcomeText({ outcome, isImmediate, triggers }: SyncDrift): string {
  const later = 'at the next event of the Rollout, at the latest after 15 minutes';
  switch (outcome) {
    case 'back':
      if (!isImmediate) return `The controller writes it back ${later}.`;
      return triggers.includes('self-heal')
        ? 'The controller writes it back at once, and self-heal does the same again, at longer and longer intervals.'
        : 'The controller writes it back at once.';
    case 'back-with-pods':
      return 'The controller writes it back as soon as all pods are available.';
    case 'lost':
      return 'It is lost until the next update: the controller writes it in its own step only.';
    case 'promoted':
      return `The controller then takes the new revision for promoted${isImmediate ? '' : `, ${later}`}: pauses and analyses that were to come are skipped.`;
    case 'kept':
      return 'The controller leaves it so.';
  }
}

/** Why something of an object cannot be left to the controller. */
export function obstacleText(object: string, { kind, where, nearest }: Obstacle): string {
  switch (kind) {
    case 'unknown':
      return unknownText(object, [where], nearest === undefined ? '' : ` Did you mean "${nearest}"?`);
    case 'controllers':
      return `${object}: ${where} is the controller's, which writes another one in each update, and a sync writes over it. Take it out of Git; it must not be ignored.`;
    case 'its-own':
      return `${object}: the API server sets ${where} itself, whatever Git has. Take it out of Git; it must not be ignored.`;
    case 'dropped':
      return `${object}: the controller takes ${where} out, which Git has; no entry hides that without hiding your changes there. Leave it out of Git, or put it into an object of its own.`;
    case 'reordered':
      return `${object}: the controller orders ${where} in another way than Git; no entry hides that. Write it in the order of the controller.`;
    case 'nameless':
      return `${object}: the controller adds something to ${where} whose name is another one in each update; no entry can tell it from yours.`;
    case 'foreign':
      return `${object}: ${where} is different, and it is not the controller that writes it: what Git has there never is in the cluster.`;
    case 'many':
      return `${object} differs in more fields from Git than an entry can list; look for fields that the API server does not know.`;
    case 'indistinct':
      return `${object}: what the controller writes in ${where} cannot be told from what is yours there; name the elements of the list.`;
  }
}

function unknownText(object: string, [where = '', ...more]: readonly string[], hint = ''): string {
  if (more.length > 0)
    return `${object}: the API server knows no ${listed([where, ...more])} and drops them, so that they are different for ever. Take them out of Git; they must not be ignored.`;
  return `${object}: the API server knows no ${where} and drops it, so that it is different for ever. Take it out of Git; it must not be ignored.${hint}`;
}

/** The same of all that cannot be left to the controller in an object: fields of one mistake are told together. */
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

/** What is wrong with something in an entry, and what would be right. */
export function faultText(fault: Fault): string {
  const { kind, error = '' } = fault;
  const text = `"${fault.text.trim()}"`;
  const right = rightText(fault);
  switch (kind) {
    case 'broken':
      return `${text} ${error} As it is, it makes the whole Application Unknown.`;
    case 'failing':
      return fault.neededFor === ''
        ? `${text} fails at some moments (${error}) and ignores nothing then.`
        : `${text} fails (${error}) and so ignores nothing; ${right}.`;
    case 'one-sided':
      return `${text} leaves out of one side what stays on the other, and so makes a difference itself; ${right}.`;
    case 'astray':
      return `The jsonPointer ${text} leads nowhere in any object; ${right}.`;
    case 'unknown':
      return `${text} leads to a field that the kind does not have, and so ignores nothing; ${right}.`;
    case 'idle':
      return `${text} leads to an element that is not there at any moment, and so ignores nothing; ${right}.`;
    case 'nobody':
      return `Nobody writes as ${text}, so this manager ignores nothing; ${right}.`;
    case 'misdirected':
      return `An entry matches nothing that is deployed, because of its ${fault.instead?.field ?? 'target'}${fault.text === '' ? '' : ` ${text}`}; ${right}.`;
  }
}

function rightText({ instead, neededFor }: Fault): string {
  if (neededFor !== undefined)
    return `it stays, for it is of use for "${neededFor}": give that an entry of its own`;
  if (!instead) return 'take it out';
  return instead.text === '' ? 'leave it out' : `write ${instead.text}`;
}

/** What is not deployed any more. */
export function frozenText({ subject: { git }, where, fields, isMeant }: Drift['frozen'][number]): string {
  const object = `${git.kind} "${git.metadata.name}"`;
  return isMeant
    ? `${object}: with RespectIgnoreDifferences what is ignored comes from the cluster, so that changes of ${listed(fields)} in Git are not deployed any more.`
    : `${object}: with RespectIgnoreDifferences ${where} comes from the cluster as a whole, so that changes of it in Git are not deployed any more (${listed(fields)}).`;
}

/** Why an object never is in sync. */
export function lastingText({ subject: { git }, kind, paths }: Drift['lasting'][number]): string {
  const object = `${git.kind} "${git.metadata.name}"`;
  const fields = listed(paths.map(pathText));
  return kind === 'unsettled'
    ? `${object} stays OutOfSync for ever: no sync settles ${fields}, for what is applied leaves it as it is in the cluster.`
    : `${object} stays OutOfSync for ever, between updates, too: Git has something else in ${fields} than what the controller keeps there.`;
}

/** What an entry hides of what is the user's. */
export function hiddenText({ subject: { git }, expression, fields }: Drift['hidden'][number]): string {
  return `"${expression.text.trim()}" also hides what nobody but Git writes into ${git.kind} "${git.metadata.name}": ${listed(fields)}. If that changes in the cluster, nobody is told.`;
}

function valueText(value: unknown): string {
  return value === undefined ? 'nothing' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
}

function isShort(value: unknown): boolean {
  return typeof value !== 'object' && valueText(value).length <= 40;
}

/** So many names are named; the others are counted. */
const maxListed = 4;

export function listed(names: readonly string[]): string {
  if (names.length <= maxListed) return names.join(', ');
  return `${names.slice(0, maxListed - 1).join(', ')} and ${names.length - maxListed + 1} more`;
}

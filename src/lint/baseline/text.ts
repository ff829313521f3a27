import { severities } from '../../model/finding.js';
import { ReportReader, MalformedError } from '../../model/given.js';
import { UnreadError } from '../../model/unread-error.js';
import { type BaselineEntry, mergedEntries } from './entry.js';

/** Increased when the meaning of an entry changes. */
const version = 1;

/** A limit above which rules should be disabled instead. */
const maxEntries = 200_000;

/** The text of a baseline, with one line for each entry, sorted so that diffs are readable. */
export function baselineText(entries: readonly BaselineEntry[]): string {
  const lines = mergedEntries(entries, (one, other) => one + other).map(lineOf);
  const list = lines.length === 0 ? '[]' : `[\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ]`;
  return `{\n  "version": ${version},\n  "findings": ${list}\n}\n`;
}

function lineOf({
  file,
  rule,
  severity,
  resource,
  path,
  case: special,
  messageId,
  data,
  count,
  more,
}: BaselineEntry): string {
  return JSON.stringify({
    file,
    rule,
    severity,
    resource: resource && {
      ...(resource.group === '' ? {} : { group: resource.group }),
      kind: resource.kind,
      namespace: resource.namespace,
      name: resource.name,
    },
    path: path.length === 0 ? undefined : path,
    case: special,
    message: messageId,
    data: Object.keys(data).length === 0 ? undefined : data,
    count: count === 1 ? undefined : count,
    more: more === 0 ? undefined : more,
  });
}

const keys = ['file', 'rule', 'severity', 'resource', 'path', 'case', 'message', 'data', 'count', 'more'];
const resourceKeys = ['group', 'kind', 'namespace', 'name'];

/**
 * Reads a baseline from an untrusted file.
 * @throws {UnreadError} if it is not a valid baseline, because no finding may be hidden by mistake
 */
export function readBaseline(text: string, name: string): readonly BaselineEntry[] {
  const value = parsedBaseline(text, name);
  try {
    const given = new ReportReader(value, '');
    const its = given.at('version');
    if (its.number !== version)
      throw new UnreadError(
        `${name}: it has version ${its.number}, and this rolloutkit reads version ${version}; use the rolloutkit that wrote it.`,
      );
    checkKeys(given, ['version', 'findings']);
    const list = given.at('findings').items;
    if (list.length > maxEntries)
      throw new UnreadError(`${name}: it has ${list.length} entries; more than ${maxEntries} are not read.`);
    // After a merge, an entry that both branches have added counts only once.
    return mergedEntries(list.map(entry), Math.max);
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error;
    throw new UnreadError(`${name}: it is not a baseline: ${error.message}. ${again}`);
  }
}

const again = 'Delete it, and write it again with: rolloutkit baseline write';

function parsedBaseline(text: string, name: string): unknown {
  if (text.trim() === '') throw new UnreadError(`${name}: it is empty. ${again}`);
  const conflict = /^(?:<{7}|={7}|>{7})(?: |\r?$)/m.exec(text);
  if (conflict)
    throw new UnreadError(`${name}:${lineAt(text, conflict.index)}: it has a merge conflict. ${again}`);
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const at = /at position (\d+)/.exec((error as Error).message)?.[1];
    const line = at === undefined ? '' : `:${lineAt(text, Number(at))}`;
    throw new UnreadError(`${name}${line}: it is not valid JSON. ${again}`);
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function entry(given: ReportReader): BaselineEntry {
  checkKeys(given, keys);
  return {
    file: given.at('file').text,
    rule: given.at('rule').text,
    severity: given.at('severity').oneOf(severities),
    ...given.at('resource').optional((its) => {
      checkKeys(its, resourceKeys);
      return {
        resource: {
          group: its.at('group').optional(({ text }) => text) ?? '',
          kind: its.at('kind').text,
          namespace: its.at('namespace').optional(({ text }) => text),
          name: its.at('name').text,
        },
      };
    }),
    path: given.at('path').optional((its) => its.items.map(({ segment }) => segment)) ?? [],
    ...given.at('case').optional(({ text }) => ({ case: text })),
    messageId: given.at('message').text,
    data:
      given
        .at('data')
        .optional((its) => Object.fromEntries(its.entries.map(([key, { filling }]) => [key, filling]))) ?? {},
    count: given.at('count').optional(countIn) ?? 1,
    more: given.at('more').optional(countIn) ?? 0,
  };
}

function countIn(given: ReportReader): number {
  return given.number > 0 ? given.number : given.fail('a number of findings');
}

function checkKeys(given: ReportReader, known: readonly string[]): void {
  for (const [key, value] of given.entries) if (!known.includes(key)) value.fail('a key of a baseline');
}

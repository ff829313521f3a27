import { type Fault, framesOf, traceOf } from '../model/fault.js';
import { isPluginError } from '../model/plugin-error.js';
import type { Finding } from '../model/finding.js';
import { plainMessage } from '../model/message.js';
import type { Identity } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { counted } from '../model/wording.js';
import { paragraph } from './paragraph.js';
import type { Positions } from './positions.js';
import { quoted } from './quoted.js';
import { resourceJson } from './resource-json.js';
import type { Style } from './style.js';

/** The maximum number of stack frames that are shown. */
const shownFrames = 4;

/** Internal errors, each once, with the objects at which it occurred. */
export function faultBlocks(
  faults: readonly Fault[],
  positions: Positions,
  style: Style,
  columns: number,
): readonly string[] {
  const groups = new Map<string, [Fault, ...Fault[]]>();
  for (const fault of faults) {
    const key = traceOf(fault.error).join('\n');
    const group = groups.get(key);
    if (group) group.push(fault);
    else groups.set(key, [fault]);
  }
  return [...groups.values()].flatMap((group) => faultBlock(group, positions, style, columns));
}

function faultBlock(
  group: readonly [Fault, ...Fault[]],
  positions: Positions,
  style: Style,
  columns: number,
): readonly string[] {
  const [{ place, resource, error }] = group;
  const where = place && `${place.source.name}:${positions.of(place.source, place.start, place.end).line}`;
  const tasks = firstTwoOf([...new Set(group.flatMap((fault) => fault.tasks))], 'rules');
  const others = group.length > 1 ? ` and ${counted(group.length - 1, 'other object')}` : '';
  const object = resource ? `${objectName(resource)}${others}` : others.slice(' and '.length);
  const left = object === '' ? 'The input of this rule' : object;
  const sentence = `${blame(error)}. ${left} ${object === '' || group.length === 1 ? 'is' : 'are'} not fully checked.`;
  const trace = error instanceof Error ? framesOf(error).slice(0, shownFrames) : [];
  return [
    [...(where === undefined ? [] : [style.bold(quoted(where))]), style.red('bug'), tasks].join('  '),
    '',
    ...paragraph(`  ${style.red('×')}`, sentence, columns, 4),
    '',
    `    ${quoted(traceOf(error)[0] ?? '')}`,
    ...trace.map((frame) => style.dim(`      ${quoted(frame)}`)),
    '',
  ];
}

/** The same as JSON. */
export function faultsJson(faults: readonly Fault[], positions: Positions) {
  return faults.map(({ tasks, resource, place, error }) => ({
    message: `${blame(error)}.`,
    tasks,
    resource: resource && resourceJson(resource),
    file: place?.source.name,
    line: place && positions.of(place.source, place.start, place.end).line,
    error: traceOf(error)[0],
    stack: error instanceof Error ? framesOf(error) : [],
  }));
}

/** Who can fix the error, and what to do. */
export function blame(error: unknown): string {
  return isPluginError(error)
    ? 'A rule of a plugin failed here; this is a bug in the plugin'
    : 'rolloutkit failed here; this is a bug, please report it';
}

/** The rule name of faults among findings. */
export const faultRule = 'rolloutkit/fault';

/** Faults as findings, for formats that only have findings; those without a place are reported at the first source. */
export function faultFindings(faults: readonly Fault[], [first]: readonly Source[]): readonly Finding[] {
  return faults.flatMap(({ tasks, resource, place, error }) => {
    const at = place ?? (first && { source: first, start: 0, end: 0 });
    const message = `${blame(error)}: ${firstTwoOf(tasks, 'rules')}: ${traceOf(error).join(' ')}`;
    return at
      ? [
          {
            rule: faultRule,
            severity: 'error',
            message: plainMessage(message),
            consequence: undefined,
            place: at,
            labels: [],
            resource,
          },
        ]
      : [];
  });
}

function objectName({ kind, namespace, name }: Identity): string {
  return `${kind} "${namespace === undefined ? name : `${namespace}/${name}`}"`;
}

function firstTwoOf(names: readonly string[], plural: string): string {
  const [first = '', second, ...more] = names;
  if (second === undefined) return first;
  return more.length === 0
    ? `${first} and ${second}`
    : `${first}, ${second} and ${more.length} more ${plural}`;
}

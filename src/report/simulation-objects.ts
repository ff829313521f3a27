import { type KubeObject, kinds } from '../kubernetes/objects/object.js';
import type { Frame } from '../play/simulate/trace.js';
import { quoted, quotedLine } from './quoted.js';
import { diffLines, hunks } from './line-diff.js';
import type { Style } from './style.js';
import { toYaml } from './yaml.js';

/** The objects of a frame as lines of YAML; lines that are new or changed since the previous frame are marked. */
export function frameObjects(frame: Frame, before: Frame | undefined, style: Style): readonly string[] {
  const parts = objectKeysOf(frame, before).flatMap((key) => {
    const [old, now] = [before?.objects.get(key), frame.objects.get(key)];
    const lines = diffLines(before ? linesOf(old) : linesOf(now), linesOf(now));
    const isSame = lines.every(({ mark }) => mark === ' ');
    const state = isSame ? '' : old === undefined ? ', new' : now === undefined ? ', gone' : ', changed';
    return [
      style.bold(quoted(`# ${objectTitle(now ?? old)}${state}`)),
      ...lines.map((line) => painted(style, line.mark, `${line.mark} ${quotedLine(line.line)}`)),
    ];
  });
  const event = frame.event === undefined ? '' : `, after: ${frame.event}`;
  const heading = `# ${frame.id}: ${frame.title}${event}${before ? `; marked against ${before.id}` : ''}`;
  return [style.dim(quoted(heading)), ...parts];
}

/** The changes from one frame to another, as `diff -u` writes them. */
export function frameDiff(from: Frame, to: Frame, style: Style): readonly string[] {
  return objectKeysOf(to, from).flatMap((key) => {
    const [old, now] = [from.objects.get(key), to.objects.get(key)];
    const lines = hunks(diffLines(linesOf(old), linesOf(now)));
    if (lines.length === 0) return [];
    return [
      style.bold(quoted(`--- ${old ? `${from.id}/${objectFile(old)}` : '/dev/null'}`)),
      style.bold(quoted(`+++ ${now ? `${to.id}/${objectFile(now)}` : '/dev/null'}`)),
      ...lines.map((line) => painted(style, line[0] ?? '', quotedLine(line))),
    ];
  });
}

/** The objects of frames: first those that route traffic, and the Rollout, which changes most, at the end. */
function objectKeysOf(...frames: readonly (Frame | undefined)[]): readonly string[] {
  const objects = new Map(frames.flatMap((frame) => [...(frame?.objects ?? [])]));
  const last: readonly string[] = [kinds.replicaSet.kind, kinds.rollout.kind];
  const rank = ({ kind }: KubeObject): number => last.indexOf(kind);
  return [...objects].sort(([, left], [, right]) => rank(left) - rank(right)).map(([key]) => key);
}

function linesOf(object: KubeObject | undefined): readonly string[] {
  return object === undefined ? [] : toYaml(object).trimEnd().split('\n');
}

function painted({ red, green, blue }: Style, mark: string, line: string): string {
  if (mark === '-') return red(line);
  if (mark === '+') return green(line);
  return mark === '@' ? blue(line) : line.trimEnd() === '' ? '' : line;
}

function objectTitle(object: KubeObject | undefined): string {
  if (!object) return '';
  const { namespace, name } = object.metadata;
  return `${object.kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

function objectFile({ kind, metadata: { namespace, name } }: KubeObject): string {
  return `${namespace === undefined ? '' : `${namespace}/`}${kind}/${name}.yaml`;
}

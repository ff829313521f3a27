import type { Style } from './style.js';

/** The text format marks these levels with `×`, `!`, `?` and `i`; the page also colours them. */
export type Level = 'error' | 'warning' | 'unknown' | 'info';

/** A result of a simulation or comparison, in one or two sentences. */
export interface Conclusion {
  readonly level: Level;
  readonly text: string;
  /** The frames that show it. */
  readonly frames: readonly string[];
  /** The complete replacement to write, if that fixes it. */
  readonly instead?: string;
}

/** The mark before a conclusion of this level. */
export function markOf(level: Level, { red, yellow, blue }: Style): string {
  const marks: Readonly<Record<Level, string>> = {
    error: red('×'),
    warning: yellow('!'),
    unknown: yellow('?'),
    info: blue('i'),
  };
  return marks[level];
}

/** The maximum number of frames or objects that are named; the others are counted. */
const maxListed = 4;

/** `what` names what the list is of, in the plural, because a count alone does not. */
export function shortList(names: readonly string[], what?: 'frames' | 'objects' | 'fields'): string {
  if (names.length <= maxListed) return names.join(', ');
  const rest = `${names.length - maxListed + 1} more${what === undefined ? '' : ` ${what}`}`;
  return `${names.slice(0, maxListed - 1).join(', ')} and ${rest}`;
}

/** The last sentence of a conclusion on these frames; the page has them as buttons. */
export function framesText(frames: readonly string[]): string {
  return `${frames.length === 1 ? 'Frame' : 'Frames'}: ${shortList(frames)}.`;
}

/** Texts of frames, each once, as a conclusion on all frames that have it. */
export class ByText {
  private readonly groups = new Map<string, { level: Level; frames: string[] }>();

  add(level: Level, text: string, frame: string): void {
    const known = this.groups.get(text);
    if (known) known.frames.push(frame);
    else this.groups.set(text, { level, frames: [frame] });
  }

  /** In the order of the first frames. */
  all(words: (text: string, frames: string) => string): readonly Conclusion[] {
    return [...this.groups].map(([text, { level, frames }]) => ({
      level,
      text: words(text, shortList(frames, 'frames')),
      frames,
    }));
  }
}

import type { Style } from './style.js';

/** What text marks with `×`, `!`, `?` and `i`, and the page with a colour besides. */
export type Level = 'error' | 'warning' | 'unknown' | 'info';

/** Something that a simulation or a comparison ends with, in a sentence or two. */
export interface Conclusion {
  readonly level: Level;
  readonly text: string;
  /** The frames that show it. */
  readonly frames: readonly string[];
  /** What to write in the place of something, where that is all. */
  readonly instead?: string;
}

/** What a conclusion of this level begins with. */
export function markOf(level: Level, { red, yellow, blue }: Style): string {
  const marks: Readonly<Record<Level, string>> = {
    error: red('×'),
    warning: yellow('!'),
    unknown: yellow('?'),
    info: blue('i'),
  };
  return marks[level];
}

/** So many frames or objects are named; the others are counted. */
const maxListed = 4;

export function listed(names: readonly string[]): string {
  if (names.length <= maxListed) return names.join(', ');
  return `${names.slice(0, maxListed - 1).join(', ')} and ${names.length - maxListed + 1} more`;
}

/** Texts that several frames have, each once, as a conclusion on all of them. */
export class ByText {
  private readonly groups = new Map<string, { level: Level; frames: string[] }>();

  add(level: Level, text: string, frame: string): void {
    const known = this.groups.get(text);
    if (known) known.frames.push(frame);
    else this.groups.set(text, { level, frames: [frame] });
  }

  /** In the order of the first frames; the words say where the frames are named. */
  all(words: (text: string, frames: string) => string): readonly Conclusion[] {
    return [...this.groups].map(([text, { level, frames }]) => ({
      level,
      text: words(text, listed(frames)),
      frames,
    }));
  }
}

import { isLimitError } from '../../src/model/limit-error.js';
import { type Input, type Target } from './input.js';
import { play, type Played } from './play.js';

/** What a target may take of the processor for an input of at most 100 KB, in seconds. */
const maxSeconds: Readonly<Record<Target, number>> = {
  ...{ reader: 2, texts: 1, lint: 2, simulate: 5, drift: 5 },
  ...{
    formats: 3,
    cdk8s: 3,
    impact: 10,
    migrate: 20,
    rollback: 2,
    edits: 10,
    init: 2,
    commands: 20,
    language: 20,
    lsp: 20,
    mcp: 20,
  },
};

export interface Verdict {
  /** What went wrong, the same for inputs with the same cause; undefined where all is well. */
  readonly fault: string | undefined;
  readonly detail?: string | undefined;
  readonly seconds: number;
  readonly played: Played | undefined;
}

/** An input that takes longer is played once more, alone: looking at the clock of the processor takes time itself. */
const noticed = 100;

/** Feeds an input to its target, and holds what it took against the limits. */
export async function judge(input: Input): Promise<Verdict> {
  const before = performance.now();
  let played: Played | undefined;
  try {
    played = await play(input);
  } catch (error) {
    // That it would take too much is an answer, and a documented one.
    if (isLimitError(error)) return { fault: undefined, seconds: 0, played };
    return { fault: causeOf(error), detail: detailOf(error), seconds: 0, played };
  }
  const milliseconds = performance.now() - before;
  if (milliseconds < noticed) return { fault: undefined, seconds: milliseconds / 1000, played };

  const start = process.cpuUsage();
  await play(input);
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  const isSlow = seconds > maxSeconds[input.target];
  return { fault: isSlow ? 'slow' : undefined, detail: `${seconds.toFixed(1)} s`, seconds, played };
}

/** The error without what differs from input to input, and the function of ours in which it arose. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${typeof error}`;
  const message = error.message
    .split('\n')[0]!
    .replaceAll(/"[^"]*"|'[^']*'|\d+/g, '_')
    .slice(0, 100);
  const frame = /at (?:new )?([^ ]+) \(.*?\/src\/([^:)]+):\d+/.exec(error.stack ?? '');
  return `${error.name}: ${message}${frame ? ` in ${frame[1]} of ${frame[2]}` : ''}`;
}

function detailOf(error: unknown): string {
  return error instanceof Error
    ? (error.stack ?? error.message).split('\n').slice(0, 6).join('\n')
    : String(error);
}

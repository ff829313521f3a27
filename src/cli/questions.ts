import { createInterface, type Interface } from 'node:readline';
import { UsageError } from './exit.js';
import { tell } from './output.js';
import type { Surroundings } from './surroundings.js';

/** Something to ask on a terminal. */
export interface Question {
  readonly key: string;
  readonly question: string;
  readonly example: string;
  /** What is wrong with an answer; undefined for nothing. */
  readonly check: (answer: string) => string | undefined;
}

/**
 * Asks one question after the other, again where an answer is none. The questions go to standard error, for what comes
 * out belongs to standard output.
 * @throws {UsageError} when the input ends before the last answer
 */
export async function answers(
  questions: readonly Question[],
  around: Surroundings,
): Promise<Readonly<Record<string, string>>> {
  const terminal = new Terminal(around);
  const found: Record<string, string> = {};
  try {
    for (const { key, question, example, check } of questions) {
      let answer: string;
      do answer = (await terminal.ask(`${question} (such as ${example}): `)).trim();
      while (answer === '' || isWrong(check(answer), around));
      found[key] = answer;
    }
  } finally {
    terminal.close();
  }
  return found;
}

class Terminal {
  private readonly lines: Interface;
  /** Lines that came before their question, such as several that are pasted at once. */
  private readonly ahead: string[] = [];
  private isClosed = false;

  constructor(private readonly around: Surroundings) {
    // What comes out belongs to standard output.
    this.lines = createInterface({ input: around.stdin, output: around.stderr as NodeJS.WritableStream });
    this.lines.on('line', (line) => this.ahead.push(line));
    this.lines.once('close', () => (this.isClosed = true));
  }

  ask(text: string): Promise<string> {
    const given = this.ahead.shift();
    if (given !== undefined) {
      tell(this.around, [`${text}${given}`]);
      return Promise.resolve(given);
    }
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new UsageError('The input ended before the last answer.'));
      if (this.isClosed) {
        ended();
        return;
      }
      this.lines.once('close', ended);
      this.lines.question(text, (answer) => {
        this.lines.off('close', ended);
        resolve(answer);
      });
    });
  }

  close(): void {
    this.lines.close();
  }
}

function isWrong(problem: string | undefined, around: Surroundings): boolean {
  if (problem !== undefined) tell(around, [problem]);
  return problem !== undefined;
}

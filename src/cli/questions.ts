import { createInterface, type Interface } from 'node:readline';
import { UsageError } from './exit.js';
import { tell } from './output.js';
import type { Surroundings } from './surroundings.js';

/** A question to ask on a terminal. */
export interface Question {
  readonly key: string;
  readonly question: string;
  /** The possible answers. */
  readonly hint?: string;
  /** The value of an empty answer; without a default, an answer is required. */
  readonly byDefault?: string;
  /** Returns what is wrong with an answer, as the end of a sentence; undefined if it is valid. */
  readonly check: (answer: string) => string | undefined;
  /** Whether the question applies, given the values known so far; by default, always. */
  readonly applies?: (known: Readonly<Record<string, unknown>>) => boolean;
}

/**
 * Asks the questions in order, and repeats a question after an invalid answer. Questions go to standard error, because
 * standard output is for the result.
 * @param known - values that are not asked for
 * @throws {UsageError} if the input ends before the last answer
 */
export async function answers(
  questions: readonly Question[],
  known: Readonly<Record<string, unknown>>,
  around: Surroundings,
): Promise<Readonly<Record<string, string>>> {
  const terminal = new Terminal(around);
  const found: Record<string, string> = {};
  try {
    for (const { key, question, hint, byDefault, check, applies } of questions) {
      const soFar = { ...known, ...found };
      if (soFar[key] !== undefined || applies?.(soFar) === false) continue;
      const hints = [hint, byDefault === undefined ? undefined : `Enter: ${byDefault}`];
      const prompt = `${question} (${hints.filter((one) => one !== undefined).join('; ')}): `;
      let answer: string;
      do answer = (await terminal.ask(prompt)).trim();
      while (answer === '' ? byDefault === undefined : isWrongAnswer(check(answer), around));
      if (answer !== '') found[key] = answer;
    }
  } finally {
    terminal.close();
  }
  return found;
}

class Terminal {
  private readonly lines: Interface;
  /** Lines that arrived before their question, such as several pasted at once. */
  private readonly ahead: string[] = [];
  private isClosed = false;

  constructor(private readonly around: Surroundings) {
    // Standard output is for the result.
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

function isWrongAnswer(problem: string | undefined, around: Surroundings): boolean {
  if (problem !== undefined) tell(around, [`${problem.charAt(0).toUpperCase()}${problem.slice(1)}`]);
  return problem !== undefined;
}

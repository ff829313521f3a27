import { createInterface } from 'node:readline';
import { UsageError } from './exit.js';

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
export async function answers(questions: readonly Question[]): Promise<Readonly<Record<string, string>>> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const found: Record<string, string> = {};
  try {
    for (const { key, question, example, check } of questions) {
      let answer: string;
      do answer = (await ask(terminal, `${question} (such as ${example}): `)).trim();
      while (answer === '' || isWrong(check(answer)));
      found[key] = answer;
    }
  } finally {
    terminal.close();
  }
  return found;
}

function ask(terminal: ReturnType<typeof createInterface>, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new UsageError('The input has ended before the last answer.'));
    terminal.once('close', ended);
    terminal.question(text, (answer) => {
      terminal.off('close', ended);
      resolve(answer);
    });
  });
}

function isWrong(problem: string | undefined): boolean {
  if (problem !== undefined) process.stderr.write(`${problem}\n`);
  return problem !== undefined;
}

import { onRefusal } from './manifests/manifest.js';
import { type Trace, userLine } from './user-line.js';
import { warn } from './warn.js';

/** A problem that makes a synthesis fail, and where the user's program made the construct. */
interface ToldProblem {
  /** As cdk8s reports it: `[construct/path] message`. */
  readonly text: string;
  /** The first that leads to the user's program counts. */
  readonly traces: readonly Trace[];
}

/** Those of errors that were thrown here. */
const ofErrors = new WeakMap<object, ToldProblem>();

/** Those that cdk8s throws as one error, by their texts. */
const ofValidation = new Map<string, Trace>();

/**
 * Remembers an error, so that a program that it ends prints one line for it, with the line of the program, in place of
 * the stack of rolloutkit and cdk8s. A program or test that catches the error sees nothing of this.
 */
export function tellShortly<E extends Error>(error: E, made: readonly Trace[] = []): E {
  ofErrors.set(error, { text: error.message, traces: [error, ...made] });
  listen();
  return error;
}

/** The same for a problem that cdk8s throws among others: `Validation failed with the following errors`. */
export function tellOfValidation(text: string, trace: Trace): void {
  ofValidation.set(text, trace);
  listen();
}

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  process.on('uncaughtException', end);
}

/** Ends the program as Node would, with the problems in place of a stack. */
function end(error: unknown): void {
  // Without it, Node and node:domain, which ts-node loads, count the program's own listeners alone: domain keeps one of its own
  // for as long as there are others, and that one handles nothing.
  process.removeListener('uncaughtException', end);
  if (process.listenerCount('uncaughtException') > 0) {
    // A test runner, say, which has its own way.
    process.on('uncaughtException', end);
    return;
  }
  const problems = toldIn(error);
  if (problems.length === 0) throw error; // Node prints it.
  for (const { text, traces } of problems) warn(`${lineBefore(traces)}error ${text}`);
  process.exit(1);
}

/** The place in the user's program, as the beginning of what is said of it; empty where it is not known. */
export function lineBefore(traces: readonly Trace[]): string {
  const line = traces.map((trace) => userLine(trace, process.cwd())).find((one) => one !== undefined);
  return line === undefined ? '' : `${line} - `;
}

function toldIn(error: unknown): readonly ToldProblem[] {
  if (!(error instanceof Error)) return [];
  const own = ofErrors.get(error);
  if (own) return [own];
  // https://github.com/cdk8s-team/cdk8s-core/blob/2.x/src/app.ts (validate)
  const [title, ...lines] = error.message.split('\n');
  if (title !== 'Validation failed with the following errors:') return [];
  return lines.map((line) => {
    const trace = ofValidation.get(line.trim());
    return { text: line.trim(), traces: trace ? [trace] : [] };
  });
}

// A preset of an analysis refuses its options before there is a construct that they are for.
onRefusal((error) => {
  tellShortly(error);
});

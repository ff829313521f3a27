import { hashOf } from '../repository/files/recording.js';
import { type CacheEntry, maxChars, type OutputPart } from './cache-entry.js';
import { isOverwriting, unbuffered } from './output.js';
import type { Output, Surroundings } from './surroundings.js';

/** Surroundings that notice what is printed, and which variables are read. */
export class Listening {
  readonly around: Surroundings;
  readonly output: OutputPart[] = [];
  /** As it is in the output. */
  took: string | undefined;
  private readonly variables = new Map<string, string | undefined>();
  private left = maxChars / 2;

  constructor(around: Surroundings) {
    const { stdout } = unbuffered(around);
    const { stderr, environment } = around;
    // Copying the properties would read `stdin`, which opens it.
    this.around = Object.create(around, {
      stdout: { value: this.heard('stdout', stdout) },
      stderr: { value: this.heard('stderr', stderr) },
      environment: { value: this.watched(environment) },
      onTook: { value: (took: string) => (this.took = took) },
    }) as Surroundings;
  }

  /** Whether nothing was left out because it was too long. */
  get isWhole(): boolean {
    return this.left >= 0;
  }

  get environment(): CacheEntry['environment'] {
    return [...this.variables];
  }

  private heard(stream: OutputPart[0], to: Output): Output {
    const write = (text: string | Uint8Array): boolean => {
      this.hear(stream, String(text));
      return to.write(text);
    };
    const { isTTY, columns } = to;
    return { write, ...(isTTY !== undefined && { isTTY }), ...(columns !== undefined && { columns }) };
  }

  private hear(stream: OutputPart[0], text: string): void {
    if (isOverwriting(text)) return;
    this.left -= text.length;
    if (this.isWhole) this.output.push([stream, text]);
  }

  /** Values may be secrets, so an entry contains only hashes. */
  private watched(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return new Proxy(environment, {
      get: (_, name) => {
        if (typeof name !== 'string') return undefined;
        const value = environment[name];
        this.variables.set(name, hashOfValue(value));
        return value;
      },
    });
  }
}

/** The hash of the value of a variable; undefined if it is unset. */
export function hashOfValue(value: string | undefined): string | undefined {
  return value === undefined ? undefined : hashOf(value);
}

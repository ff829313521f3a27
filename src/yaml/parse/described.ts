export type Description = readonly [message: string, start: number, end: number];

/** Where the parser stopped. */
export interface Stop {
  readonly text: string;
  readonly at: number;
  readonly char: string;
  readonly endsWithin: (text: string) => 'quote' | 'collection' | undefined;
}

export function here({ at }: Stop, message: string): Description {
  return [message, at, at + 1];
}

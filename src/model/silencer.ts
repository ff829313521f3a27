import type { Place } from './source.js';

/** What keeps a finding from being reported, with the reason that the user gave. */
export type Silencer =
  | {
      /** A comment in a file, or an annotation of the object. */
      readonly by: 'comment' | 'annotation';
      readonly place: Place;
      readonly reason: string;
      /** The last day on which a comment applies. */
      readonly until?: string | undefined;
    }
  | ConfiguredSilencer
  | {
      readonly by: 'baseline';
      /** The name of the file. */
      readonly file: string;
    };

/** An entry of `overrides` in the configuration that turns a rule off for some objects. */
export interface ConfiguredSilencer {
  readonly by: 'configuration';
  /** The name of the file. */
  readonly file: string;
  readonly line: number;
  readonly reason?: string | undefined;
}

interface Silenceable {
  readonly silencer?: Silencer | undefined;
}

/** The findings to report, and those that something silences, each in their order. */
export function bySilence<T extends Silenceable>(
  all: readonly T[],
): { readonly findings: readonly T[]; readonly suppressed: readonly T[] } {
  if (all.every(({ silencer }) => !silencer)) return { findings: all, suppressed: [] };
  return {
    findings: all.filter(({ silencer }) => !silencer),
    suppressed: all.filter(({ silencer }) => silencer),
  };
}

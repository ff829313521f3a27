import type { Refused } from './manifest.js';

/**
 * Exactly one of two alternatives: the keys of the other are refused with a reason. By the literal type the compiler finds the first
 * one where it is written, and does not look for what is wrong in the second.
 */
export type Alternatives<A, B, Why extends string> =
  | (A & { readonly [Key in Exclude<keyof B, keyof A>]?: Refused<Why> })
  | (B & { readonly [Key in Exclude<keyof A, keyof B>]?: Why });

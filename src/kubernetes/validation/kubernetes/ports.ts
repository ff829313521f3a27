import type { Field } from '../../../model/field.js';
import { portNameProblems } from '../pod-names.js';
import type { Refusals } from '../refusal.js';

export function* portNumberRefusals(at: Field): Refusals {
  const { number } = at;
  if (number !== undefined && (number < 1 || number > 65_535))
    yield { at, problem: `is ${number}; it must be from 1 to 65535` };
}

export function* portNameRefusals(at: Field): Refusals {
  const { text } = at;
  if (text && portNameProblems(text).length > 0)
    yield {
      at,
      problem: `is not a name of a port: "${text}"; use at most 15 lower case letters, digits and "-", a letter among them`,
    };
}

/** A port by number or name. Zero counts as absent. */
export function* portRefusals(at: Field): Refusals {
  if (at.number !== 0) yield* portNumberRefusals(at);
  yield* portNameRefusals(at);
}

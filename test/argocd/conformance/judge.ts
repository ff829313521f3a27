import { expect } from 'vitest';
import type { Case } from './case.js';
import type { RecordedCase } from './recording.js';
import { replay } from './replay.js';

/** What is not evaluated here, and so is not answered wrongly: kinds that are not known, jq beyond what is played. */
const beyond = [
  /^a kind without schema/,
  /^a list of objects/,
  /^status of a definition/,
  /knownTypeFields/,
  /: (\.spec\.http\[\{\}\]|reduce range\(3\) as .*|range\(2\)|\.spec\.b as \{\$d\}.*|\.spec\.a \| floor|\.spec\.b\.c \| bsearch\(2\)|@sh "x")$/s,
  // Updates on the way to a path, and what is computed to be deleted by a value that is not a path of the document.
  /: (\.spec\.http = \[\]|\.spec\.http \|= \[\]|now|halt|halt_error|walk\(\.\)|\.spec\.l \| \.\[\] (?:\+=|\|=) .*|\.spec\.l \| map_values\(\.v\)|\.spec \| tojson \| fromjson|\.spec\.http\[\]\.route\[\]\..*=.*)$/s,
];

/** What takes the whole second that an expression is given, and is unknown then; the tests of jq have such. */
const endless = /: (while\(true; \.\)|repeat\(\.\)|def f: f; f|\[range\(100000000\)\].*|\.spec \| recurse\(\.b\?\))$/s;

/** Plays a case and holds it against what Argo CD's own code made of it. */
export function expectRecorded(one: Case, expected: RecordedCase | undefined, release: string): void {
  if (!expected) return expect.unreachable(`${one.name} is not recorded`);
  if (expected.unstable || endless.test(one.name)) return;
  const { actual, wanted, unknown } = replay(one, expected, release);
  expect(actual).toEqual(wanted);
  const text = one.name + Object.keys(one.configMap ?? {}).join('');
  if (!beyond.some((pattern) => pattern.test(text))) expect(unknown).toEqual([]);
}

import { problemRules } from '../yaml/parse/problems.js';
import { rules } from '../rules/index.js';
import type { Peer } from '../rules/peers.js';

/** Prints how the rules of another tool correspond to those of rolloutkit, and why some have no counterpart. */
export function likePeer({ title, version, found, partly, left }: Peer): readonly string[] {
  const codes = Object.entries(found);
  const others = left.flatMap(({ messages }) => Object.entries(messages));
  const width = Math.max(...[...codes, ...others].map(([code]) => code.length));
  const line = (code: string, about: string): string => `${code.padEnd(width)}  ${about}`.trimEnd();
  return [
    `${title} (${version}): ${codes.length} of ${codes.length + others.length} messages have a rule here, ${others.length} do not.`,
    '',
    ...codes.flatMap(([code, about]) => [
      line(code, [about, rulesLike(code).join(', ')].filter((words) => words !== '').join(': ')),
      ...(partly[code] === undefined ? [] : [line('', partly[code])]),
    ]),
    ...left.flatMap(({ because, messages }) => [
      '',
      because,
      ...Object.entries(messages).map(([code, about]) => line(`  ${code}`, about)),
    ]),
  ];
}

/** The rules that correspond to a name in another tool. */
export function rulesLike(code: string): readonly string[] {
  return [...rules.map(({ meta }) => meta), ...problemRules]
    .filter(({ aliases = [] }) => aliases.includes(code))
    .map(({ name }) => name);
}

import type { Problem } from './problems.js';

/** What a parser's complaint means to whoever wrote the text, and where. */
export function explain(reason: string, text: string, position: number): Problem {
  const end = Math.min(text.length, position + 1);
  return {
    rule: 'yaml/parses',
    message: `${reason[0]!.toUpperCase()}${reason.slice(1)}.`,
    start: Math.min(position, end),
    end,
  };
}

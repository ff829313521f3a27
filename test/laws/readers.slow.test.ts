import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { renewPatternWork } from '../../src/kubernetes/kinds/go-pattern.js';
import { more, others, readers } from '../hostile/readers.js';
import { hostileTexts, nestedTexts } from '../hostile/texts.js';

const src = path.join(__dirname, '../../src');

/** Folders that read what people type or what rolloutkit wrote itself: the command line, settings, reports, templates. */
const ofPeople =
  /^(?:cdk8s|cli|constructs|eslint|lint\/(?:baseline|fix|plugin|project)|report|repository\/(?:config|files)|write\/scaffold|yaml\/edit)\//;

/** A function that takes a text, by what its first parameter is called. */
const reading =
  /^export function\*? (\w+)(?:<[^(]*>)?\(\s*(?:document|expression|host|option|output|pattern|pointer|query|regex|text|url)\??: string\b/gm;

function found(): readonly string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !ofPeople.test(file))
    .flatMap((file) =>
      [...readFileSync(path.join(src, file), 'utf8').matchAll(reading)].map(([, name]) => `${file}#${name}`),
    )
    .sort();
}

it('whatever takes a text of a manifest apart is fed hostile texts, or says by what else', () => {
  expect(found()).toEqual([...Object.keys(readers), ...Object.keys(others)].sort());
});

/** What is thrown for a text that is wrong has a class of ours; these are thrown by mistakes, and by stacks that overflow. */
const mistakes: ReadonlySet<string> = new Set(['RangeError', 'ReferenceError', 'SyntaxError', 'TypeError']);

/** Of the processor for a text of 20 kB, in seconds, and of the heap: what takes the square of it takes more. */
const [mostSeconds, mostBytes] = [0.4, 300e6];
const texts = [...hostileTexts(20_000), ...nestedTexts(2000), ...nestedTexts(90)];

describe.each(Object.entries({ ...readers, ...more }))('%s', (_, feed) => {
  it('takes little time and memory, and never fails', () => {
    const bad: string[] = [];
    for (const { name, text } of texts) {
      const [first, second] = [text, text.slice(0, 200)] as const;
      const heap = process.memoryUsage().heapUsed;
      let seconds = take();
      // What runs for the first time is compiled, which does not grow with the text.
      if (seconds > mostSeconds) seconds = Math.min(seconds, take());
      if (seconds > mostSeconds) bad.push(`${name}: ${seconds.toFixed(1)} s`);
      const bytes = process.memoryUsage().heapUsed - heap;
      if (bytes > mostBytes) bad.push(`${name}: ${(bytes / 1e6).toFixed(0)} MB`);

      function take(): number {
        renewPatternWork();
        const before = process.cpuUsage();
        try {
          feed(first, second);
        } catch (error) {
          const { name: kind, message } = error as Error;
          if (mistakes.has(kind)) bad.push(`${name}: ${kind}: ${message}`);
        }
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1e6;
      }
    }
    expect(bad).toEqual([]);
  }, 300_000);
});

import { describe, expect, it } from 'vitest';
import { type CacheEntry, entryText, readEntry } from '../../src/cli/cache-entry.js';
import { hashOf } from '../../src/repository/files/recording.js';

const entry: CacheEntry = {
  id: '01234567-89ab-cdef-0123-456789abcdef',
  asked: 'lint .',
  environment: [
    ['NO_COLOR', undefined],
    ['TERM', 'hash'],
  ],
  facts: [
    { question: 'exists', path: '/repository/.git', answer: 'true' },
    { question: 'text', path: '/repository/a.yaml', answer: 'hash', stamp: [12, 1.5, 2.25, 7] },
  ],
  output: [
    ['stdout', '\u001b[31m×\u001b[39m one error in 1 resource, 0.04 s\n'],
    ['stderr', 'a note\n'],
  ],
  took: ', 0.04 s',
  code: 1,
};

/** The text of an entry with another value somewhere, which says of itself that it is whole. */
function forged(change: (value: Record<string, unknown>) => unknown): string {
  const [, body = ''] = entryText(entry)!.split('\n');
  const value = JSON.parse(body) as Record<string, unknown>;
  return signed(JSON.stringify(change(value) ?? value));
}

function signed(body: string): string {
  return `rolloutkit-cache 2 ${hashOf(body)}\n${body}`;
}

const printing = (text: string): string => forged((value) => void (value['output'] = [['stdout', text]]));
const knowing = (...fact: unknown[]): string => forged((value) => void (value['facts'] = [fact]));

describe('an entry of the cache', () => {
  it('is read as it was written', () => {
    expect(readEntry(entryText(entry)!, 'lint .')).toEqual({
      ...entry,
      facts: [{ ...entry.facts[0], stamp: undefined }, entry.facts[1]],
    });
  });

  it('may print our colors, links and annotations', () => {
    for (const text of [
      '\u001b]8;;https://example.com/rule\u001b\\rule\u001b]8;;\u001b\\\n',
      '::error file=a.yaml,line=1,title=rollout/steps::Rollout "web" — é\n',
      '::notice title=baseline::1 finding\n',
    ])
      expect(readEntry(printing(text), 'lint .')?.output, text).toEqual([['stdout', text]]);
  });

  const text = entryText(entry)!;
  it.each<readonly [what: string, text: string]>([
    ['nothing', ''],
    ['a line', 'rolloutkit-cache 2'],
    ['an entry that was cut off', text.slice(0, -1)],
    ['an entry with one other character', text.replace('one error', 'two error')],
    ['an entry of another form', text.replace('rolloutkit-cache 2', 'rolloutkit-cache 1')],
    ['no JSON', signed('{')],
    ['a list', forged(() => [])],
    ['null', signed('null')],
    ['no facts, so that it always holds', forged((value) => void (value['facts'] = []))],
    ['lists in each other without end', signed(`{"facts":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)],
    ['an entry of a run with another name', forged((value) => void (value['id'] = '../../x'))],
    ['another exit code', forged((value) => void (value['code'] = 3))],
    ['a time with a line break', forged((value) => void (value['took'] = ', 0.04 s\n'))],
    ['a variable without a name', forged((value) => void (value['environment'] = [[null, 'x']]))],
    ['an unknown question', knowing('run', '/bin/sh', 'true')],
    ['a question of an object', knowing('__proto__', '/repository', 'true')],
    ['a path that is no string', knowing('exists', ['/repository'], 'true')],
    ['a stamp of a folder', knowing('entries', '/repository', 'hash', 1, 2, 3, 4)],
    ['a stamp of strings', knowing('text', '/repository/a.yaml', 'hash', '1', '2', '3', '4')],
    ['half a stamp', knowing('text', '/repository/a.yaml', 'hash', 1, 2)],
    ['output to a file', forged((value) => void (value['output'] = [['/etc/passwd', 'x']]))],
    ['output that is no text', forged((value) => void (value['output'] = [['stdout', { toString: 'x' }]]))],
    ['a sequence that writes the clipboard', printing('\u001b]52;c;cm0gLXJmIC8=\u0007\n')],
    ['a sequence that clears the screen', printing('\u001b[2J\n')],
    ['a link that ends early', printing('\u001b]8;;x\u0007y\u001b\\\n')],
    ['a carriage return', printing('found\r✓ nothing\n')],
    ['text in the other direction', printing('\u202egnp.exe\n')],
    ['a command of GitHub', printing('::set-env name=PATH::/tmp\n')],
    ['a command of GitHub behind a color', printing('\u001b[31m::stop-commands::x\u001b[39m\n')],
    ['a command between colons', printing(':\u001b[31m:add-mask::x\n')],
    ['an older command in an annotation', printing('::error title=x::##[set-output name=x]y\n')],
    ['a command of Azure Pipelines', printing('##vso[task.setvariable variable=x]y\n')],
  ])('is ignored if it is %s', (_, damaged) => {
    expect(readEntry(damaged, 'lint .')).toBeUndefined();
  });

  it('is ignored for another command line', () => {
    expect(readEntry(text, 'lint ..')).toBeUndefined();
  });
});

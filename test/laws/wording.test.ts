import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Words that docs/wording.md rules out: what they look like, what to write instead, and a sentence that has them. */
const forbidden: readonly (readonly [pattern: RegExp, instead: string, sample: string])[] = [
  [/\bfor ever\b/i, 'permanently, always, never ends', 'It stays OutOfSync for ever.'],
  [/\bin vain\b/i, 'without effect', 'The controller retries in vain.'],
  [/\bwithout a word\b/i, 'silently', 'Argo CD skips it without a word.'],
  [/\b(?:that|which) there (?:is|are) not\b/i, 'is not found, unknown', 'It names a rule that there is not.'],
  [/\bis not there\b(?! are)/i, 'is not found, is missing', 'The Service is not there.'],
  [/\b(?:is|are) there already\b/i, 'already exists', 'The file is there already.'],
  [/\b(?<!there )(?:is|are) no (?!longer\b|more\b|less\b)[a-z]/i, 'is not a Y', 'The host is no Service.'],
  [/\bas (?:it is|they are) written\b/i, 'unchanged, literally', 'It is read as it is written.'],
  [/\b(?:whoever|nobody|somebody)\b/i, 'the thing as the subject', 'Somebody promotes the Rollout.'],
  [/\b(?:told|tells?|tell) (?:\w+ ){0,3}apart\b/i, 'distinguished', 'The revisions are told apart.'],
  [/\bheed(?:s|ed|ing)?\b/i, 'used, read, respected', 'The option is heeded.'],
  [/\bspelt\b/i, 'did you mean', 'It is spelt "Rollout".'],
  [/\bone too many\b/i, 'remove it', 'The second argument is one too many.'],
  [/\ba text\b(?! (?:file|editor|format))/i, 'a string', 'It is a text.'],
  [/\bshall\b/i, 'must, should', 'The rule shall say nothing.'],
  [/\bis it "/i, 'did you mean', 'Is it "istio"?'],
  [/\bwrong usage\b/i, 'usage error', 'That is wrong usage.'],
  [/\boutranks\b/i, 'takes precedence over', 'It outranks 1.'],
  [/\bcomes? to rest\b/i, 'settles', 'The controller does not come to rest.'],
  [/, for (?:its?|no|nothing|only|there|they) /i, 'because', 'It is skipped, for it is a folder.'],
  [/\b(?:anew|once more)\b/i, 'again', 'It is created anew.'],
];

const root = path.join(__dirname, '..', '..');

/** A stretch of text that users read, and where it is. */
interface Stretch {
  readonly at: string;
  readonly text: string;
}

describe('docs/wording.md', () => {
  it.each(forbidden.map(([pattern, instead, sample]) => [sample, pattern, instead] as const))(
    'rules out "%s"',
    (sample, pattern, instead) => {
      expect(sample).toMatch(pattern);
      expect(page('docs/wording.md').replaceAll(/ +/g, ' ')).toContain(`| ${instead} |`);
    },
  );

  it('holds for what the program says', () => {
    const said = sources().flatMap(literals);
    expect(said.length).toBeGreaterThan(1000);
    expect(offences(said)).toEqual([]);
  });

  it('holds for comments', () => {
    const written = filesBelow('src', /\.ts$/).flatMap(comments);
    expect(written.length).toBeGreaterThan(1000);
    expect(offences(written)).toEqual([]);
  });

  it('holds for pages', () => {
    const written = pages().flatMap(prose);
    expect(written.length).toBeGreaterThan(1000);
    expect(offences(written)).toEqual([]);
  });
});

function offences(stretches: readonly Stretch[]): readonly string[] {
  return stretches.flatMap(({ at, text }) =>
    forbidden
      .filter(([pattern]) => pattern.test(text))
      .map(([, instead]) => `${at}: "${text.trim()}" Write: ${instead}.`),
  );
}

function sources(): readonly string[] {
  return filesBelow('src', /\.(?:ts|js)$/);
}

function pages(): readonly string[] {
  return [
    'README.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    // Doc comments of the library are its own, and the page of the words has what it rules out.
    ...filesBelow('docs', /\.md$/).filter((file) => !/docs\/(?:api|wording)\.md$/.test(file)),
  ];
}

function filesBelow(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);
}

function page(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

/** The strings of a source that have words in them, without its comments. */
function literals(file: string): readonly Stretch[] {
  const code = page(file).replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''));
  return code.split('\n').flatMap((line, index) => {
    const quoted = line.replace(/(?:^|\s)\/\/ .*$/, '').match(/(['"`])(?:\\.|(?!\1).)*\1|^[^'"`]*`|`[^`]*$/g);
    return (quoted ?? [])
      .filter((text) => /\w \w/.test(text))
      .map((text) => ({ at: `${file}:${index + 1}`, text }));
  });
}

/** The comments of a source; consecutive line comments are one, because a phrase may be broken. */
function comments(file: string): readonly Stretch[] {
  const found = page(file).matchAll(/\/\*\*?[^]*?\*\/|(?:(?<=^|\s)\/\/ .*(?:\n[ \t]*(?=\/\/ )|$))+/gm);
  return [...found].map(([comment]) => ({
    at: file,
    text: comment
      .replaceAll(/\n[ \t]*(?:\*|\/\/)/g, ' ')
      .replaceAll(/`[^`]*`|"[^"]*"/g, '`…`')
      .replaceAll(/\s+/g, ' '),
  }));
}

/** The lines of a page outside of code; a paragraph is one, because a phrase may be broken. */
function prose(file: string): readonly Stretch[] {
  const text = page(file).replaceAll(/^(`{3,}).*\n[^]*?^\1$/gm, '');
  return text
    .split(/\n\s*\n|\n(?=\s*[-*|] )/)
    .map((paragraph) => ({ at: file, text: paragraph.replaceAll(/\s+/g, ' ').replaceAll(/`[^`]*`/g, '`…`') }))
    .filter((stretch) => /\w \w/.test(stretch.text));
}

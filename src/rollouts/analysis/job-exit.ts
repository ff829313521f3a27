import { nameOfImage } from '../../argocd/image-updater.js';
import type { Field } from '../../model/field.js';

/** Why a container ends with exit code 0 whatever the version answers. */
export type Success =
  /** The last command of its script succeeds always, and nothing else ends it. */
  | { readonly why: 'last'; readonly command: string; readonly at: Field }
  /** The script succeeds with each status code but 200 of what it asks. */
  | { readonly why: 'skips'; readonly command: string; readonly at: Field }
  /** The script of a shell has no command; what stands after it are arguments of the script. */
  | { readonly why: 'empty'; readonly command: string; readonly at: Field }
  /** The image starts a shell, which has nothing to read. `command` is the image. */
  | { readonly why: 'shell'; readonly command: string; readonly at: Field }
  /** `curl` without an option that makes an answer such as 500 a failure. */
  | { readonly why: 'curl'; readonly command: string; readonly at: Field };

/** Scripts longer than that are programs, which are not read. */
const longest = 20_000;

/**
 * Whether a container succeeds whatever the version answers, as far as its words tell; undefined if it may fail, or if that is not known.
 * What cannot be read, such as a loop, a function or a trap, may fail.
 */
export function successOf(container: Field): Success | undefined {
  const command = container.at('command').items;
  const args = container.at('args').items;
  const words = [...command, ...args];
  const bare = words.length === 0 ? shellImage(container) : undefined;
  if (bare !== undefined) return { why: 'shell', command: bare, at: container.at('image') };
  const program = programIn(words[0]?.text ?? '');
  // The image starts curl if its arguments are not a command.
  const isCurlImage =
    command.length === 0 && /(?:^|\/)curlimages\/curl(?::|@|$)/.test(container.at('image').text ?? '');
  if (program === 'curl' || (isCurlImage && /^(?:-|https?:)/.test(words[0]?.text ?? ''))) {
    const texts = words.map(({ text }) => text ?? '');
    const options = program === 'curl' ? texts.slice(1) : texts;
    return words[0] && isLenient(options) ? { why: 'curl', command: 'curl', at: words[0] } : undefined;
  }
  const isScript = shells.has(program) && command.length > 0;
  const skipping = isScript ? words.slice(1).find(isSkipping) : undefined;
  if (skipping) return { why: 'skips', command: 'exit 0', at: skipping };
  const script = isScript ? scriptOf(words.slice(1)) : undefined;
  if (script?.value === '') return { why: 'empty', command: program, at: script };
  const text = script?.text;
  if (!script || text === undefined || text.length > longest || mayEnd.test(text)) return undefined;
  const pieces = piecesOf(text);
  if (pieces.length === 0) return { why: 'empty', command: program, at: script };
  const last = lastCommands(pieces);
  const [first] = last ?? [];
  if (!last || first === undefined) return undefined;
  // What does nothing but wait is there for that.
  if (last.every(isWait) && pieces.every((piece) => isWait(piece) || isHarmless(piece))) return undefined;
  if (last.every((one) => isHarmless(one) || isWait(one))) return { why: 'last', command: first, at: script };
  const [only, another] = last;
  const isCurl = another === undefined && /^curl\s/.test(only ?? '') && !/[|&;`]|\$\(/.test(only ?? '');
  return isCurl && isLenient(wordsOfCommand(first).slice(1))
    ? { why: 'curl', command: 'curl', at: script }
    : undefined;
}

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'ash', 'dash', 'zsh']);

/**
 * The image of a container that starts a shell by default, which ends with 0 at once because its input is empty: `CMD` of the official
 * images, such as https://github.com/alpinelinux/docker-alpine and https://github.com/docker-library/busybox.
 */
function shellImage(container: Field): string | undefined {
  const image = container.at('image').text ?? '';
  if (container.at('command').exists || container.at('args').exists) return undefined;
  if (container.at('stdin').boolean === true || container.at('tty').boolean === true) return undefined;
  const name = nameOfImage(image).replace(
    /^(?:(?:docker\.io|mirror\.gcr\.io|public\.ecr\.aws\/docker)\/)?(?:library\/)?/,
    '',
  );
  return ofShells.has(name) ? image : undefined;
}

const ofShells: ReadonlySet<string> = new Set([
  ...['alpine', 'bash', 'busybox', 'debian', 'ubuntu', 'fedora', 'amazonlinux', 'rockylinux', 'almalinux'],
]);

function programIn(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}

/** The script of a shell, the first word after `-c` that is not an option; none if the shell stops at the first failure. */
function scriptOf(words: readonly Field[]): Field | undefined {
  let isCommand = false;
  for (let index = 0; index < words.length; index += 1) {
    const text = words[index]!.text ?? '';
    if (!/^[-+]/.test(text)) return isCommand ? words[index] : undefined;
    // -e stops, and the name after -o may be errexit.
    if (/^-[a-z]*e/i.test(text) || /^-[a-z]*o/i.test(text) || text.startsWith('--')) return undefined;
    isCommand ||= /^-[a-z]*c/i.test(text);
  }
  return undefined;
}

/** Words by which a script ends before its last command, or does what is not read here. */
const mayEnd =
  /\bexit\b(?!\s+0\b)|\bset\s+-|\btrap\b|\bexec\b|\breturn\b|\bkill\b|\bwhile\b|\buntil\b|\besac\b|<<|\(\)|\beval\b/;

/** The commands of a script, of which none is in a comment; `;`, `then`, `do` and `else` are between them. */
function piecesOf(text: string): readonly string[] {
  const lines = text.replaceAll(/\\\r?\n/g, ' ').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap(withoutSemicolons)
    .flatMap((piece) => {
      const word = /^(?:then|else|do)\s+(?=\S)/.exec(piece)?.[0];
      return word === undefined ? [piece] : [word.trim(), piece.slice(word.length)];
    });
}

/** A line, split where `;` is between commands and not in quotes. */
function withoutSemicolons(line: string): readonly string[] {
  const pieces = [''];
  let quote = '';
  for (const char of line) {
    if (quote === '' ? char === '"' || char === "'" : char === quote) quote = quote === '' ? char : '';
    if (char === ';' && quote === '') pieces.push('');
    else pieces[pieces.length - 1] += char;
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/**
 * The commands of which the last one run decides the exit code: the last one, that of each branch of an `if` at the end, or that of the body
 * of a `for` at the end.
 */
function lastCommands(pieces: readonly string[]): readonly string[] | undefined {
  const last = pieces.at(-1);
  if (last === 'done') return lastOfLoop(pieces);
  if (last !== 'fi') return last === undefined ? undefined : [last];
  const found: string[] = [];
  for (let index = pieces.length - 1; index > 0; index -= 1) {
    const piece = pieces[index]!;
    if (piece === 'fi' && index < pieces.length - 1) return undefined;
    if (/^if\b/.test(piece)) return found;
    if (piece === 'fi' || piece === 'else' || /^elif\b/.test(piece)) found.push(pieces[index - 1]!);
  }
  return /^if\b/.test(pieces[0] ?? '') ? found : undefined;
}

/** The last command of a `for` without anything nested in its end. */
function lastOfLoop(pieces: readonly string[]): readonly string[] | undefined {
  const command = pieces.at(-2);
  const isLoop = pieces.some((piece) => /^for\s/.test(piece));
  return !isLoop || command === undefined || /^(?:done|fi|do|for|if)\b/.test(command) ? undefined : [command];
}

/** Whether a command waits for a fixed time. */
function isWait(command: string): boolean {
  return /^sleep\s+[\d.]+[smhd]?$/.test(command);
}

/**
 * Whether a script ends with 0 if a status code that curl wrote is not 200: what it asks may be the version, or the service that measures it.
 */
function isSkipping({ text = '' }: Field): boolean {
  if (text.length > longest || !text.includes('%{http_code}')) return false;
  const [, name] = /^[ \t]*(\w+)=[`"$( \t]{1,5}curl\b[^\n]*%\{http_code\}/m.exec(text) ?? [];
  if (name === undefined) return false;
  const branches = text.split(/^[ \t]*if[ \t]+/m).slice(1);
  return branches.some((branch) => {
    const [test = '', ...body] = branch.split(/;[ \t]*then\b|\n[ \t]*then\b/);
    const [, asked] =
      /^\[{1,2}[ \t]+"?\$\{?(\w+)\}?"?[ \t]+(?:!=|-ne)[ \t]+["']?200["']?[ \t]+\]{1,2}$/.exec(test) ?? [];
    const [done = ''] = body.join('').split(/^[ \t]*(?:fi|else|elif)\b/m);
    return asked === name && /^[ \t]*exit 0[ \t]*$/m.test(done) && !/\bexit\b(?![ \t]+0\b)/.test(done);
  });
}

/** Whether a command succeeds always: it prints or does nothing, or its failure is dropped. */
function isHarmless(command: string): boolean {
  if (/\|\|\s*(?:true|:)$/.test(command)) return true;
  return /^(?:echo|printf|true|:|exit 0)\b|^:$/.test(command) && !/&&|\|/.test(command);
}

/** Whether curl takes every answer for a success. A file of options may say otherwise. */
function isLenient(options: readonly string[]): boolean {
  return !options.some(
    (word) =>
      /^--(?:fail|config)/.test(word) || /^-[A-Za-z]*[fK]/.test(word) || /\{\{|\$/.test(word.slice(0, 2)),
  );
}

function wordsOfCommand(command: string): readonly string[] {
  return command.split(/\s+/);
}

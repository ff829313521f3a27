import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { main } from '../../src/cli/main.js';
import { readXml } from '../support/xml.js';
import { BrokenError, isSound } from './broken.js';
import { stateIn } from './changes.js';
import type { Input } from './input.js';
import type { Played } from './play.js';

/** What only memory holds is written soonest. */
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Runs a command in a folder with the files of an input. */
export function commandAll(input: Input): Played {
  const folder = realpathSync(mkdtempSync(path.join(parent, 'rolloutkit-fuzz-')));
  try {
    const { args = [], git = false } = input.options;
    if (git) {
      const isWritten = writeFiles(folder, input, 'before');
      if (!isWritten) return { rules: ['not written'] };
      commit(folder);
      for (const name of readdirSync(folder))
        if (name !== '.git') rmSync(path.join(folder, name), { recursive: true });
    }
    if (!writeFiles(folder, input, 'after')) return { rules: ['not written'] };
    if (git && args.includes('--staged')) runGit(folder, 'add', '--all');
    const before = textsIn(folder);
    const told = run(folder, args);
    hold(args, told, before, textsIn(folder));
    return { rules: [`${args[0]} ${told.code}`] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Paths of an input may be such that no folder can have them together. */
function writeFiles(folder: string, input: Input, state: 'before' | 'after'): boolean {
  try {
    for (const source of stateIn(input, state)) {
      const { name } = source;
      const file = path.join(folder, name);
      if (!file.startsWith(`${folder}/`) || file.startsWith(`${folder}/.git/`)) return false;
      mkdirSync(path.dirname(file), { recursive: true });
      const text = String(source.read());
      writeFileSync(file, name.includes('.utf16.') ? Buffer.from(`\ufeff${text}`, 'utf16le') : text);
    }
    return true;
  } catch {
    return false;
  }
}

const identity = [
  '-c',
  'user.name=a',
  '-c',
  'user.email=a@example.com',
  '-c',
  'commit.gpgsign=false',
  '-c',
  'gc.auto=0',
];

function runGit(folder: string, ...args: readonly string[]): void {
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'ignore' });
}

function commit(folder: string): void {
  runGit(folder, 'init', '--quiet', '--template=', '--initial-branch=main');
  runGit(folder, 'add', '--all', '--force');
  runGit(folder, 'commit', '--quiet', '--allow-empty', '--no-verify', '-m', 'before');
}

function textsIn(folder: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !`${entry.parentPath}/`.includes('/.git/'))
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [path.relative(folder, file), readFileSync(file, 'latin1')];
      }),
  );
}

interface Told {
  readonly code: number;
  readonly out: string;
  readonly rest: string;
}

function run(folder: string, args: readonly string[]): Told {
  let [out, rest] = ['', ''];
  const code = main([...args], {
    folder,
    environment: { PATH: process.env['PATH'], HOME: folder },
    stdin: Readable.from([]),
    descriptor: 0,
    stdout: { write: (text: string | Uint8Array) => ((out += String(text)), true) },
    stderr: { write: (text: string | Uint8Array) => ((rest += String(text)), true) },
  });
  if (typeof code !== 'number') throw new BrokenError('A command asks where nobody answers.');
  return { code, out, rest };
}

/** Commands that write, where nothing keeps them from it. */
function writes(args: readonly string[]): boolean {
  if (args.includes('--dry-run')) return false;
  const [command = ''] = args;
  return (
    ['baseline', 'init', 'new', 'rollback'].includes(command) ||
    args.some((arg) => /^--(?:fix|fix=all|suppress|write|commit)$/.test(arg) || arg.includes(':a.json'))
  );
}

function hold(
  args: readonly string[],
  { code, out, rest }: Told,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): void {
  const [command = ''] = args;
  if (code === 3) {
    const fault = `${rest}\n${out}`
      .split('\n')
      .find((line) => /^(?:\w*Error|.*(?:failed|Error):)/.test(line));
    throw new BrokenError(`${command} fails: ${fault ?? rest.split('\n')[1] ?? ''}`);
  }
  if (![0, 1, 2, 4].includes(code)) throw new BrokenError(`${command} ends with ${code}.`);
  if (code === 2 && out !== '' && command !== 'new')
    throw new BrokenError(`${command} prints where its usage is wrong.`);
  if (code === 4 && rest === '' && out === '')
    throw new BrokenError(`${command} does not say what it could not read.`);
  const format = args[args.indexOf('--format') + 1] ?? '';
  if (code !== 2 && args.includes('--format') && out !== '') {
    if (['json', 'sarif', 'gitlab'].includes(format)) JSON.parse(out);
    if (format === 'junit' || format === 'json:a.json,junit') readXml(out);
  }
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is) continue;
    if (!writes(args)) throw new BrokenError(`${command} writes a file.`);
    if (code === 2 || (code === 4 && command === 'baseline'))
      throw new BrokenError(`${command} writes a file although it says that it does not.`);
    if (is === undefined) throw new BrokenError(`${command} deletes a file.`);
    const isText = /\.ya?ml$/.test(name) && !name.includes('.utf16.') && !/\/templates\//.test(name);
    if (isText && (was === undefined || isSound(was)) && !isSound(is))
      throw new BrokenError(`${command} writes what is no YAML.`);
  }
}

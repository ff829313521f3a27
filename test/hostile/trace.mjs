// What a command did to the machine, from the log that strace wrote of it and of all that it started.
import path from 'node:path';

/**
 * @typedef {{ pid: string, ok: boolean }} Call
 * @typedef {Call & { what: 'exec', file: string, args: string[] }} Exec
 * @typedef {Call & { what: 'open', file: string, writes: boolean }} Open
 * @typedef {Call & { what: 'change', how: string, file: string }} Change
 * @typedef {Call & { what: 'contact', address: string }} Contact
 * @typedef {Exec | Open | Change | Contact} Event
 */

/** The calls that are watched. */
export const watched = [
  ...['execve', 'execveat', 'open', 'openat', 'openat2', 'creat', 'connect', 'sendto', 'sendmsg', 'bind'],
  ...[
    'rename',
    'renameat',
    'renameat2',
    'unlink',
    'unlinkat',
    'rmdir',
    'link',
    'linkat',
    'symlink',
    'symlinkat',
  ],
  ...['mkdir', 'mkdirat', 'mknod', 'mknodat', 'truncate', 'chmod', 'fchmodat', 'chown', 'lchown', 'fchownat'],
  ...['utimensat', 'setxattr', 'lsetxattr', 'chdir', 'fchdir', 'clone', 'clone3', 'fork', 'vfork'],
];

/** Which arguments of a call are paths that it changes; a folder stands before a path that is relative to it. */
const changes = /** @type {Record<string, (string | [folder: number, file: number])[]>} */ ({
  rename: ['0', '1'],
  renameat: [
    [0, 1],
    [2, 3],
  ],
  renameat2: [
    [0, 1],
    [2, 3],
  ],
  unlink: ['0'],
  unlinkat: [[0, 1]],
  rmdir: ['0'],
  link: ['1'],
  linkat: [[2, 3]],
  symlink: ['1'],
  symlinkat: [[1, 2]],
  mkdir: ['0'],
  mkdirat: [[0, 1]],
  mknod: ['0'],
  mknodat: [[0, 1]],
  truncate: ['0'],
  chmod: ['0'],
  fchmodat: [[0, 1]],
  chown: ['0'],
  lchown: ['0'],
  fchownat: [[0, 1]],
  utimensat: [[0, 1]],
  setxattr: ['0'],
  lsetxattr: ['0'],
});

/**
 * @param {string} log
 * @param {string} folder in which the command began
 * @returns {Event[]}
 */
export function eventsOf(log, folder) {
  /** @type {Map<string, string>} */
  const folders = new Map();
  /** What each thread has opened last under a number, which is how a path may name it. @type {Map<string, string>} */
  const opened = new Map();
  return callsOf(log).flatMap(
    /** @returns {Event[]} */ ({ pid, name, args, result }) => {
      const annotated = /^AT_FDCWD<(.*)>$/s.exec(args[0] ?? '')?.[1];
      if (annotated !== undefined) folders.set(pid, unescaped(annotated));
      const cwd = folders.get(pid) ?? folder;
      const ok = !result.startsWith('-1') && !result.startsWith('?');
      /** @param {number} index @param {string} [from] */
      const file = (index, from = cwd) => {
        const [, number = '', rest = ''] =
          /^\/proc\/self\/fd\/(\d+)(\/.*)?$/s.exec(textOf(args[index])) ?? [];
        const holder = opened.get(`${pid} ${number}`);
        return path.resolve(from, holder === undefined ? textOf(args[index]) : `${holder}${rest}`);
      };
      /** @param {number} index */
      const folderAt = (index) => unescaped(/<(.*?)>$/s.exec(args[index] ?? '')?.[1] ?? cwd);

      if (name === 'clone' || name === 'clone3' || name === 'fork' || name === 'vfork') {
        const [child = ''] = /^\d+/.exec(result) ?? [];
        if (child !== '' && !folders.has(child)) folders.set(child, cwd);
        return [];
      }
      if (name === 'chdir' || name === 'fchdir') {
        if (ok) folders.set(pid, name === 'chdir' ? file(0) : folderAt(0));
        return [];
      }
      if (name === 'execve' || name === 'execveat') {
        const at = name === 'execve' ? 0 : 1;
        const from = at === 0 ? cwd : folderAt(0);
        return [{ pid, ok, what: 'exec', file: file(at, from), args: listOf(args[at + 1] ?? '') }];
      }
      if (name === 'open' || name === 'openat' || name === 'openat2' || name === 'creat') {
        const at = name === 'open' || name === 'creat' ? 0 : 1;
        const flags = name === 'creat' ? 'O_CREAT' : (args[at + 1] ?? '');
        const writes = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE/.test(flags);
        // What was opened in the end, whatever links led there.
        const [, number, real] = /^(\d+)<(.*)>$/s.exec(result) ?? [];
        const target = real === undefined ? file(at, at === 1 ? folderAt(0) : cwd) : openedFile(real);
        if (number !== undefined) opened.set(`${pid} ${number}`, target);
        return [{ pid, ok, what: 'open', file: target, writes }];
      }
      if (name === 'connect' || name === 'sendto' || name === 'sendmsg' || name === 'bind') {
        const address = args.join(', ');
        if (/AF_INET/.test(address)) return [{ pid, ok, what: 'contact', address: `${name} ${address}` }];
        const socket = /sun_path=@?"((?:[^"\\]|\\.)*)"/.exec(address)?.[1];
        return socket === undefined || name === 'bind'
          ? []
          : [{ pid, ok, what: 'contact', address: `unix:${unescaped(socket)}` }];
      }
      return (changes[name] ?? []).map((place) => {
        const [from, at] = typeof place === 'string' ? [cwd, Number(place)] : [folderAt(place[0]), place[1]];
        return { pid, ok, what: 'change', how: name, file: file(at, from) };
      });
    },
  );
}

/**
 * The calls of all processes in the order in which they ended.
 * @param {string} log
 */
function callsOf(log) {
  /** @type {Map<string, string>} */
  const unfinished = new Map();
  /** @type {{ pid: string, name: string, args: string[], result: string }[]} */
  const calls = [];
  for (const line of log.split('\n')) {
    const [, pid = '', text = ''] = /^(\d+) +(.*)$/s.exec(line) ?? [];
    if (text.endsWith('<unfinished ...>')) {
      unfinished.set(pid, text.slice(0, -'<unfinished ...>'.length));
      continue;
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/s.exec(text)?.[1];
    const whole = rest === undefined ? text : `${unfinished.get(pid) ?? ''}${rest}`;
    const [, name, inside, result] = /^(\w+)\((.*)\) += (.*)$/s.exec(whole) ?? [];
    if (name !== undefined && inside !== undefined && result !== undefined)
      calls.push({ pid, name, args: argumentsOf(inside), result: result.replace(/ \(.*\)$/, '') });
  }
  return calls;
}

/** @param {string} text between the parentheses of a call */
function argumentsOf(text) {
  const found = [];
  let [start, depth] = [0, 0];
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const one = text[index];
    if (one === '\\') index += 1;
    else if (one === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (one === '[' || one === '{' || one === '<' || one === '(') depth += 1;
    else if (one === ']' || one === '}' || one === ')' || (one === '>' && text[index - 1] !== '-'))
      depth -= 1;
    else if (one === ',' && depth === 0) {
      found.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...found, text.slice(start).trim()];
}

/** @param {string} list of strings in brackets */
function listOf(list) {
  return argumentsOf(list.replace(/^\[|\]$/g, '')).map(textOf);
}

/** @param {string | undefined} argument a string as C writes it */
function textOf(argument = '') {
  const inside = /^"(.*)"(\.\.\.)?$/s.exec(argument)?.[1];
  return inside === undefined ? '' : unescaped(inside);
}

/** @param {string} decoration what strace says of a file that is open: its path, and what kind of device it is */
function openedFile(decoration) {
  return unescaped(decoration.replace(/<(char|block) [\d:]+>$/, '')).replace(/ \(deleted\)$/, '');
}

const letters = /** @type {Record<string, number>} */ ({ n: 10, t: 9, r: 13, v: 11, f: 12 });

/** @param {string} text @returns {string} */
function unescaped(text) {
  if (!text.includes('\\')) return text;
  const bytes = [];
  for (let index = 0; index < text.length; index += 1) {
    const [escape, octal] = /^\\([0-7]{1,3})/.exec(text.slice(index, index + 4)) ?? [];
    if (escape !== undefined && octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8));
      index += escape.length - 1;
    } else if (text[index] === '\\') {
      index += 1;
      const letter = text[index] ?? '';
      bytes.push(letters[letter] ?? letter.charCodeAt(0));
    } else bytes.push(text.charCodeAt(index));
  }
  return Buffer.from(bytes).toString('utf8');
}

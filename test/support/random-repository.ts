import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface File {
  readonly path: string;
  readonly text: string;
}

export interface Random {
  below(end: number): number;
  pick<T>(items: readonly T[]): T;
}

const field = /^(\s*(?:- )?[\w./-]+:\s+|\s*- )(\S.*)$/;

/** One or two lines of a text changed: a value from elsewhere, another number, a line twice or gone. */
export function edited(text: string, files: readonly File[], random: Random): { text: string; edit: string } {
  const lines = text.split('\n');
  const done: string[] = [];
  for (let left = 1 + random.below(2); left > 0; left--) {
    const at = random.below(lines.length);
    const line = lines[at] ?? '';
    const [, key = '', value = ''] = field.exec(line) ?? [];
    const kind = random.below(8);
    const foreign = field.exec(random.pick(random.pick(files).text.split('\n')))?.[2] ?? 'other';
    const own = field.exec(random.pick(lines))?.[2] ?? 'other';
    if (value === '' || kind === 0) lines.splice(at, 1);
    else if (kind === 1) lines.splice(at, 0, line);
    else
      lines[at] =
        key +
        (kind === 2
          ? `${value}x`
          : /^\d+$/.test(value)
            ? String(Number(value) + 1)
            : kind < 5
              ? own
              : foreign);
    done.push(`${line.trim()} → ${lines[at]?.trim() ?? ''}`);
  }
  return { text: lines.join('\n'), edit: done.join('; ') };
}

/** What an object that deploys others says of them, and not of where they are. */
const said: readonly {
  readonly kind: string;
  readonly key: string;
  readonly block: (random: Random, names: readonly string[], images: readonly string[]) => string;
}[] = [
  {
    kind: 'Kustomization',
    key: 'images',
    block: (random, _, images) =>
      `images:\n  - name: ${random.pick(images)}\n    newTag: '${random.below(9)}'\n`,
  },
  {
    kind: 'Kustomization',
    key: 'replicas',
    block: (random, names) => `replicas:\n  - name: ${random.pick(names)}\n    count: ${random.below(5)}\n`,
  },
  {
    kind: 'Application',
    key: '  syncPolicy',
    block: (random) =>
      `  syncPolicy:\n    automated:\n      selfHeal: true\n    syncOptions:\n      - ${random.pick(['RespectIgnoreDifferences', 'ServerSideApply', 'ApplyOutOfSyncOnly', 'Replace'])}=true\n`,
  },
  {
    kind: 'Application',
    key: '  ignoreDifferences',
    block: (random, names) =>
      `  ignoreDifferences:\n    - group: ${random.pick(['argoproj.io', 'networking.istio.io', '"*"'])}\n      kind: ${random.pick(['Rollout', 'VirtualService', '"*"'])}\n      name: ${random.pick(names)}\n      jsonPointers:\n        - ${random.pick(['/spec/replicas', '/spec/http', '/metadata/labels', '/spec/http/0/route'])}\n`,
  },
];

/**
 * A file of these whose text says one thing more, or less, of all that its kustomization or Application deploys; undefined
 * where there is none.
 */
export function saidAnew(
  files: readonly File[],
  random: Random,
): (File & { readonly edit: string }) | undefined {
  const { kind, key, block } = random.pick(said);
  const able = files.filter(
    ({ text }) => new RegExp(`^kind: ${kind}$`, 'm').test(text) && !text.includes('\n---'),
  );
  if (able.length === 0) return undefined;
  const { path: file, text } = random.pick(able);
  const system = files.filter((other) => other.path.split('/', 3).join() === file.split('/', 3).join());
  const all = (pattern: RegExp): string[] => [
    'none',
    ...system.flatMap((other) => [...other.text.matchAll(pattern)].map(([, found]) => found!)),
  ];
  const indent = key.length - key.trimStart().length;
  const own = new RegExp(`^${key}:.*\\n(?: {${indent + 1},}.*\\n| {${indent}}- .*\\n)*`, 'm');
  const less = text.replace(own, '');
  const isMore = less === text || random.below(3) > 0;
  const more = isMore ? block(random, all(/^ *name: (\S+)$/gm), all(/image: ([^:@\s]+)/g)) : '';
  const whole = less.endsWith('\n') ? less : `${less}\n`;
  const made = indent === 0 ? whole + more : whole.replace(/^spec:\n/m, (line) => line + more);
  return { path: file, text: made, edit: isMore ? more : `without ${key.trim()}` };
}

/** The files of each fixture: a file or a folder beside the test of a rule. */
export function fixtures(folder: string): readonly (readonly File[])[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  const groups = new Map<string, File[]>();
  for (const file of all) {
    const group = file.split('/').slice(0, 3).join('/');
    const files = groups.get(group) ?? [];
    groups.set(group, files);
    files.push({ path: file, text: readFileSync(path.join(folder, file), 'utf8') });
  }
  return [...groups.values()];
}

/** The same system under other names. A name that two systems have in common joins them, which some do. */
export function renamed(files: readonly File[], index: number): readonly File[] {
  const names = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/^ {2}name: ([a-z][a-z0-9-]+)$/gm)].map(([, name]) => name!),
    ),
  );
  const others = index % 4 === 0 ? [] : [...names].sort((left, right) => right.length - left.length);
  const pattern = new RegExp(String.raw`(?<![\w-])(?:${others.join('|')})(?![\w-])`, 'g');
  return files.map(({ path: file, text }) => ({
    path: `/repository/system-${index}/${file}`,
    text: others.length === 0 ? text : text.replace(pattern, (name) => `${name}-${index}`),
  }));
}

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return { below, pick: (items) => items[below(items.length)]! };
}

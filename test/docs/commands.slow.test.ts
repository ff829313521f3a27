import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Block, blocksOf } from '../support/blocks.js';
import { type Run, treatments, worlds } from '../support/doc-commands.js';
import { packedModules, packedPrograms, temporaryFolder } from '../support/packed.js';
import { programCalled } from '../support/programs.js';

const root = path.join(__dirname, '../..');
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs', 'examples'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.startsWith(`guides${path.sep}`))
      .map((name) => `${folder}/${name}`),
  ),
];

/** The blocks of commands of all pages, with the names that the table has for them. */
const blocks = pages.flatMap((page) =>
  blocksOf(readFileSync(path.join(root, page), 'utf8'))
    .filter(({ language }) => ['sh', 'bash', 'shell', 'console'].includes(language))
    .map((block) => {
      const [first = ''] = block.text.split('\n');
      return { page, block, name: `${page}: ${first.replace(/\s+#.*$/, '')}` };
    }),
);

/** The commands of a block: a line that ends in a pipe, in a backslash or within quotes goes on. */
function commandsOf({ language, text }: Block): readonly string[] {
  if (language === 'console') return [...text.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => command);
  const commands: string[] = [];
  let begun = '';
  for (const line of text.trimEnd().split('\n')) {
    begun += `${line}\n`;
    const isOpen = /[\\|]\s*$/.test(line) || (begun.match(/'/g)?.length ?? 0) % 2 === 1;
    if (isOpen) continue;
    commands.push(begun);
    begun = '';
  }
  return [...commands, ...(begun === '' ? [] : [begun])];
}

/** Runs commands by bash in the repository of a reader, with the packed package in the PATH. */
function runIn(world: Run['world'], page: string, commands: string) {
  const above = temporaryFolder();
  const [folder, home, files] = ['repository', 'home', 'files'].map((name) => path.join(above, name)) as [
    string,
    string,
    string,
  ];
  for (const one of [folder, home]) mkdirSync(one);
  writeFileSync(path.join(home, '.gitconfig'), '[user]\n\tname = Reader\n\temail = reader@example.com\n');
  // What a page shows as files.
  for (const { title, text } of blocksOf(readFileSync(path.join(root, page), 'utf8')))
    if (title !== undefined) {
      mkdirSync(path.dirname(path.join(files, title)), { recursive: true });
      writeFileSync(path.join(files, title), text);
    }
  const programs = packedPrograms();
  writeFileSync(path.join(programs, 'xdg-open'), '#!/bin/sh\ntest -f "$1"\n', { mode: 0o755 });
  const script = `git init --quiet --initial-branch main\n${worlds[world]}\necho '== commands' && echo '== commands' >&2\n${commands}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    input: '',
    env: {
      ...process.env,
      ...{
        HOME: home,
        PATH: `${programs}:${process.env['PATH']}`,
        CI: '',
        GITHUB_ACTIONS: '',
      },
      ...{ MODULES: packedModules(), FILES: files, EXAMPLES: path.join(root, 'examples') },
    },
  });
  return { status, stdout: stdout.split('== commands\n').at(-1) ?? '', stderr };
}

describe('commands of README and docs', () => {
  it('are each run by a test, or listed with the reason why not', () => {
    expect(blocks.map(({ name }) => name).sort()).toEqual(Object.keys(treatments).sort());
    for (const treatment of Object.values(treatments))
      if ('why' in treatment) expect(treatment.why).not.toBe('');
  });

  const run = blocks.flatMap(({ page, block, name }) => {
    const treatment = treatments[name];
    return treatment && 'world' in treatment ? [[name, { page, block, treatment }] as const] : [];
  });

  it.each(run)('%s', { timeout: 300_000 }, (_, { page, block, treatment }) => {
    const { world, needs = [], isEach = false, exits = {}, without = {} } = treatment;
    if (needs.some((name) => programCalled(name) === undefined)) return;
    const commands = commandsOf(block);
    for (const line of [...Object.keys(without), ...Object.keys(exits)])
      expect(commands.some((command) => command.startsWith(line))).toBe(true);
    const kept = commands
      .filter((one) => !Object.keys(without).some((left) => one.startsWith(left)))
      .map((one) => {
        const [, code] = Object.entries(exits).find(([line]) => one.startsWith(line)) ?? [];
        return code === undefined ? one : `status=0\n{ ${one}} || status=$?\ntest $status -eq ${code}\n`;
      });
    expect(kept.length).toBeGreaterThan(0);
    for (const part of isEach ? kept : [kept.join('')]) {
      const { status, stdout, stderr } = runIn(world, page, part);
      expect([status, part, stdout, stderr]).toEqual([block.exits, part, stdout, stderr]);
      // A console shows how the output begins, too.
      if (block.language === 'console')
        expect(stdout.startsWith(block.text.slice(block.text.indexOf('\n') + 1))).toBe(true);
    }
  });
});

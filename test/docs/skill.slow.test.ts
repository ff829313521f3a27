import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commands, isCommand } from '../../src/cli/commands.js';

const root = path.join(__dirname, '../..');
const skill = readFileSync(path.join(root, 'templates/skills/rolloutkit/SKILL.md'), 'utf8');

/** The fields of the front matter, which has one in each line. */
const front = new Map(
  (/^---\n([^]*?)\n---\n/.exec(skill)?.[1] ?? '')
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const),
);

test('the front matter keeps to agentskills.io', () => {
  // https://agentskills.io/specification: the name is that of the folder; a description has at most 1024 characters,
  // compatibility at most 500, and the body should have fewer than 500 lines.
  expect(front.get('name')).toBe('rolloutkit');
  expect(front.get('description')?.length).toBeGreaterThan(100);
  expect(front.get('description')?.length).toBeLessThanOrEqual(1024);
  expect(front.get('description')).not.toContain(': ');
  expect(front.get('compatibility')?.length).toBeLessThanOrEqual(500);
  expect(skill.split('\n').length).toBeLessThan(500);
});

test('its commands run in a repository, and say what the skill says of them', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-skill-')));
  try {
    cpSync(path.join(root, 'examples/istio-host/as-published'), folder, { recursive: true });
    const git = (...args: readonly string[]): unknown =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'As published');
    const lines = [...skill.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, text = '']) =>
      text.trim().split('\n'),
    );
    const inline = [...skill.matchAll(/`(rolloutkit [^`]*)`/g)].map(([, text = '']) => text);
    expect(lines.length).toBeGreaterThan(6);
    for (const line of [...lines, ...inline]) {
      const [program, command = '', ...args] = line.split(' ');
      expect(program).toBe('rolloutkit');
      expect(isCommand(command), line).toBe(true);
      // Names of services in capitals are for the reader.
      if (args.includes('NAME')) continue;
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [path.join(root, 'bin/rolloutkit.js'), command, ...args],
        { cwd: folder, encoding: 'utf8' },
      );
      expect([0, 1], `${line}\n${stderr}`).toContain(status);
      if (args.includes('json')) expect(() => JSON.parse(stdout) as unknown, line).not.toThrow();
    }
    const again = spawnSync(
      process.execPath,
      [path.join(root, 'bin/rolloutkit.js'), 'lint', '--format', 'json'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    const { findings } = JSON.parse(again.stdout) as {
      readonly findings: readonly { readonly fix?: object }[];
    };
    expect(
      findings.filter(({ fix }) => fix),
      'what fixes could repair is repaired',
    ).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('it names every command that answers a question', () => {
  for (const name of ['lint', 'simulate', 'drift', 'protect', 'impact', 'explain', 'new', 'migrate'])
    expect(skill).toContain(`rolloutkit ${name} `);
  expect(Object.keys(commands)).toContain('mcp');
});

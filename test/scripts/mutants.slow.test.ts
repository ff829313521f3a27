import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';

const root = join(__dirname, '../..');

const test = (name: string, count: string): string =>
  `import { expect, it } from 'vitest';\nimport { is } from '../src/${name}.js';\nit('knows', () => {\n  expect(${count}.map(is)).toContain(true);\n  expect(${count}.map(is).at(1)).not.toBe(true);\n});\n`;
const source = 'export function is(count: number): boolean {\n  return count < 10;\n}\n';

/** The tests of one source look at its limit; of two others they do not, and what one does there is said to be the same. */
const files: Readonly<Record<string, string>> = {
  'src/room/held.ts': source,
  'src/room/loose.ts': source,
  'src/room/same.ts': source,
  'test/held.test.ts': test('room/held', '[9, 10]'),
  'test/loose.test.ts': test('room/loose', '[9, 20]'),
  'test/same.test.ts': test('room/same', '[9, 20]'),
  'scripts/mutants/equivalent.json': JSON.stringify([
    { file: 'src/room/same.ts', from: '10', to: '11', on: 'count <', why: 'No count is 10.' },
    { file: 'src/room/loose.ts', from: '10', to: '11', on: 'total', why: 'It is said of another line.' },
    {
      file: 'src/room/loose.ts',
      from: 'count < 10',
      to: 'count <= 10',
      on: 'total',
      why: 'It is said of another line.',
    },
    { file: 'src/room/same.ts', from: 'count < 10', to: 'count <= 10', why: 'No count is 10.' },
  ]),
  'tsconfig.json':
    '{"compilerOptions": {"strict": true, "module": "nodenext", "target": "es2023", "types": [], "noEmit": true}}',
  'vitest.config.mts':
    "export default { test: { projects: [{ test: { name: 'fast', include: ['test/*.test.ts'], isolate: false } }] } };\n",
  // Scripts that load modules list the rules first.
  'src/rules/README.md': '',
  'package.json': '{"type": "commonjs"}',
  '.gitignore': 'node_modules\n',
};
let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'mutants-'));
  for (const path of ['scripts', 'test/fuzz/random.ts'])
    cpSync(join(root, path), join(project, path), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  spawnSync('git', ['init', '--quiet'], { cwd: project });
});

function mutants(...args: string[]): { status: number | null; lines: readonly string[] } {
  const script = join(project, 'scripts/mutants.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--seed', '1', ...args], {
    cwd: project,
    encoding: 'utf8',
  });
  return { status, lines: [...stdout.trim().split('\n'), ...stderr.trim().split('\n')] };
}

it.each([
  ['0.5', 0],
  ['0.9', 1],
])('tells which mutants the tests kill, of which %s are wanted', { timeout: 120_000 }, (share, status) => {
  const told = mutants('--rooms', 'room', '--share', share);
  expect(told.lines.slice(0, 3).toSorted()).toEqual([
    expect.stringMatching(/^equivalent src\/room\/same\.ts:2 {2}.+ → .+\[No count is 10\.\]$/),
    expect.stringMatching(/^killed {5}src\/room\/held\.ts:2 {2}.+ → .+\[test\/held\.test\.ts\]$/),
    expect.stringMatching(/^survived {3}src\/room\/loose\.ts:2 {2}.+ → .+\[1 test file\]$/),
  ]);
  expect(told.lines[3]).toBe('room: 1 of 2 killed');
  expect(told.lines[4]).toBe('1 mutants killed, 1 survived, 1 equivalent (seed 1).');
  expect(told.status).toBe(status);
});

it('tries all changes of lines that are named, one within another, too', { timeout: 120_000 }, () => {
  const told = mutants('--at', 'src/room/held.ts:2,src/room/loose.ts:1-3', '--near', '--share', '0.5');
  expect(told.lines.slice(0, 4)).toEqual([
    expect.stringMatching(/^killed {5}src\/room\/held\.ts:2 {2}count < 10 {2}→ {2}count <= 10 /),
    expect.stringMatching(/^killed {5}src\/room\/held\.ts:2 {2}10 {2}→ {2}11 /),
    expect.stringMatching(/^survived {3}src\/room\/loose\.ts:2 {2}count < 10 {2}→ {2}count <= 10 /),
    expect.stringMatching(/^survived {3}src\/room\/loose\.ts:2 {2}10 {2}→ {2}11 /),
  ]);
  expect(told.lines[4]).toContain('2 mutants killed, 2 survived, 0 equivalent (src/room/held.ts:2,');
  expect(told.status).toBe(0);
});

it('fails where nothing is changed', () => {
  mkdirSync(join(project, 'src/empty'), { recursive: true });
  const { status, lines } = mutants('--rooms', 'empty');
  expect(status).toBe(1);
  expect(lines.join('\n')).toContain('Nothing can be changed in empty.');
});

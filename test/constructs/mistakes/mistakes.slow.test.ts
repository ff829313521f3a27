import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compiled } from '../../support/compilation.js';
import { installPackage } from '../../support/package.js';
import { linesOf, type Mistake, mistakes, plain, typed } from './mistakes.js';

/** What is printed for a program, and the lines of the program that it names. */
interface Told {
  readonly by: 'compiler' | 'run' | 'nothing';
  readonly output: readonly string[];
  readonly lines: readonly number[];
}

const fileOf = (index: number): string => path.join(__dirname, `mistake-${index}.ts`);

const host: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => process.cwd(),
  getNewLine: () => '\n',
};

/** What tsc prints for each program. */
function toldByCompiler(programs: readonly Mistake[]): readonly (Told | undefined)[] {
  const constructs = '../../../src/constructs/index.js';
  const texts = new Map(programs.map((one, index) => [fileOf(index), typed(one, constructs)]));
  return compiled(texts).map(({ found, source }) => {
    if (found.length === 0) return undefined;
    const output = found.flatMap((one) => ts.formatDiagnostic(one, host).trimEnd().split('\n'));
    const lines = found.map(({ start = 0 }) => (source?.getLineAndCharacterOfPosition(start).line ?? -1) + 1);
    return { by: 'compiler', output, lines };
  });
}

/** What Node prints for a program that compiles. */
function ran(folder: string, one: Mistake): Told {
  writeFileSync(path.join(folder, 'main.js'), plain(one));
  const { stderr } = spawnSync(process.execPath, ['main.js'], { cwd: folder, encoding: 'utf8' });
  const output = stderr.split('\n').filter((line) => line.trim() !== '');
  const lines = [...stderr.matchAll(/\bmain\.js:(\d+)/g)].map(([, line]) => Number(line));
  return { by: output.length > 0 ? 'run' : 'nothing', output, lines };
}

/** What is missing of how a mistake should be told; empty if nothing is. */
function lacks(mistake: Mistake, { by, output, lines }: Told): readonly string[] {
  const text = output.join('\n');
  const { own, statement } = linesOf(mistake);
  if (by === 'nothing') return ['silent'];
  return [
    ...mistake.says.filter((word) => !text.includes(word)).map((word) => `does not say ${word}`),
    ...(output.length > 6 ? [`${output.length} lines`] : []),
    ...(lines.includes(own) || (by === 'run' && lines.includes(statement))
      ? []
      : [`at ${lines.join()}, not ${own}`]),
  ];
}

describe('a mistake', () => {
  let folder: string;
  const told: Told[] = [];

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-mistakes-')));
    await installPackage(folder);
    for (const [index, byCompiler] of toldByCompiler(mistakes).entries()) {
      const mistake = mistakes[index];
      if (mistake) told.push(byCompiler ?? ran(folder, mistake));
    }
    const shown = process.env['SHOW'];
    if (shown !== undefined)
      writeFileSync(
        shown,
        mistakes
          .map((one, index) => {
            const what = told[index];
            if (!what) return '';
            return [`== ${one.name}: ${what.by} ${lacks(one, what).join(', ')}`, ...what.output].join('\n');
          })
          .join('\n'),
      );
  }, 300_000);
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is one of sixty', () => {
    expect(mistakes).toHaveLength(60);
  });

  it.each(mistakes.map((one, index) => [one.name, one, index] as const))('is told: %s', (_, one, index) => {
    expect(lacksOf(one, told[index])).toEqual([]);
  });
});

function lacksOf(mistake: Mistake, what: Told | undefined): readonly string[] {
  return what ? lacks(mistake, what) : ['not run'];
}

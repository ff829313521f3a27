import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const dist = path.join(__dirname, '../../dist');

/** The modules of src in a bundle: esbuild writes the name of each above it. */
function modulesIn(name: string): readonly string[] {
  const text = readFileSync(path.join(dist, name), 'utf8');
  return [...text.matchAll(/^\/\/ (src\/.*\.ts)$/gm)].map(([, module = '']) => module);
}

describe.skipIf(!existsSync(path.join(dist, 'cli.js')))('bundles', () => {
  const bundles = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[^/]*\.js$|\/index\.js$/.test(name),
  );
  const main = modulesIn('cli.js');

  it('are those of the command line and of the library', () => {
    expect(bundles).toEqual(
      expect.arrayContaining([
        'cli.js',
        'cli-simulate.js',
        'index.js',
        'cdk8s/index.js',
        'constructs/index.js',
        'eslint/index.js',
      ]),
    );
    expect(main.length).toBeGreaterThan(500);
  });

  it.each(bundles.filter((name) => name !== 'cli.js'))('%s has no module of cli.js', (name) => {
    expect(modulesIn(name).filter((module) => main.includes(module))).toEqual([]);
  });

  it('lets the library and the command line have one of each class', () => {
    const library = readFileSync(path.join(dist, 'index.js'), 'utf8');
    expect(library).toContain('require("./cli.js").shared["lint/lint"]');
  });
});

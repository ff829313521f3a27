import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const dist = path.join(__dirname, '../../dist');

// That no two of them have one module is what scripts/bundles.mjs checks when it writes them.
describe.skipIf(!existsSync(path.join(dist, 'cli.js')))('bundles', () => {
  const bundles = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[^/]*\.js$|\/index\.js$/.test(name),
  );

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
  });

  it.each(['Field', 'Graph', 'Resource'])('have one class %s', (name) => {
    const defines = new RegExp(`\\b(?:class ${name}|${name}=class)\\b`);
    const homes = bundles.filter((bundle) => defines.test(readFileSync(path.join(dist, bundle), 'utf8')));
    expect(homes).toEqual(['cli.js']);
  });

  it('lets the library and the command line have one of each class', () => {
    const library = readFileSync(path.join(dist, 'index.js'), 'utf8');
    expect(library).toContain('require("./cli.js").shared["lint/lint"]');
  });
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const script = join(__dirname, '../../scripts/layers.mjs');

/** Holds a project made of these files against the table of layers. */
function layers(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'rolloutkit-layers-'));
  try {
    mkdirSync(join(root, 'src'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const { status, stdout } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
    return { status, said: stdout.trim().split('\n') };
  } finally {
    rmSync(root, { recursive: true });
  }
}

it('lets a folder import from one above it', () => {
  expect(
    layers({
      'src/rules/rule.ts': "import { one } from '../model/one.js';\nexport const two = one + one;\n",
      'src/model/one.ts': 'export const one = 1;\n',
    }),
  ).toEqual({ status: 0, said: ['2 modules, 1 dependencies'] });
});

it('refuses an import from one below it, of types too', () => {
  expect(
    layers({
      'src/rules/rule.ts': 'export type Rule = string;\n',
      'src/model/one.ts': "import type { Rule } from '../rules/rule.js';\nexport const one: Rule = '1';\n",
    }),
  ).toEqual({
    status: 1,
    said: [
      'src/model/one.ts → src/rules/rule.ts: model imports only from itself',
      '2 modules, 1 dependencies',
    ],
  });
});

it.each([
  ['kubernetes/cel', 'apply', 1],
  ['yaml/parse', 'edit', 1],
  ['yaml/edit', 'parse', 0],
])('looks at the parts of a folder: %s imports from %s', (from, to, status) => {
  const [room = ''] = from.split('/');
  expect(
    layers({
      [`src/${from}/one.ts`]: `import { two } from '../${to}/two.js';\nexport const one = two;\n`,
      [`src/${room}/${to}/two.ts`]: 'export const two = 1;\n',
    }),
  ).toMatchObject({ status });
});

it('refuses a circle', () => {
  expect(
    layers({
      'src/model/a.ts': "import { b } from './b.js';\nexport const a = () => b;\n",
      'src/model/b.ts': "import { a } from './a.js';\nexport const b = () => a;\n",
    }),
  ).toMatchObject({ status: 1 });
});

it('is red when there was nothing to look at', () => {
  expect(layers({})).toEqual({
    status: 1,
    said: ['0 modules, 0 dependencies', 'Nothing was looked at, so nothing is known.'],
  });
});

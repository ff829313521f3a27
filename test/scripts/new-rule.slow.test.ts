import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = join(__dirname, '../../scripts/new-rule.mjs');
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rolloutkit-new-rule-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function newRule(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args, root], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function given(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

it('writes rule, test, fixtures and changeset, and nothing else', () => {
  expect(newRule('istio/subset-exists')).toMatchObject({ status: 0, stderr: '' });

  expect(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => relative(root, join(parentPath, name)))
      .sort(),
  ).toEqual([
    '.changeset/istio-subset-exists.md',
    'src/rules/istio/subset-exists.ts',
    'test/rules/istio/subset-exists.test.ts',
    'test/rules/istio/subset-exists/bad.yaml',
    'test/rules/istio/subset-exists/good.yaml',
  ]);
  expect(read('src/rules/istio/subset-exists.ts')).toContain("name: 'istio/subset-exists',");
  expect(read('test/rules/istio/subset-exists.test.ts')).toContain(
    "import rule from '../../../src/rules/istio/subset-exists.js';",
  );
  expect(read('test/rules/istio/subset-exists/bad.yaml')).toContain('# expect: missing');
  expect(read('test/rules/istio/subset-exists/good.yaml')).not.toContain('#');
  expect(read('.changeset/istio-subset-exists.md')).toMatch(
    /^---\n'rolloutkit': minor\n---\n\nNew rule istio\/subset-exists: /,
  );
});

it('keeps a rule that exists', () => {
  given('src/rules/istio/route-exists.ts', 'mine');
  expect(newRule('istio/route-exists')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'There is a rule istio/route-exists already.\n',
  });
  expect(read('src/rules/istio/route-exists.ts')).toBe('mine');
});

it.each(['route-exists', 'istio/RouteExists', 'istio/route_exists', '../istio/x', 'istio/a/b'])(
  'refuses the name %s',
  (name) => {
    expect(newRule(name).status).toBe(2);
    expect(existsSync(join(root, 'src'))).toBe(false);
  },
);

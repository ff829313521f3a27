import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

const index = `import routeExists from './route-exists.js';
import weightsAtRest from './weights-at-rest.js';

export const rules = [routeExists, weightsAtRest];
`;
const all = `import type { Rule } from './rule.js';
import { rules as alb } from './alb/index.js';
import { rules as istio } from './istio/index.js';

/** Every rule, sorted by name. */
export const rules: readonly Rule[] = [...alb, ...istio];
`;

it('writes rule, test and fixtures, and lists the rule in its place', () => {
  given('src/rules/istio/index.ts', index);
  given('src/rules/index.ts', all);

  expect(newRule('istio/subset-exists')).toMatchObject({ status: 0, stderr: '' });

  expect(read('src/rules/istio/subset-exists.ts')).toContain("name: 'istio/subset-exists',");
  expect(read('test/rules/istio/subset-exists.test.ts')).toContain(
    "import rule from '../../../src/rules/istio/subset-exists.js';",
  );
  expect(read('test/rules/istio/subset-exists/bad.yaml')).toContain('# expect: missing');
  expect(read('test/rules/istio/subset-exists/good.yaml')).not.toContain('#');
  expect(read('src/rules/istio/index.ts')).toBe(`import routeExists from './route-exists.js';
import subsetExists from './subset-exists.js';
import weightsAtRest from './weights-at-rest.js';

export const rules = [routeExists, subsetExists, weightsAtRest];
`);
  expect(read('src/rules/index.ts')).toBe(all);
});

it('begins an area', () => {
  given('src/rules/index.ts', all);

  expect(newRule('config/name-follows-content')).toMatchObject({ status: 0, stderr: '' });

  expect(read('src/rules/config/index.ts')).toBe(`import nameFollowsContent from './name-follows-content.js';
import type { Rule } from '../rule.js';

export const rules: readonly Rule[] = [nameFollowsContent];
`);
  expect(read('src/rules/index.ts')).toBe(`import { rules as alb } from './alb/index.js';
import { rules as config } from './config/index.js';
import { rules as istio } from './istio/index.js';
import type { Rule } from './rule.js';

/** Every rule, sorted by name. */
export const rules: readonly Rule[] = [...alb, ...config, ...istio];
`);
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

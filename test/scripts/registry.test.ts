import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeRegistry } from '../../scripts/registry.mjs';

let root = '';
const registry = (): string => path.join(root, 'src/rules/registry.ts');

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'rolloutkit-registry-'));
  given('src/rules/rule.ts');
  given('src/rules/steps/weights-at-rest.ts');
  given('src/rules/istio/route-exists.ts');
  given('src/rules/k8s/route-exists.ts');
  given('src/rules/facts/istio/routes.ts');
});
afterEach(() => rmSync(root, { recursive: true }));

function given(file: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), '');
}

it('lists the files of areas by name, and none of those that rules share', () => {
  writeRegistry(root);
  expect(readFileSync(registry(), 'utf8')).toBe(`// Written by scripts/registry.mjs, and not in Git.
import type { Rule } from './rule.js';
import istioRouteExists from './istio/route-exists.js';
import k8sRouteExists from './k8s/route-exists.js';
import stepsWeightsAtRest from './steps/weights-at-rest.js';

/** The rules that are files of these folders, sorted by name. */
export const rules: readonly Rule[] = [
  istioRouteExists,
  k8sRouteExists,
  stepsWeightsAtRest,
];

/** Their names. */
export type NameInFolder =
  | 'istio/route-exists'
  | 'k8s/route-exists'
  | 'steps/weights-at-rest';
`);
});

it('follows a file that comes or goes, and leaves the registry alone otherwise', () => {
  writeRegistry(root);
  utimesSync(registry(), 1, 1);
  writeRegistry(root);
  expect(statSync(registry()).mtimeMs).toBe(1000);

  given('src/rules/alb/ingress-given.ts');
  rmSync(path.join(root, 'src/rules/k8s/route-exists.ts'));
  writeRegistry(root);
  expect(
    readFileSync(registry(), 'utf8')
      .match(/'.+\/.+'$/gm)
      ?.join(' '),
  ).toBe("'alb/ingress-given' 'istio/route-exists'");
});

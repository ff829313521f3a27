import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { kustomizeTransformers } from '../../src/rules/facts/kustomize-transformers.js';
import { transformersFile } from '../../src/repository/graph/kustomization.js';
import { folderOf, rolloutText, run } from '../support/command.js';

const service =
  'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { selector: { app: web }, ports: [{ port: 80 }] }\n';
const kustomization = '# Ours\nresources:\n  - rollout.yaml # first\n  - service.yaml\nnamePrefix: shop-\n';

/** What --fix makes of a kustomization that renames a Service of a Rollout. */
function fixed(file: string | undefined, text = kustomization) {
  const folder = folderOf({
    'app/kustomization.yaml': text,
    'app/rollout.yaml': rolloutText('web', 'stableService: web\n      canaryService: web'),
    'app/service.yaml': service,
    ...(file !== undefined && { [`app/${transformersFile}`]: file }),
  });
  const told = run(folder, 'lint', '--only', 'rollout/services-exist').stdout;
  expect(told).toContain('is deployed as "shop-web"');
  const { stdout } = run(folder, 'lint', '--only', 'rollout/services-exist', '--fix');
  return { told, stdout, text: readFileSync(path.join(folder, 'app/kustomization.yaml'), 'utf8') };
}

describe('a kustomization that renames what a Rollout names', () => {
  it('gets the entry of the transformer configuration that is beside it', () => {
    const { told, text, stdout } = fixed(kustomizeTransformers());
    expect(told).toContain('List rollout-transformers.yaml under "configurations".');
    expect(text).toBe(`${kustomization}configurations:\n  - rollout-transformers.yaml\n`);
    expect(stdout).not.toContain('is deployed as');
  });

  it('also where that has line ends of Windows', () => {
    expect(fixed(kustomizeTransformers().replaceAll('\n', '\r\n')).text).toContain('configurations:');
  });

  it.each([
    ['there is none', undefined],
    ['it says something else', kustomizeTransformers().replace('kind: Service', 'kind: Other')],
  ])('is left where %s', (_, file) => {
    const { text, stdout } = fixed(file);
    expect(text).toBe(kustomization);
    expect(stdout).toContain('is deployed as "shop-web"');
  });
});

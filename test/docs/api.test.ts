import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rolloutText } from '../support/command.js';
import { textSource } from '../support/sources.js';
import { check } from './api-example.js';

it('the rule of docs/api.md finds what it is about', () => {
  const labelled = rolloutText('b').replace('  name: b\n', '  name: b\n  labels:\n    team: web\n');
  const sources = [textSource('/shop/a.yaml', rolloutText('a')), textSource('/shop/b.yaml', labelled)];
  // What is absent is pointed at by its nearest parent, which is `metadata`.
  expect(check(sources).filter((one) => one.includes('acme/'))).toEqual([
    '/shop/a.yaml:3 acme/owner-named: Rollout "a" has no label "team"; add one.',
  ]);
});

it('docs/api.md shows it as it is', () => {
  const page = readFileSync(join(__dirname, '../../docs/api.md'), 'utf8');
  const example = readFileSync(join(__dirname, 'api-example.ts'), 'utf8');
  const installed = example
    .replace("'../../src/index.js'", "'rolloutkit'")
    .replace("'../../src/lint/plugin/index.js'", "'rolloutkit/plugin'");
  expect(page).toContain(`\`\`\`ts\n${installed}\`\`\`\n`);
});

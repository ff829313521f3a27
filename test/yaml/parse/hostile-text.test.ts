import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { rules } from '../../../src/rules/index.js';
import { textSource } from '../../support/sources.js';

it.each([
  ['braces', `kind: Service\na: ${'{{'.repeat(50_000)}\n`],
  ['actions', `kind: Service\na: ${'{{x}}'.repeat(20_000)}\n`],
  ['blanks', `kind: Service\na: b${' '.repeat(100_000)}x\n`],
  ['dashes', `kind: Service\n${'- '.repeat(50_000)}x\n`],
  ['block marks', `kind: Service\na: ${'>-'.repeat(50_000)}x\n`],
])('reads 100 KB of %s in little time', (_, text) => {
  const before = process.cpuUsage();
  lint([textSource('a.yaml', text)], rules);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(4);
});

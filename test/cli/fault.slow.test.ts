import { expect, it, vi } from 'vitest';
import { folderOf, run } from '../support/command.js';

vi.mock('../../src/lint/lint.js', () => ({
  lint() {
    throw new Error('Mine.');
  },
}));

it.each(['text', 'json'])('exits with 3 and says that the fault is ours, with --format %s', (format) => {
  const { code, stdout, stderr } = run(folderOf({}), 'lint', '--format', format);
  expect(code).toBe(3);
  expect(stdout).toBe('');
  expect(stderr).toMatch(
    /^rolloutkit \S+ failed; this is a bug in rolloutkit, please report it\.\nError: Mine\.\n/,
  );
});

import { afterEach, expect, it, vi } from 'vitest';
import { warn } from '../../src/constructs/warn.js';

afterEach(() => {
  vi.restoreAllMocks();
});

it('prints a name so that neither a terminal nor a CI system obeys it', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  warn('::error::Service "\u001b[31mshop\n::add-mask::"');

  expect(write.mock.calls).toEqual([['\\u003a:error::Service "\\u001b[31mshop\\n::add-mask::"\n']]);
});

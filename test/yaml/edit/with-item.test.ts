import { describe, expect, it } from 'vitest';
import { withItem } from '../../../src/yaml/edit/with-item.js';

const item = { repo: 'local', verbose: true };

describe('one more element', () => {
  it.each([
    ['of nothing', '', 'repos:\n  - repo: local\n    verbose: true\n'],
    ['of comments', '# hooks', '# hooks\nrepos:\n  - repo: local\n    verbose: true\n'],
    ['under a new key', 'fail_fast: true', 'fail_fast: true\nrepos:\n  - repo: local\n    verbose: true'],
    ['in an empty list', 'repos: []\n', 'repos:\n  - repo: local\n    verbose: true\n'],
    ['behind others', 'repos:\n- a # kept\n', 'repos:\n- a # kept\n- repo: local\n  verbose: true\n'],
    [
      'before other keys',
      'repos:\n  - a\nb: 1\n',
      'repos:\n  - a\n  - repo: local\n    verbose: true\nb: 1\n',
    ],
    ['in brackets', '{repos: [a], b: 1}', '{repos: [a, {repo: local, verbose: true}], b: 1}'],
    ['of JSON', '{"repos":["a"]}', '{"repos":["a",{"repo":"local","verbose":true}]}'],
    ['with carriage returns', 'repos:\r\n- a\r\n', 'repos:\r\n- a\r\n- repo: local\r\n  verbose: true\r\n'],
  ])('is added %s', (_, text, result) => {
    expect(withItem(text, 'repos', item)).toBe(result);
  });

  it.each([
    ['two documents', 'repos: []\n---\nrepos: []\n'],
    ['an alias', 'all: &all [a]\nrepos: *all\n'],
    ['a text', 'repos: none\n'],
    ['a list at the top', '- a\n'],
    ['no YAML', 'repos: [\n'],
  ])('is not added to %s', (_, text) => {
    expect(withItem(text, 'repos', item)).toBeUndefined();
  });
});

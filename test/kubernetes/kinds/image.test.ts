import { describe, expect, it } from 'vitest';
import { readImage, withoutCapitals } from '../../../src/kubernetes/kinds/image.js';

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

// Expected values from ParseNormalizedNamed of github.com/distribution/reference v0.6.0 and its regexp.go.
describe('readImage', () => {
  it.each([
    ['nginx', { repository: 'nginx' }],
    ['nginx:1.27', { repository: 'nginx', tag: '1.27' }],
    ['a__b.c--d/e_f:V1', { repository: 'a__b.c--d/e_f', tag: 'V1' }],
    ['localhost/web', { repository: 'localhost/web' }],
    ['registry:5000/web:1', { repository: 'registry:5000/web', tag: '1' }],
    ['Example.com/web', { repository: 'Example.com/web' }],
    // A first part with capital letters is a registry.
    ['Shop/web', { repository: 'Shop/web' }],
    // No host name, but two parts of a path.
    ['my_registry.example.com/web', { repository: 'my_registry.example.com/web' }],
    ['[::1]:5000/web', { repository: '[::1]:5000/web' }],
    [`web:1@${digest}`, { repository: 'web', tag: '1', digest }],
  ])('reads %s', (text, image) => {
    expect(readImage(text)).toEqual(image);
  });

  it.each([
    ['Web', 'capitals'],
    ['shop/Web:1', 'capitals'],
    ['ghcr.io/Shop/web', 'capitals'],
    ['a___b', 'form'],
    ['web..x', 'form'],
    ['-web', 'form'],
    ['web:', 'form'],
    ['web:.1', 'form'],
    ['web:1:2', 'form'],
    ['https://example.com/web', 'form'],
    ['web@sha256:12', 'form'],
    ['0123456789abcdef'.repeat(4), 'form'],
    ['a'.repeat(2000), 'form'],
  ])('does not read %s', (text, problem) => {
    expect(readImage(text)).toBe(problem);
  });

  it('writes small letters in the repository alone', () => {
    expect(withoutCapitals('Example.com/Shop/Web:RC1')).toBe('Example.com/shop/web:RC1');
    expect(withoutCapitals(`Web@${digest}`)).toBe(`web@${digest}`);
  });
});

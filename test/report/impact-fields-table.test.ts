import { describe, expect, it } from 'vitest';
import { changedTable } from '../../src/report/impact-fields-table.js';

/** The cells with the values of one changed field. */
function valuesOf(before: unknown, after: unknown, object = 'apps/Rollout/shop/web'): readonly string[] {
  const row = changedTable([{ object, field: 'spec.x', before, after }])[2] ?? '';
  return row
    .split(' | ')
    .slice(2)
    .map((cell) => cell.replace(/ \|$/, ''));
}

describe('a changed field in a comment', () => {
  it.each([
    ['numbers', 1, 20, ['`1`', '`20`']],
    ['images', 'web:1', 'ghcr.io/shop/web:2.0-rc.1', ['`"web:1"`', '`"ghcr.io/shop/web:2.0-rc.1"`']],
    ['a step', undefined, { setWeight: 20 }, ['', '`{"setWeight":20}`']],
    ['a mention', 'a', '@all', ['`"a"`', 'not shown']],
    ['HTML', 'a', '<img src=x>', ['`"a"`', 'not shown']],
    ['a link', 'a', '![x](https://evil.example)', ['`"a"`', 'not shown']],
    ['the end of a cell', 'a|b', 'a`b', ['not shown', 'not shown']],
    ['the end of a row', 'a\nb', 'a', ['not shown', '`"a"`']],
  ])('has %s', (_, before, after, cells) => {
    expect(valuesOf(before, after)).toEqual(cells);
  });

  it('has long values from shortly before they differ, and their ends', () => {
    const registry = '677276115158.dkr.ecr.us-east-1.amazonaws.com/epd-eks-dev-orders-api';
    expect(valuesOf(`${registry}:v3.0.0`, `${registry}:v3.1.0`)).toEqual([
      '`\u2026.ecr.us-east-1.amazonaws.com/epd-eks-dev-orders-api:v3.0.0"`',
      '`\u2026.ecr.us-east-1.amazonaws.com/epd-eks-dev-orders-api:v3.1.0"`',
    ]);
    const later = 'x'.repeat(100);
    const [before = '', after = ''] = valuesOf(`${later}a${later}`, `${later}b${later}`);
    expect([before, after].map((cell) => cell.length)).toEqual([62, 62]);
    expect([before, after]).toEqual([expect.stringContaining('xa'), expect.stringContaining('xb')]);
    const [, step = ''] = valuesOf(undefined, {
      analysis: { templates: [{ templateName: 'orders-api-success-rate-of-the-canary' }] },
    });
    expect(step).toContain('-of-the-canary"}]}}');
  });

  it('tells no value of a Secret', () => {
    expect(valuesOf('one', 'two', '/Secret/shop/keys')).toEqual(['not shown', 'not shown']);
  });
});

import { expect, it } from 'vitest';
import { isCorrectionOf } from '../../../src/play/drift/corrected.js';

it.each([
  ['.spec.http[]? | select(.name == "x")', '.spec.http[]? | select(.name == "beta")', true],
  ['/spec/http/5/route/0/weight', '.spec.http[]?.route[]?.weight', true],
  ['/spec/selektor', '/spec/selector', true],
  ['/spec/ports', '/spec/selector', false],
  // Two wrong keys are another field.
  ['/spek/selektor', '/spec/selector', false],
  ['.spec.http[]?.weight', '.spec.http[]?.route[]?.weight', false],
  // Several fields, of which one may be right.
  ['.spec.http[]?.x, .spec.tls', '.spec.tls', false],
  ['.spec.http | error', '.spec.http', false],
])('%s is corrected by %s: %s', (wrong, right, is) => {
  expect(isCorrectionOf(wrong, right)).toBe(is);
});

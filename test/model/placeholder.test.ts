import { describe, expect, it } from 'vitest';
import { isPlaceholder } from '../../src/model/placeholder.js';

describe('isPlaceholder', () => {
  it.each(['${NAME}', 'web-$(NAME)', '$NAME', '{{ .Values.name }}', '<name>', '%NAME%', '__NAME__'])(
    '%s is one',
    (text) => expect(isPlaceholder(text)).toBe(true),
  );

  it.each(['web', 'web.shop', '10%', '5m', '*.example.com', '/a_b', '^/api/(.*)$', ''])(
    '%s is none',
    (text) => expect(isPlaceholder(text)).toBe(false),
  );
});

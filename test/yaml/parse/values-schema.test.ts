import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../src/model/finding.js';
import { Reader } from '../../../src/yaml/parse/read.js';
import { textSource } from '../../support/sources.js';

/** Helm 3.22.0 renders a chart with the first ones, and refuses a chart with the others ("invalid character …", "EOF"). */
describe('values.schema.json', () => {
  const read = (text: string): ReturnType<Reader['read']> =>
    new Reader().read(textSource('/chart/values.schema.json', text));

  it.each(['{"type": "object"}', '\uFEFF{"type": "object"}', '{"kind": "A", "apiVersion": "v1"}'])(
    'is JSON: %j',
    (text) => {
      expect(read(text)).toEqual({ resources: [], problems: [], template: false });
    },
  );

  it.each([
    ['# note\n{"type": "object"}', 0],
    ['', 0],
    ['{"type": "object"} x', 19],
    ['{"type": "object",}', 18],
    ['{{ .Values.x }}', 1],
    ['type: object\n', 0],
  ])('is no JSON: %j', (text, start) => {
    const { problems, resources, template } = read(text);
    expect([resources, template]).toEqual([[], false]);
    expect(problems.map(messageOf)).toEqual([
      'This is not JSON, and Helm reads values.schema.json as JSON alone; comments are not part of it.',
    ]);
    expect(problems[0]).toMatchObject({ rule: 'yaml/parses', severity: 'error', place: { start } });
  });
});

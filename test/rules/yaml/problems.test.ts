import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { problemRules } from '../../../src/yaml/parse/problems.js';
import { fileSource } from '../../support/sources.js';

describe.each(problemRules)('$name', ({ name }) => {
  const folder = path.join(__dirname, name.slice(name.indexOf('/') + 1));
  const fixtures = readdirSync(folder);

  it.each(fixtures)('%s', (fixture) => {
    const file = path.join(folder, fixture);
    const text = readFileSync(file, 'utf8');
    const expected = text
      .split('\n')
      .flatMap((line, index) => (line.endsWith(`# expect: ${name}`) ? [`${name} ${index + 1}`] : []));
    if (text.includes('\0')) expected.push(`${name} 1`);

    const { findings } = lint([fileSource(file)], []);
    const met = findings.map(({ rule, place }) => `${rule} ${text.slice(0, place.start).split('\n').length}`);
    expect(met).toEqual(expected);
  });
});

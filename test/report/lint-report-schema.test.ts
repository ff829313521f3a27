import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { bad, folderOf, rolloutText, run } from '../support/command.js';

type Schema = Readonly<Record<string, unknown>>;

const schema = JSON.parse(
  readFileSync(path.join(__dirname, '../../schema/lint-report.json'), 'utf8'),
) as Schema;
const options = { allErrors: true, strict: false };
const isValid = new Ajv(options).compile(schema);

/** The fields that a report has and the schema does not know: it allows them, so that fields can be added. */
const isComplete = new Ajv(options).compile(closed(schema) as Schema);

/** The same without room for other fields. A place is a part of others, so those have its fields. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const { allOf, ...rest } = node as Schema;
  const { place } = schema['definitions'] as { place: { properties: object } };
  const whole =
    allOf === undefined
      ? rest
      : { ...rest, properties: { ...place.properties, ...(rest['properties'] as object) } };
  const all = Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, closed(value)]));
  return 'properties' in all && all['type'] === 'object' ? { ...all, additionalProperties: false } : all;
}

const examples = path.join(__dirname, '../../examples');

describe('the published schema of a report', () => {
  const folder = () => folderOf({ 'a.yaml': bad, 'b.yaml': 'kind: [\n' });
  it.each([
    ['the examples', () => run(examples, 'lint', '--format', 'json')],
    ['findings', () => run(folder(), 'lint', '--format', 'json', '--rule', 'schema=error')],
    [
      'choices',
      () => run(folderOf({ 'a.yaml': rolloutText('web', 'maxSurge: half') }), 'lint', '--format', 'json'),
    ],
    ['nothing', () => run(folderOf({}), 'lint', '--format', 'json')],
    ['what cannot be read', () => run(folder(), 'lint', '.', 'gone', '--format', 'json')],
    [
      'suppressed findings',
      () => {
        const its = folderOf({
          'a.yaml': bad,
          'b.yaml': `# rolloutkit-ignore schema/fields-known until 2999-01-31 -- Why not.\n${bad}`,
          'c.yaml': bad.replace(
            'metadata:\n',
            'metadata:\n  annotations: { suppress.rolloutkit/schema.fields-known: No. }\n',
          ),
          'd.yaml': bad,
          'rolloutkit.yaml': 'overrides: [{ files: [d.yaml], rules: { schema/fields-known: off } }]\n',
        });
        run(its, 'baseline', 'write');
        const told = run(its, 'lint', '--format', 'json', '--show-suppressed');
        const { suppressed } = JSON.parse(told.stdout) as { suppressed: { suppression: { by: string } }[] };
        expect(suppressed.map(({ suppression }) => suppression.by)).toEqual(
          expect.arrayContaining(['comment', 'annotation', 'configuration', 'baseline']),
        );
        return told;
      },
    ],
    [
      'a baseline',
      () => {
        const its = folder();
        run(its, 'baseline', 'write');
        return run(its, 'lint', '--format', 'json');
      },
    ],
  ])('takes one of %s, and knows all of its fields', (_, of) => {
    const report: unknown = JSON.parse(of().stdout);
    isValid(report);
    expect(isValid.errors).toBeNull();
    isComplete(report);
    expect(isComplete.errors).toBeNull();
  });

  it('refuses another version, and a finding without a place', () => {
    const report = JSON.parse(run(folder(), 'lint', '--format', 'json').stdout) as {
      version: number;
      findings: { line?: number }[];
    };
    expect(isValid({ ...report, version: 2 })).toBe(false);
    delete report.findings[0]?.line;
    expect(isValid(report)).toBe(false);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { listedKinds } from './listed.js';
import { pageOf } from './page.js';
import { byHand, type Cell, cellText, questions, reasons, rowsOf, unknownRules } from './table.js';

/**
 * For each field: what says that it is absent, of a wrong type, wrong in its value, without effect, or in conflict? The answers
 * are in table.json, which `npm run fields` writes.
 */
describe('the table of fields', () => {
  const rows = rowsOf(listedKinds);
  const cells = rows.flatMap(({ field, cells }) =>
    questions.map((question) => ({ field, question, cell: cells[question] })),
  );
  const nameOf = ({ field, question }: (typeof cells)[number]): string =>
    `${field.kind.kind} ${field.name} ${question}`;

  it('is the one that is written down', async () => {
    const lines = rows.map(({ field, cells }) => {
      const texts = Object.fromEntries(questions.map((question) => [question, cellText(cells[question])]));
      return `${JSON.stringify(`${field.kind.kind} ${field.name}`)}: ${JSON.stringify(texts)}`;
    });
    await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot('table.json');
  });

  it('says nothing of a field that is as it should be', () => {
    expect(rows.filter(({ right }) => right.length > 0).map(({ field }) => field.name)).toEqual([]);
  });

  it('has a rule of the schema for another type of each field that has a type', () => {
    const types = cells.filter(({ question }) => question === 'type');
    expect(types.filter(({ cell }) => cell.shown.length === 0).map(nameOf)).toEqual([]);
  });

  it('has a rule, a reason or a hole in each cell', () => {
    const isAnswered = ({ shown, named, reason }: Cell): boolean =>
      shown.length + named.length > 0 || reason === 'hole' || (reason !== undefined && reason in reasons);
    expect(cells.filter(({ cell }) => !isAnswered(cell)).map(nameOf)).toEqual([]);
    expect(Object.keys(reasons).length).toBeLessThanOrEqual(8);
  });

  it('names rules that exist, and fields that exist', () => {
    expect(unknownRules(rows)).toEqual([]);
    const idle = byHand.filter(
      ({ kind, fields }) =>
        !rows.some(({ field }) => field.kind.kind === kind && new RegExp(fields).test(field.name)),
    );
    expect(idle).toEqual([]);
  });

  it('has its counts and its holes in docs/fields.md', async () => {
    const folder = path.join(__dirname, '../..');
    const check = readFileSync(path.join(__dirname, 'check.md'), 'utf8');
    const file = path.join(folder, 'docs/fields.md');
    const page = await format(pageOf(rows, check), { ...(await resolveConfig(file)), filepath: file });
    await expect(page).toMatchFileSnapshot(file);
  });
});

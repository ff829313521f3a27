import { expect, it } from 'vitest';
import { plain } from '../../src/report/style.js';
import { table } from '../../src/report/table.js';

const columns = [
  { title: 'name' },
  { title: 'count', align: 'right' },
  { title: 'words', least: 6 },
] as const;

it('has a line for each row', () => {
  expect(
    table(columns, [{ cells: ['a', '1', 'one word'] }, { cells: ['long name', '200', 'two'] }], 80, plain),
  ).toEqual(['name       count  words', 'a              1  one word', 'long name    200  two']);
});

it('breaks between words what does not fit', () => {
  expect(table(columns, [{ cells: ['a', '1', 'several words here'] }], 22, plain)).toEqual([
    'name  count  words',
    'a         1  several',
    '             words',
    '             here',
  ]);
});

it('breaks no word', () => {
  expect(table(columns, [{ cells: ['a', '1', 'indivisible'] }], 10, plain)).toEqual([
    'name  count  words',
    'a         1  indivisible',
  ]);
});

it('leaves out a column that says nothing', () => {
  expect(table(columns, [{ cells: ['a', '', ''] }], 80, plain)).toEqual(['name', 'a']);
});

it('breaks a title between words, too, so that the columns behind it stay in line', () => {
  const objects = [{ title: 'frame' }, { title: 'Service a', least: 6 }, { title: 'Ingress b', least: 6 }];
  expect(table(objects, [{ cells: ['x', 'Synced', 'Synced'] }], 23, plain)).toEqual([
    'frame  Service  Ingress',
    '       a        b',
    'x      Synced   Synced',
  ]);
});

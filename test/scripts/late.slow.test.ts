import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import { calledIn, divided } from '../../scripts/late.mjs';

const program = `"use strict";
(() => {
  var seen = [];
  var count = 0;
  function twice(a) { return helper(a) * 2; }
  function helper(a) { return a + step; }
  var step = 3;
  function counted() { return ++count; }
  function loop(n) { return n === 0 ? seen.length : loop(n - 1); }
  var arrow = (a, b = 1) => a - b + twice(0);
  function usual() { seen.push(arrow.length); return seen; }
  class Box { get() { return twice(this.content ?? 5); } }
  globalThis.call = { twice, counted, loop: (n) => loop(n), arrow, usual, box: () => new Box().get(), length: twice.length };
})();
`;

interface Globals {
  readonly call: Readonly<Record<string, (...args: number[]) => unknown>>;
}

it('divides a program into what it calls and what it may call later, which does the same', async () => {
  const globals = {} as Globals;
  const isCalled = await calledIn(program, globals as never, () =>
    Promise.resolve(void globals.call['usual']!()),
  );
  const { early, late } = divided(program, isCalled, 'late.js');
  // What is assigned anew stays, and so do methods; what only late ones call is not asked for by name.
  const isLate = (text: string): boolean => late.includes(text) && !early.includes(text);
  expect(
    ['helper(a) * 2', 'a + step', '++count', 'loop(n - 1)', 'a - b', 'seen.push', 'class Box'].map(isLate),
  ).toEqual([...[true, true, false, true, true, false, false]]);
  expect(early).not.toContain('helper');
  const whole = {} as Globals;
  runInContext(program, createContext(whole));
  const asked: string[] = [];
  const parts = {
    importScripts: (file: string) => {
      asked.push(file);
      runInContext(late, parts);
    },
  } as unknown as Globals;
  runInContext(early, createContext(parts));
  const ask = ({ call }: Globals): unknown => [
    call['usual']!(),
    call['counted']!(),
    call['counted']!(),
    call['length'],
  ];
  expect(ask(parts)).toEqual(ask(whole));
  expect(asked).toEqual([]);
  const askMore = ({ call }: Globals): unknown => [
    ...[call['twice']!(1), call['loop']!(4), call['arrow']!(9), call['box']!()],
  ];
  expect(askMore(parts)).toEqual(askMore(whole));
  expect(askMore(whole)).toEqual([8, 1, 14, 16]);
  expect(asked).toEqual(['late.js']);
});

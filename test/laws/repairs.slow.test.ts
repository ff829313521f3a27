import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Repair } from '../../src/model/fix.js';
import { rules } from '../../src/rules/index.js';
import { adviceOf } from './advice.js';
import { type MessageRepairs, repairsOf } from './repairs.js';

describe('what the fixtures of rules meet', () => {
  const all = repairsOf(path.join(__dirname, '../rules'));
  const sum = (of: (one: MessageRepairs) => number): number => all.reduce((total, one) => total + of(one), 0);

  it('has the edit in four of five findings that name one', () => {
    const count = sum(({ value }) => value.count);
    expect(count).toBeGreaterThan(300);
    expect(sum(({ value }) => value.safe + value.unsafe) / count).toBeGreaterThan(0.8);
  });

  it('has edits to choose from, or the edit, in most findings that name several', () => {
    const count = sum(({ choice }) => choice.count);
    expect(count).toBeGreaterThan(250);
    expect(sum(({ choice }) => choice.safe + choice.unsafe + choice.choice) / count).toBeGreaterThan(0.65);
  });

  it('has an edit of each kind that a rule says it has: one that fits no document is none', () => {
    const isMet = (rule: string, kind: Repair): boolean =>
      all.some(
        (one) =>
          one.rule === rule && [one.value, one.choice, one.open, one.none].some((its) => its[kind] > 0),
      );
    // A choice beside a fix is counted as the fix.
    const isBeside = (rule: string): boolean => isMet(rule, 'safe') || isMet(rule, 'unsafe');
    const unmet = rules.flatMap(({ meta }) =>
      (meta.fixes ?? [])
        .filter((kind) => !isMet(meta.name, kind) && !(kind === 'choice' && isBeside(meta.name)))
        .map((kind) => `${meta.name} ${kind}`),
    );
    expect(unmet).toEqual([]);
  });
});

describe('what a message asks for', () => {
  it.each([
    ['value', 'Service "wep" is not found; did you mean "web"?'],
    ['value', 'The weight -5 is negative; set 0 or more.'],
    ['value', 'startingStep 3 is after the last step; use at most 2.'],
    ['value', 'Rollout "web" is paused in Git; remove paused.'],
    ['value', 'Metric "rate" has no count; set count to 5. The controller says: invalid.'],
    ['choice', 'Service "web" selects tier: "front"; remove it, or add it to the pods.'],
    ['choice', 'specRef "old" is not a version; use "canary" or "stable".'],
    ['choice', 'This step does nothing; set one of "pause", "setWeight" or "plugin".'],
    ['choice', 'Route "preview" is listed twice; remove one.'],
    ['open', 'No container has a readinessProbe; add a readinessProbe.'],
    ['open', 'Host "web" has several ports (80 and 90); set "port".'],
    ['open', 'Metric "rate" is measured without end; set "count" to a number above 0.'],
    ['open', 'ConfigMap "web" keeps its name; use a new name, such as "web-1".'],
    ['none', 'Host "web" is not a Service.'],
    ['none', 'The Rollout names VirtualService "web", which does not exist.'],
  ] as const)('%s: %s', (advice, message) => {
    expect(adviceOf(message)).toBe(advice);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { folderOf, rolloutText } from '../support/command.js';
import { bothTold } from './law.js';

vi.mock('../../src/rules/index.js', async () => {
  const { defineRule } = await import('../../src/rules/rule.js');
  const meta = {
    description: '',
    why: 'It is so.',
    consequence: 'lost-traffic',
    severity: 'error',
    messages: { found: 'Found {what}.' },
    links: [],
  } as const;
  const fail = (): never => {
    throw new Error('Mine.');
  };
  return {
    rules: [
      // Says of one Service what each Rollout thinks of it, and every other Rollout thinks the same.
      defineRule({
        meta: { ...meta, name: 'test/by-rollouts' },
        checkRollout(rollout, { graph, report }) {
          const number = Number(rollout.name.slice(1));
          for (const service of graph.ofKind('Service'))
            report(service.at('spec'), 'found', { what: number % 2 === 0 ? 'the same' : rollout.name });
        },
      }),
      // Fails at one object, as the next one does.
      defineRule({
        meta: { ...meta, name: 'test/fails' },
        checkRollout: ({ name }) => (name === 'r7' ? fail() : undefined),
      }),
      defineRule({
        meta: { ...meta, name: 'test/fails-too' },
        check: ({ graph }) => {
          for (const { name } of graph.rollouts) if (name === 'r7') fail();
        },
      }),
      // Comes before all that is said of a Rollout.
      defineRule({
        meta: { ...meta, name: 'test/first' },
        check({ graph, report }) {
          for (const rollout of graph.rollouts)
            if (/^r[23]$/.test(rollout.name))
              report(rollout.at('metadata', 'name'), 'found', { what: 'it first' }, { isFirst: true });
        },
      }),
      defineRule({
        meta: { ...meta, name: 'test/of-rollouts' },
        checkRollout(rollout, { report }) {
          report(rollout.at('spec'), 'found', { what: rollout.name });
        },
      }),
      // Yields to one that another part has, shown or suppressed.
      defineRule<'found', never, string>({
        meta: { ...meta, name: 'test/yields', yieldsTo: ['test/of-rollouts', 'test/first'] },
        check({ graph, report }) {
          for (const rollout of graph.rollouts) {
            const rule = Number(rollout.name.slice(1)) < 10 ? 'test/of-rollouts' : 'test/first';
            const unless = { [rule]: rollout.at('spec') };
            report(rollout.at('spec', 'template'), 'found', { what: 'a template' }, { unless });
          }
        },
      }),
    ],
  };
});

const count = 130;
const suppressed = '  annotations:\n    suppress.rolloutkit/test.of-rollouts: It is so.\n';
const files = Object.fromEntries(
  Array.from({ length: count }, (_, index): [string, string] => {
    const text = rolloutText(`r${index}`);
    const own = index % 5 === 0 ? text.replace('\nspec:', `\n${suppressed}spec:`) : text;
    return [`${index % 10}/${index}.yaml`, own];
  }),
);
const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { type: ClusterIP }\n';

describe('rules whose findings decide on each other', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 40])('say in %d parts what they say in one', (parts) => {
    const folder = folderOf({ ...files, 'service.yaml': service });
    for (const { whole, merged } of bothTold(folder, folderOf({}), parts)) {
      // 66 different things are said of the Service, of which 50 are shown.
      expect(whole.stdout).toMatch(/"more": 16|16 more of test\/by-rollouts/);
      expect(whole.code).toBe(3);
      // How the calls of ours led there is another way in parts.
      const stackless = (text: string): string =>
        text.replace(/"stack": \[[^\]]*\]/, '').replaceAll(/^ +at (?!fail).*\n/gm, '');
      expect({ ...merged, stdout: stackless(merged.stdout) }).toEqual({
        ...whole,
        stdout: stackless(whole.stdout),
      });
    }
  });
});

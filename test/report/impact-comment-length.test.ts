import { describe, expect, it } from 'vitest';
import impactMarkdown from '../../src/report/impact-markdown.js';
import type { ImpactResult } from '../../src/report/impact-json.js';
import { edited, example, impactsOf } from '../play/impact/stories.js';

const host = example('istio-host/corrected');
const [impact] = impactsOf(host, edited(host, ['rollout.yaml', 'podinfo:6.9.0', 'podinfo:6.9.1']));

/** Of a comment, GitHub takes 65 536 characters. */
function commentOf(result: Partial<ImpactResult>): string {
  const nothing = {
    impacts: [],
    untouched: 0,
    findings: [],
    notes: [],
    failures: [],
    unknown: [],
    unchecked: [],
    faults: [],
  };
  const text = impactMarkdown({ ...nothing, ...result });
  expect(text.length).toBeLessThan(65_536);
  return text;
}

/** Impacts on Rollouts of different namespaces. */
function impacts(count: number, length = 10) {
  return Array.from({ length: count }, (_, index) => ({
    ...impact!,
    namespace: `${'n'.repeat(length)}-${index}`,
  }));
}

const notes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ message: `Note ${index}: ${'word '.repeat(20)}` }));

describe('a comment on a change of very many Rollouts', () => {
  it('has the first ones in the table, and the number of the others', () => {
    const text = commentOf({ impacts: impacts(2000) });
    expect(text.startsWith('<!-- rolloutkit impact -->\n### ')).toBe(true);
    expect(text).toMatch(/^\| \| … and \d+ more \| \| \|$/m);
    expect(text).toMatch(/^<summary>.*<br>1990 more<\/summary>$/m);
    expect(text.match(/^\| [^|]+ \| `n+-\d+\/catalog` /gm)!.length).toBeLessThan(2000);
    expect(text).toContain('2000 Rollouts touched');
  });

  it('has long names', () => {
    commentOf({ impacts: impacts(500, 250) });
  });

  it('has the first of many notes, of each sort', () => {
    for (const key of ['notes', 'unknown', 'failures'] as const) {
      const text = commentOf({ impacts: impacts(1), [key]: notes(3000) });
      expect(text).toContain('Note 0:');
      expect(text).toMatch(/^- … and \d+ more\.$/m);
      expect(text).toContain('<details>');
    }
    expect(commentOf({ unchecked: notes(3000).map(({ message }) => message) })).toContain('Note 0:');
  });

  it('leaves nothing out of a usual one', () => {
    const text = commentOf({ impacts: impacts(3), notes: notes(5), unknown: notes(5) });
    expect(text).not.toMatch(/… and \d+ more/);
  });
});

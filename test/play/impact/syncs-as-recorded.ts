import { describe, expect, it } from 'vitest';
import {
  digestOfQuestion,
  orderCase,
  orderLines,
  playedOrder,
  readRecordedOrder,
  recordedOrder,
} from './sync-order.js';

const recorded = readRecordedOrder();

/** One recorded sync in so many. `npm run conformance:order -- --record` asks anew; `--random` compares others. */
export function syncsAsRecorded(every: number): void {
  describe('a sync brings a change in the order of Argo CD', () => {
    it('with all that may stop it', () => {
      expect(recorded).toHaveLength(recordedOrder.count);
      const ends = new Set(recorded.map(({ phase }) => phase));
      expect([...ends].sort()).toEqual(['Failed', 'Running', 'Succeeded']);
      const lines = recorded.flatMap((one) => one.lines);
      expect(lines.filter((line) => line.startsWith('delete ')).length).toBeGreaterThan(20);
      expect(lines.filter((line) => line.includes('hook ')).length).toBeGreaterThan(20);
    });

    const chosen = recorded.map((one, run) => ({ ...one, run })).filter(({ run }) => run % every === 0);
    it.each(chosen)('$run', ({ run, of, phase, lines }) => {
      const { question, ours } = playedOrder(orderCase(recordedOrder.seed, run));
      expect(digestOfQuestion(question)).toBe(of);
      expect(orderLines(ours, phase)).toEqual(lines);
    });
  });
}

import { impactOf } from '../../../src/play/impact/impact.js';
import { changedSources, touchedPairs } from '../../../src/play/impact/touched.js';
import type { Limits } from '../../../src/play/protect/limits.js';
import type { Effort } from '../../../src/play/simulate/effort.js';
import { effectText } from '../../../src/report/impact-words.js';
import { graphsOf } from './stories.js';

const kinds = /^(?:gate-lost|less-protected|more-protected|not-compared|limit-exceeded)$/;

/** What is said about protection when one text becomes another, with severities. */
export function protectionSaid(
  before: string,
  after: string,
  limits: Limits = {},
  effort?: Effort,
): readonly string[] {
  const { graphs, sources } = graphsOf({ 'app.yaml': before }, { 'app.yaml': after });
  const [pair] = touchedPairs(graphs.before, graphs.after, changedSources(sources.before, sources.after));
  const protection = { limits, ...(effort && { effort }) };
  const impact = impactOf(graphs, pair!, { protection })!;
  return impact.effects
    .filter(({ detail }) => kinds.test(detail.kind))
    .map((effect) => `${effect.severity} ${effectText(impact, effect)}`);
}

import { describe, expect, it } from 'vitest';
import impactJson from '../../../src/report/impact-json.js';
import impactMarkdown from '../../../src/report/impact-markdown.js';
import { impactOf } from '../../../src/play/impact/impact.js';
import { changedSources, touchedPairs } from '../../../src/play/impact/touched.js';
import { LimitError } from '../../../src/model/limit-error.js';
import { Effort } from '../../../src/play/simulate/effort.js';
import { all, rollout, routing } from '../protect/system.js';
import { protectionSaid } from './protection-said.js';
import { graphsOf, impactsOf } from './stories.js';
import { itWhole } from '../../support/whole.js';

const inFile = (yaml: string): { 'app.yaml': string } => ({ 'app.yaml': yaml });

const replaced = (text: string, from: string, to: string): string => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

const analysis = `      analysis:
        startingStep: 1
        templates: [{ templateName: checkout }]
`;

/**
 * docs/protect.md computes the system by hand: pods are ready after 10 s, measurements are at 10 s, 40 s and so on, the weight is 20 from
 * 10 s and 60 from 80 s on, and two failures abort.
 */
describe('a change of what stops bad versions', () => {
  it('is worse if they are noticed later', () => {
    // Measured at 10 s, 60 s and 110 s, and done at 150 s: the second failure is at 60 s, after 50 s with 20 %. Who turns bad at 80 s fails
    // once only.
    expect(protectionSaid(all, replaced(all, 'interval: 30s', 'interval: 50s'))).toEqual([
      'warning A version that is bad from the start is noticed after 1m instead of 40s; it gets as many requests as all traffic in 10s instead of 6s.',
      'warning A version that turns bad at steps[2] is promoted: nothing stops it any more (before: successes after 50s).',
    ]);
  });

  it('is better if they are noticed earlier', () => {
    // The second failure is at 20 s, after 10 s with 20 %; who turns bad at 80 s, with 60 %, fails at 80 s and 90 s.
    expect(protectionSaid(all, replaced(all, 'interval: 30s', 'interval: 10s'))).toEqual([
      'info A version that is bad from the start is noticed after 20s instead of 40s; it gets as many requests as all traffic in 2s instead of 6s.',
      'info A version that turns bad at steps[2] is noticed after 10s instead of 50s; it gets as many requests as all traffic in 6s instead of 30s.',
    ]);
  });

  itWhole('is worse if they get more requests', () => {
    // 40 % instead of 20 % for 30 s. Later shares are the same.
    expect(protectionSaid(all, replaced(all, 'setWeight: 20', 'setWeight: 40'))).toEqual([
      'warning A version that is bad from the start is noticed after 40s as before; it gets as many requests as all traffic in 12s instead of 6s.',
    ]);
  });

  itWhole('is worse if nothing stops them any more, or only a person', () => {
    const without = replaced(all, analysis, '');
    expect(protectionSaid(all, without)).toEqual([
      'warning A version that is bad from the start is promoted: nothing stops it any more (before: successes after 40s).',
      'warning Metric "successes" of the background analysis stops no bad version any more: it is not measured any more.',
    ]);
    const waiting = replaced(without, 'pause: { duration: 1m }', 'pause: {}');
    expect(protectionSaid(all, waiting)[0]).toBe(
      'warning A version that is bad from the start is stopped only by a person, at steps[1] (before: successes after 40s).',
    );
    // Nothing but the share tells how much a version gets until a person comes.
    expect(protectionSaid(waiting, replaced(waiting, 'setWeight: 20', 'setWeight: 40'))).toEqual([
      'warning A version that is bad from the start is stopped only by a person, at steps[1], and has 40 % of the requests instead of 20 % until then.',
    ]);
    expect(protectionSaid(without, all)[0]).toBe(
      'info A version that is bad from the start is noticed by successes after 40s (before: nothing).',
    );
  });

  itWhole.each([
    ['every value is a success', '>= 0.99', '>= -1', 'its conditions are a success for every number'],
    [
      'more failures are allowed than counted',
      'failureLimit: 1',
      'failureLimit: 2\n      count: 2',
      'it tolerates 2 failures and is measured 2 times',
    ],
    [
      'it is a dry run',
      'spec:\n  metrics',
      'spec:\n  dryRun: [{ metricName: successes }]\n  metrics',
      'it is a dry run, whose result is only recorded',
    ],
  ])('says why a metric stops nothing any more: %s', (_, from, to, reason) => {
    expect(protectionSaid(all, replaced(all, from, to))).toContain(
      `warning Metric "successes" of the background analysis stops no bad version any more: ${reason}.`,
    );
  });

  it('is worse if a metric goes that stops only versions with a large share', () => {
    const mixed = all.replaceAll('{service="checkout-canary"}', '');
    const twice = replaced(mixed, analysis, '')
      .replace(/( +- )setWeight: \d+\n/g, '$&$1analysis: { templates: [{ templateName: checkout }] }\n')
      .replace('interval: 30s', 'interval: 30s\n      count: 3');
    const limited =
      'Before, it stopped only one whose share of the requests was large enough, because its query measures both versions together.';
    expect(protectionSaid(mixed, replaced(mixed, analysis, ''))).toEqual([
      `warning Metric "successes" of the background analysis stops no bad version any more: it is not measured any more. ${limited}`,
    ]);
    const none = twice.replace(/ +- analysis: .*\n/g, '');
    expect(protectionSaid(twice, none)).toContain(
      `warning Metric "successes" of steps[1], steps[4] stops no bad version any more: it is not measured any more. ${limited}`,
    );
    // It stays as it was.
    expect(protectionSaid(mixed, replaced(mixed, 'setWeight: 20', 'setWeight: 21'))).not.toContainEqual(
      expect.stringContaining('Metric'),
    );
    // Another name, or a query of the canary alone, is as good.
    expect(protectionSaid(mixed, replaced(mixed, 'name: successes', 'name: success-rate'))).toEqual([]);
    expect(protectionSaid(mixed, all)).not.toContainEqual(expect.stringContaining('Metric'));
    expect(protectionSaid(mixed, replaced(mixed, '>= 0.99', '>= -1'))).toEqual([
      `warning Metric "successes" of the background analysis stops no bad version any more: its conditions are a success for every number. ${limited}`,
    ]);
  });

  itWhole('is nothing if a metric gets another name', () => {
    expect(protectionSaid(all, replaced(all, 'name: successes', 'name: success-rate'))).toEqual([]);
  });

  itWhole('is nothing if what judges a version is not known in one of the states', () => {
    const unknown = [rollout, routing].join('---');
    expect(protectionSaid(all, unknown)).toEqual([]);
    expect(protectionSaid(unknown, all)).toEqual([]);
  });

  itWhole('is an error if they cost more than the configuration allows, and did not before', () => {
    const heavy = replaced(all, 'setWeight: 60', 'setWeight: 80');
    // 80 % of 50 s instead of 60 %.
    const error =
      'error A version that turns bad at steps[2] gets as many requests as all traffic in 40s, but protect.exposure is 35s.';
    expect(protectionSaid(all, heavy, { exposure: 35 })).toContain(error);
    expect(protectionSaid(all, heavy, { exposure: 29 })).not.toContainEqual(expect.stringMatching(/^error/));
    expect(protectionSaid(heavy, all, { exposure: 35 })).not.toContainEqual(expect.stringMatching(/^error/));
  });

  itWhole('comes before what happens while the change arrives, and is the headline of a comment', () => {
    const impacts = impactsOf(inFile(all), inFile(replaced(all, analysis, '')));
    const none = { notes: [], failures: [], findings: [], unchecked: [], unknown: [], faults: [] };
    const of = (severity: string): readonly string[] =>
      impacts[0]!.effects.filter((one) => one.severity === severity).map(({ detail: { kind } }) => kind);
    expect(of('warning').slice(0, 2)).toEqual(['less-protected', 'gate-lost']);
    expect(impactMarkdown({ impacts, untouched: 0, ...none })).toContain(
      '### ⚠️ Nothing stops a bad version any more: ',
    );
  });

  it('is told once in a comment for Rollouts of which it is the same', () => {
    const [one] = impactsOf(inFile(all), inFile(replaced(all, 'interval: 30s', 'interval: 10s')));
    const impacts = [one!, { ...one!, namespace: 'prod' }];
    const none = { notes: [], failures: [], findings: [], unchecked: [], unknown: [], faults: [] };
    const comment = impactMarkdown({ impacts, untouched: 0, ...none });
    expect(comment.match(/<summary>.*<\/summary>/g)).toEqual([
      expect.stringMatching(
        /^<summary>Rollouts <code>shop\/checkout<\/code>: .*<br><code>prod\/checkout<\/code>: /,
      ),
    ]);
    expect(comment.match(/is noticed after `20s` instead of `40s`/g)).toHaveLength(1);
    // What tells them apart is in the table only where the name does not.
    expect(comment).toContain('| `shop/checkout` |');
    const alike = impactMarkdown({ impacts: [one!, one!], untouched: 0, ...none });
    expect(alike.match(/\| `shop\/checkout` of `[^`|]+` \|/g)).toHaveLength(2);
  });

  itWhole('costs more where a bad version is noticed later', () => {
    const impacts = impactsOf(inFile(all), inFile(replaced(all, 'setWeight: 20', 'setWeight: 30')));
    const none = { notes: [], failures: [], findings: [], unchecked: [], unknown: [], faults: [] };
    expect(impactMarkdown({ impacts, untouched: 0, ...none })).toContain('### ⚠️ A bad version costs more: ');
  });

  itWhole('is in every format', () => {
    const impacts = impactsOf(inFile(all), inFile(replaced(all, 'interval: 30s', 'interval: 10s')));
    const none = { notes: [], failures: [], findings: [], unchecked: [], unknown: [], faults: [] };
    const result = { impacts, untouched: 0, ...none };
    expect(impactMarkdown(result)).toContain('ℹ️ more protected');
    expect(impactMarkdown(result)).toContain('is noticed after `20s` instead of `40s`');
    expect(JSON.parse(impactJson(result))).toMatchObject({
      summary: { warnings: 0, errors: 0 },
      rollouts: [
        {
          effects: expect.arrayContaining([
            expect.objectContaining({
              severity: 'info',
              kind: 'more-protected',
              before: {
                id: 'start',
                title: 'from the start',
                at: 0,
                outcome: 'aborted',
                by: 'successes',
                noticed: 40,
                share: 20,
                exposure: 6,
                gone: 40,
              },
            }),
          ]) as unknown,
        },
      ],
    });
  });
});

describe('the comparison of what stops bad versions', () => {
  itWhole('is not made for a change that it does not depend on', () => {
    const effort = new Effort();
    const spent: number[] = [];
    effort.spend = (taken) => void spent.push(taken);
    protectionSaid(all, all.replace('checkout:1.0.0', 'checkout:1.1.0'), {}, effort);
    expect(spent).toEqual([]);
    protectionSaid(all, all.replace('setWeight: 60', 'setWeight: 70'), {}, effort);
    expect(spent.length).toBeGreaterThan(0);
  });

  itWhole('is left out, with a note, where it would take too long', () => {
    const effort = new Effort();
    effort.spend = () => {
      throw new LimitError('too much');
    };
    const { graphs, sources } = graphsOf(inFile(all), inFile(all.replace('setWeight: 60', 'setWeight: 70')));
    const [pair] = touchedPairs(graphs.before, graphs.after, changedSources(sources.before, sources.after));
    const { effects, notes } = impactOf(graphs, pair!, { protection: { effort } })!;
    expect(effects.map(({ detail }) => detail.kind)).toContain('no-revision');
    expect(notes).toContainEqual(expect.stringContaining('is not compared'));
  });
});

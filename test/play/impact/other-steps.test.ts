import { describe, expect, it } from 'vitest';
import { all, rollout, routing, template } from '../protect/system.js';
import { itWhole } from '../../support/whole.js';
import { protectionSaid } from './protection-said.js';

const written = rollout.slice(0, rollout.indexOf('      analysis:'));

const analysis = 'analysis: { templates: [{ templateName: checkout }] }';

/**
 * The system of docs/protect.md with these steps, and without its background analysis. A run of the analysis takes a minute: it measures
 * three times, every 30 s, and two failures abort. One pod serves up to 25 %, and further ones are ready 10 s after a step needs them.
 */
const stepped = (...steps: readonly string[]): string =>
  [
    `${written}      steps:\n${steps.map((step) => `        - ${step}\n`).join('')}`,
    routing,
    template.replace('failureLimit: 1', 'failureLimit: 1\n      count: 3'),
  ].join('---');

const weight = (percent: number): string => `setWeight: ${percent}`;
const minute = 'pause: { duration: 1m }';

/** 20 % from 10 s on, measured at 10 s, 40 s and 70 s; 60 % from 80 s on, measured at 80 s, 110 s and 140 s. */
const twoGates = stepped(weight(20), analysis, weight(60), analysis);

const others =
  'info The steps are others, so versions that turn bad during the update are not compared step by step';
const reach = 'up to which share of the requests something stops them';
const cost = 'what those that the controller stops cost at most';
const both = `${others}, only ${reach}, and ${cost}.`;
const onlyReach = `${others}, only ${reach}; ${cost} is not compared.`;

/** A frame of an analysis step is at its end: so a version that turns bad at steps[1] does at 70 s, when that analysis is over. */
describe('a change of the steps', () => {
  it('protects less if the last of two analyses is removed', () => {
    // Bad at 80 s, with 60 %, it failed at 80 s and 110 s.
    const warning =
      'warning A version that turns bad at steps[1] or later is promoted: nothing stops it any more (the last that is stopped turns bad with 20 % of the requests, before with 60 %).';
    expect(protectionSaid(twoGates, stepped(weight(20), analysis, weight(60)))).toEqual([warning, both]);
    expect(
      protectionSaid(
        stepped(weight(20), analysis, minute, weight(60), analysis),
        stepped(weight(20), analysis, minute, weight(60)),
      ),
    ).toEqual([warning, both]);
  });

  it('counts the share with which a version is noticed in the second in which it turns bad', () => {
    // Without a tolerated failure, the last measurement of the second analysis is at 140 s, when a version that stays good is promoted.
    const strict = (...steps: readonly string[]): string =>
      stepped(...steps).replace('failureLimit: 1', 'failureLimit: 0');
    expect(
      protectionSaid(
        strict(weight(20), analysis, weight(80), analysis),
        strict(weight(20), analysis, weight(80)),
      ),
    ).toContainEqual(
      expect.stringContaining(
        'the last that is stopped turns bad with 20 % of the requests, before with 80 %',
      ),
    );
  });

  itWhole('protects more if a second analysis is added', () => {
    expect(protectionSaid(stepped(weight(20), analysis, weight(60)), twoGates)).toEqual([
      'info A version that turns bad at steps[2] is noticed by successes after 30s (the last that is stopped turns bad with 60 % of the requests, before with 20 %).',
      both,
    ]);
  });

  it('does not protect more where the start alone is better', () => {
    // 5 % of 30 s instead of 20 % from the start, but the second analysis is gone.
    expect(protectionSaid(twoGates, stepped(weight(5), analysis, weight(60)))).toEqual([
      'warning A version that turns bad at steps[1] or later is promoted: nothing stops it any more (the last that is stopped turns bad with 5 % of the requests, before with 60 %).',
      both,
    ]);
  });

  itWhole('protects less if a person takes the place of the last analysis', () => {
    expect(protectionSaid(twoGates, stepped(weight(20), analysis, weight(60), minute, 'pause: {}'))).toEqual([
      // Bad from 70 s on: 20 % until 80 s, and 60 % until the pause ends at 140 s.
      'warning A version that turns bad at steps[1] or later is stopped only by a person, at steps[4]; until then it gets as many requests as all traffic in 38s (the last that the controller stops turns bad with 20 % of the requests, before with 60 %).',
      onlyReach,
    ]);
  });

  itWhole('protects less where one failure is enough, and the last weight is that of a promotion', () => {
    // A version that turns bad at steps[1] fails the measurement of that second, and has 20 % then; 60 % is not waited for without
    // the second analysis.
    const once = (text: string): string => text.replace('failureLimit: 1', 'failureLimit: 0');
    expect(protectionSaid(once(twoGates), once(stepped(weight(20), analysis, weight(60))))).toEqual([
      'warning A version that turns bad at steps[2] or later is promoted: nothing stops it any more (the last that is stopped turns bad with 20 % of the requests, before with 60 %).',
      both,
    ]);
  });

  itWhole('costs more if a version waits longer for the analysis', () => {
    // Bad from 70 s on: 20 % until 80 s, then 60 % until the failure at 230 s, instead of that at 110 s.
    const later = stepped(weight(20), analysis, weight(60), minute, minute, analysis);
    expect(protectionSaid(twoGates, later)).toEqual([
      'warning A version that turns bad at steps[1], with 20 % of the requests, gets as many requests as all traffic in 1m 32s (before, the most of any that was stopped: 20s, at steps[1]).',
      both,
    ]);
    expect(protectionSaid(later, twoGates)).toEqual([
      'info A version that turns bad at steps[1], with 20 % of the requests, gets as many requests as all traffic in 20s, the most of any that is stopped (before: 1m 32s, at steps[1]).',
      both,
    ]);
  });

  it('takes the version that costs the most, not the first one', () => {
    // A third analysis, with 20 %: a version that is bad from 70 s on fails at 70 s and 100 s, and costs 6 s. Bad from 130 s on, it has
    // 20 % until 140 s, and 60 % until the failure at 170 s or, two minutes later, at 290 s.
    const gates = [weight(20), analysis, analysis, weight(60)];
    expect(protectionSaid(stepped(...gates, analysis), stepped(...gates, minute, minute, analysis))).toEqual([
      'warning A version that turns bad at steps[2], with 20 % of the requests, gets as many requests as all traffic in 1m 32s (before, the most of any that was stopped: 20s, at steps[2]).',
      both,
    ]);
  });

  itWhole('says once what is the same from the start on', () => {
    // 20 % from 10 s to 160 s instead of 100 s.
    expect(
      protectionSaid(
        stepped(weight(20), minute, analysis, weight(60), analysis),
        stepped(weight(20), minute, minute, analysis, weight(60), analysis),
      ),
    ).toEqual([
      'warning A version that is bad from the start is noticed after 2m 40s instead of 1m 40s; it gets as many requests as all traffic in 30s instead of 18s.',
      both,
    ]);
  });

  itWhole('costs as much where only the moments fall elsewhere between two measurements', () => {
    // 5 % instead of 20 % for 30 s are 1.5 s.
    const slower = all.replace(
      '- setWeight: 20',
      `- setWeight: 5\n        - ${minute}\n        - setWeight: 20`,
    );
    expect(protectionSaid(all, slower)).toEqual([
      'info A version that is bad from the start is noticed after 40s as before; it gets as many requests as all traffic in 2s instead of 6s.',
      both,
    ]);
    // 60 % already at 10 s: measured at 10 s and 40 s. Before, from 80 s on, at 100 s and 130 s.
    const sooner = all.replace(`- setWeight: 20\n        - ${minute}\n        `, '');
    expect(protectionSaid(all, sooner)).toEqual([
      'warning A version that is bad from the start is noticed after 40s as before; it gets as many requests as all traffic in 18s instead of 6s.',
      both,
    ]);
  });

  itWhole('says nothing of steps if nothing stops a version in one of the states', () => {
    const [open, longer] = [stepped(weight(20), minute), stepped(weight(20), minute, minute)];
    expect(protectionSaid(open, longer)).toEqual([]);
    expect(protectionSaid(open, twoGates)).toEqual([
      'info A version that is bad from the start is noticed by successes after 40s (before: nothing).',
    ]);
    expect(protectionSaid(twoGates, open)[0]).toBe(
      'warning A version that is bad from the start is promoted: nothing stops it any more (before: successes after 40s).',
    );
  });
});

describe('a change of pauses', () => {
  itWhole('does not protect more where a later moment is worse', () => {
    // Bad from the start, it fails at 10 s and 30 s; bad from 80 s on, it fails at 90 s only, because the update is complete at 95 s.
    const faster = all.replace('interval: 30s', 'interval: 20s');
    const short = faster.replace(/(setWeight: 60\n\s+- pause: \{ duration: )1m/, '$15s');
    expect(protectionSaid(all, short)).toEqual([
      'warning A version that turns bad at steps[2] is promoted: nothing stops it any more (before: successes after 50s).',
    ]);
  });
});

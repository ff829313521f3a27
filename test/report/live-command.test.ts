import { describe, expect, it } from 'vitest';
import { liveCommand } from '../../src/report/live-command.js';

describe('the command that shows what a finding speaks of', () => {
  it('names the Rollout and the frame', () => {
    expect(liveCommand({ rollout: 'shop/web', id: 'step-2' })).toBe(
      'rolloutkit simulate --rollout shop/web --step step-2',
    );
  });

  it.each(['shop/$(id)', '-x', 'a b', 'web;id', '', 'a\nb'])('is not made of %j', (rollout) => {
    expect(liveCommand({ rollout, id: 'step-2' })).toBeUndefined();
  });
});

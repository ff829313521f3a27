import rule from '../../../src/rules/steps/duration-parses.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'days.yaml': ['"1d" is no duration; write "24h". The units are h, m and s.'],
  'experiment-in-days.yaml': ['"2d" is no duration; write "48h". The units are h, m and s.'],
  'experiment-without-unit.yaml': ['The duration "3600" of an experiment has no unit; write "3600s".'],
  'experiment.yaml': [],
  'minutes-in-words.yaml': ['"10 min" is no duration; write "10m". The units are h, m and s.'],
  'negative.yaml': ['The duration -10 is negative.', 'The duration -5m is negative.'],
  'no-duration.yaml': [
    '"tomorrow" is no duration; write seconds as a number, or the units h, m and s as in "1h30m" (there is none for days).',
    '"" is no duration; write seconds as a number, or the units h, m and s as in "1h30m" (there is none for days).',
  ],
  'placeholder.yaml': [],
  'seconds.yaml': [],
  'units.yaml': [],
  'without-duration.yaml': [],
  'too-long.yaml': [
    'The duration "596524h" is too long; the controller counts up to 2147483647 seconds.',
    'The duration "2147483648" is too long; the controller counts up to 2147483647 seconds.',
  ],
});

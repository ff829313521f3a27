import rule from '../../../src/rules/steps/duration-parses.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'days.yaml': ['"1d" is not a duration; write "24h". The units are h, m and s.'],
  'experiment-in-days.yaml': ['"2d" is not a duration; write "48h". The units are h, m and s.'],
  'experiment-of-its-own.yaml': ['"2d" is not a duration; write "48h". The units are h, m and s.'],
  'experiment-of-its-own-in-hours.yaml': [],
  'experiment-without-unit.yaml': ['The duration "3600" of an experiment has no unit; write "3600s".'],
  'experiment.yaml': [],
  'minutes-in-words.yaml': ['"10 min" is not a duration; write "10m". The units are h, m and s.'],
  'negative.yaml': [
    'The duration -10 is negative; set 0 or more.',
    'The duration -5m is negative; set 0 or more.',
  ],
  'no-duration.yaml': [
    '"tomorrow" is not a duration; write seconds as a number, or use the units h, m and s, as in "1h30m" (there is no unit for days).',
    '"" is not a duration; write seconds as a number, or use the units h, m and s, as in "1h30m" (there is no unit for days).',
  ],
  'placeholder.yaml': [],
  'seconds.yaml': [],
  'units.yaml': [],
  'without-duration.yaml': [],
  'too-long.yaml': [
    'The duration "596524h" is longer than the 2147483647 seconds that the controller can count; shorten it.',
    'The duration "2147483648" is longer than the 2147483647 seconds that the controller can count; shorten it.',
  ],
});

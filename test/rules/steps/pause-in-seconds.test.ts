import rule from '../../../src/rules/steps/pause-in-seconds.js';
import { describeRule } from '../../support/describe-rule.js';

const message = (lasts: string, meant: string): string =>
  `A number counts seconds, so this pause lasts ${lasts}; write "${meant}" if milliseconds were meant.`;

describeRule(rule, {
  'milliseconds.yaml': [
    message('166h40m', '10m'),
    message('8h20m', '30s'),
    message('1000h', '1h'),
    message('1h23m20s', '5s'),
  ],
  'seconds.yaml': [],
});

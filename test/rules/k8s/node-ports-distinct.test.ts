import rule from '../../../src/rules/k8s/node-ports-distinct.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'one-file.yaml': [
    'Service "api" asks for nodePort 30080, which Service "web" has too, and the API server gives a port to one Service; use another port, or remove nodePort.',
  ],
  'other-ports.yaml': [],
  'out-of-range.yaml': [
    'Service "web" asks for nodePort 20000, but the range of a cluster is 30000-32767 unless its API server is started with another; use a port of that range, or remove nodePort.',
  ],
  'cluster-ip.yaml': [],
  'two-protocols.yaml': [],
  'two-folders': [
    'Service "web" asks for nodePort 30080, which Service "api" of another folder has too, so one cluster takes only one of them; use another port, or remove nodePort.',
  ],
  'two-environments': [],
});

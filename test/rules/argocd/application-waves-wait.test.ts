import rule from '../../../src/rules/argocd/application-waves-wait.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  waves: [
    'Application "web" of wave 2 does not wait until the objects of Application "database" of wave 1 are healthy, because Argo CD assesses no health of Applications by default; add resource.customizations.health.argoproj.io_Application to argocd-cm.',
  ],
  generated: [
    'Applications that ApplicationSet "platform" generates have sync-wave 2, but no sync contains them, so they are created at once; use strategy RollingSync with steps, or list the Applications in an Application of their own.',
  ],
  'wave-of-each': [
    'Applications that ApplicationSet "platform" generates have sync-wave {{ .wave }}, but no sync contains them, so they are created at once; use strategy RollingSync with steps, or list the Applications in an Application of their own.',
  ],
  rolling: [],
  'with-health': [],
  'by-hand': [],
});

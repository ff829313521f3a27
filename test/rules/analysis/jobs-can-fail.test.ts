import rule from '../../../src/rules/analysis/jobs-can-fail.js';
import { describeRule } from '../../support/describe-rule.js';

// POSIX.1-2024, Shell Command Language, 2.8.2: a script ends with the exit status of the last command that ran.
describeRule(rule, {
  'last-command.yaml': [
    'The Job of metric "printed" ends with "echo $RESULT", which always succeeds, so the metric passes whatever the version does; end it with an exit code that says whether the check passed.',
    'The Job of metric "only-printed" ends with "echo ok", which always succeeds, so the metric passes whatever the version does; end it with an exit code that says whether the check passed.',
    'The Job of metric "branches" ends with "echo bad", which always succeeds, so the metric passes whatever the version does; end it with an exit code that says whether the check passed.',
    'The Job of metric "dropped" ends with "curl -sf http://web/health || true", which always succeeds, so the metric passes whatever the version does; end it with an exit code that says whether the check passed.',
    'The Job of metric "zero" ends with "exit 0", which always succeeds, so the metric passes whatever the version does; end it with an exit code that says whether the check passed.',
  ],
  'script-good.yaml': [],
  // curl(1): without --fail, an answer of the server is a success, whatever its status code.
  'curl.yaml': [
    'The Job of metric "program" runs curl without --fail, which succeeds for each answer, also with status code 500; add --fail.',
    'The Job of metric "arguments" runs curl without --fail, which succeeds for each answer, also with status code 500; add --fail.',
    'The Job of metric "script" runs curl without --fail, which succeeds for each answer, also with status code 500; add --fail.',
  ],
  'curl-good.yaml': [],
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/job/job.go (Resume): the condition of the Job decides.
  'condition.yaml': [
    'The successCondition of metric "compared" has no effect, because a Job has no result to compare: its exit code alone decides; let the Job end with an error instead, and remove successCondition.',
    'The failureCondition of metric "compared-too" has no effect, because a Job has no result to compare: its exit code alone decides; let the Job end with an error instead, and remove failureCondition.',
  ],
  // 2.9.4.2: a for loop ends with the exit status of the last command of its body that ran.
  'loop.yaml': [
    'The Job of metric "load" ends with "sleep 1", which always succeeds, so the metric passes whatever the version does; end it with an exit code that says whether the check passed.',
    'The Job of metric "then-wait" ends with "sleep 10", which always succeeds, so the metric passes whatever the version does; end it with an exit code that says whether the check passed.',
  ],
  'loop-good.yaml': [],
  'skips.yaml': [
    'The Job of metric "skipped" ends with "exit 0" for each status code but 200, so the metric passes while what it asks does not answer; end it with another exit code there.',
  ],
  'skips-good.yaml': [],
  // sh -c '' runs nothing and ends with 0; words after the script are its parameters (sh(1), POSIX.1-2024).
  'nothing-to-run.yaml': [
    'The script of the Job of metric "smoke-test" is empty, and what stands after it in the list is an argument of the script that nothing runs, so the metric passes whatever the version does; write the commands into the item after -c.',
    'The script of the Job of metric "comments" is empty, so the metric passes whatever the version does; write the commands into the item after -c.',
    'The Job of metric "no-command" has no command, and image "docker.io/library/busybox:1.36" starts a shell that ends at once with 0, so the metric passes whatever the version does; add the command of the check.',
  ],
  'nothing-to-run-good.yaml': [],
  'dry-run.yaml': [],
  'quotes.yaml': [
    'Argument "--header=\'X-Canary: siege\'" of the Job of metric "load" reaches the program with its quotes, because no shell removes them; write it without the quotes.',
  ],
});

import type { Field } from '../../model/field.js';
import { successOf } from '../../rollouts/analysis/job-exit.js';
import { isAlwaysPassing } from '../../rollouts/analysis/limits.js';
import { metricsOf, templatesIn } from '../../rollouts/analysis/metrics.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/jobs-can-fail',
    description: 'Require the Job of a metric to end with an error for a bad version.',
    why: 'The exit code of the Job alone decides: 0 is a success, whatever it prints. A Job that ends with 0 for each answer never stops an update.',
    consequence: 'analysis-void',
    severity: 'warning',
    otherwise: {
      ignored: {
        when: 'For a condition of a metric that a Job measures',
        consequence: 'analysis-void',
        why: 'The controller evaluates no condition for a Job: the measurement is successful if the Job is complete, and failed if it is failed.',
        severity: 'info',
      },
      skips: {
        when: 'For a Job that ends with 0 for each status code but 200',
        consequence: 'analysis-void',
        why: 'The service that is asked may be down, or refuse the request. The metric passes as long as that lasts, and says nothing about the version.',
        severity: 'info',
      },
      quotes: {
        when: 'For quotes in an argument that no shell reads',
        consequence: 'analysis-void',
        why: 'Only a shell removes quotes. The program gets them as a part of the value, so a header has another name and a pattern fits nothing.',
        severity: 'info',
      },
    },
    messages: {
      last: 'The Job of metric "{metric}" ends with "{command}", which always succeeds, so the metric passes whatever the version does; end it with an exit code that says whether the check passed.',
      empty:
        'The script of the Job of metric "{metric}" is empty{rest}, so the metric passes whatever the version does; write the commands into the item after -c.',
      shell:
        'The Job of metric "{metric}" has no command, and image "{command}" starts a shell that ends at once with 0, so the metric passes whatever the version does; add the command of the check.',
      curl: 'The Job of metric "{metric}" runs curl without --fail, which succeeds for each answer, also with status code 500; add --fail.',
      skips:
        'The Job of metric "{metric}" ends with "{command}" for each status code but 200, so the metric passes while what it asks does not answer; end it with another exit code there.',
      ignored:
        'The {key} of metric "{metric}" has no effect, because a Job has no result to compare: its exit code alone decides; let the Job end with an error instead, and remove {key}.',
      quotes:
        'Argument "{word}" of the Job of metric "{metric}" reaches the program with its quotes, because no shell removes them; write it without the quotes.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/analysis/job/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/job/job.go',
      'https://curl.se/docs/manpage.html#-f',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      for (const { field, name, isDry } of metricsOf(template)) {
        const job = field.at('provider', 'job');
        if (!job.exists) continue;
        for (const key of ['successCondition', 'failureCondition'] as const)
          if (field.at(key).exists)
            report(field.at(key), 'ignored', { key, metric: name }, { case: 'ignored', atKey: true });
        const containers = job.at('spec', 'template', 'spec', 'containers').items;
        for (const word of containers.flatMap(quotedWords))
          report(word, 'quotes', { word: word.text ?? '', metric: name }, { case: 'quotes' });
        if (isDry || isAlwaysPassing(field)) continue;
        // One container that fails is enough for the Job to fail.
        const successes = containers.map(successOf);
        const first = successes.every((one) => one !== undefined) ? successes[0] : undefined;
        if (!first) continue;
        const { command, at, why } = first;
        // A shell fills in the variables of a script itself.
        report(
          at,
          why,
          { command: shortened(command), metric: name, rest: why === 'empty' ? unreadOf(at) : undefined },
          { atKey: true, case: why === 'skips' ? why : undefined },
        );
      }
    }
  },
});

/** Arguments with quotes around the whole value of an option, for a program that is not a shell. */
function quotedWords(container: Field): readonly Field[] {
  const [program = '', ...others] = ['command', 'args'].flatMap((key) => container.at(key).items);
  if (program === '' || others.length === 0 || /(?:^|\/)(?:\w*sh|env|xargs)$/.test(program.text ?? ''))
    return [];
  return others.filter(({ text }) => /^--?[\w-]+=(["'])[^"']*\1$/.test(text ?? ''));
}

/** What stands after a script: the shell takes it for the name and the parameters of the script. */
function unreadOf(script: Field): string {
  const list = script.parent;
  return list?.items.at(-1)?.key === script.key
    ? ''
    : ', and what stands after it in the list is an argument of the script that nothing runs';
}

function shortened(command: string): string {
  return command.length > 40 ? `${command.slice(0, 39)}…` : command;
}

import { analysisProviders, strategies, usedBy } from '../write/scaffold/service.js';
import { styles } from '../write/scaffold/style.js';
import { type GivenOptions, routers } from './new-options.js';
import {
  countProblem,
  gatewayProblem,
  hostProblem,
  imageProblem,
  labelProblem,
  nameProblem,
  type Problem,
  textProblem,
} from './new-values.js';
import type { Question } from './questions.js';

/** The options without a default. */
export const requiredOptions = [
  {
    key: 'service',
    flag: '<service>',
    question: 'Name of the service?',
    hint: 'such as checkout',
    check: nameProblem,
  },
  choice('style', '--style', 'Format of the files?', styles),
  choice('router', '--router', 'Traffic router?', routers),
  {
    key: 'image',
    flag: '--image',
    question: 'Container image?',
    hint: 'such as ghcr.io/acme/checkout:1.0.0',
    check: imageProblem,
  },
  {
    key: 'namespace',
    flag: '--namespace',
    question: 'Namespace?',
    hint: 'such as shop',
    check: labelProblem,
  },
] as const satisfies readonly (Question & { readonly flag: string })[];

type Answers = Readonly<Record<string, unknown>>;

const uses =
  (flag: keyof typeof usedBy) =>
  ({ router }: Answers): boolean =>
    (usedBy[flag] as readonly unknown[]).includes(router);

/** Options with a default that `new` asks for only if it asks questions anyway. */
export const optionalQuestions: readonly Question[] = [
  {
    ...choice('strategy', '--strategy', 'How does an update replace pods?', strategies),
    byDefault: 'canary',
    applies: ({ router }) => router !== 'istio-subset',
  },
  {
    key: 'host',
    question: 'External host name?',
    byDefault: 'none',
    check: hostProblem,
    applies: uses('host'),
  },
  {
    key: 'gateway',
    question: 'Existing Gateway?',
    hint: 'as namespace/name',
    check: gatewayProblem,
    applies: ({ router }) => router === 'gateway',
  },
  {
    key: 'gateway',
    question: 'Existing Gateway, as namespace/name?',
    byDefault: 'create one',
    check: gatewayProblem,
    applies: (answers) =>
      uses('gateway')(answers) && answers['router'] !== 'gateway' && answers['host'] !== undefined,
  },
  {
    key: 'header',
    question: 'Header of requests for the canary, as name=value?',
    byDefault: 'none',
    check: (answer) =>
      /^[^=\s]+=\S+$/.test(answer) ? undefined : 'it must be a name and a value, such as x-beta=true.',
    applies: (answers) => uses('header')(answers) && answers['strategy'] !== 'blue-green',
  },
  {
    key: 'replicas',
    question: 'Number of pods?',
    byDefault: '4',
    check: countProblem,
    applies: ({ hpa }) => hpa === undefined,
  },
  {
    key: 'analysis',
    question: `Metrics provider that detects a bad update: ${analysisProviders.join(', ')}?`,
    byDefault: 'nothing',
    check: oneOf(analysisProviders),
  },
  {
    key: 'argocd-repo',
    question: 'URL of the repository, for an Application of Argo CD?',
    byDefault: 'no Application',
    check: textProblem,
  },
];

/** Converts answers to options; the option for hosts can be repeated. */
export function asGiven({ host, ...answers }: Readonly<Record<string, string>>): Partial<GivenOptions> {
  return { ...answers, ...(host !== undefined && { host: [host] }) };
}

function choice<K extends string>(
  key: K,
  flag: string,
  question: string,
  choices: readonly string[],
): {
  readonly key: K;
  readonly flag: string;
  readonly question: string;
  readonly hint: string;
  readonly check: Problem;
} {
  return { key, flag, question, hint: choices.join(', '), check: oneOf(choices) };
}

function oneOf(choices: readonly string[]): Problem {
  return (answer) => (choices.includes(answer) ? undefined : `it must be one of ${choices.join(', ')}.`);
}

import { lint } from '../../src/lint/lint.js';
import { type Finding, messageOf } from '../../src/model/finding.js';
import { ownData } from '../../src/model/message.js';
import { rules } from '../../src/rules/index.js';
import type { File, Random } from '../support/random-repository.js';
import { textSource } from '../support/sources.js';
import type { Rewriting, Rewritten } from './rewriting.js';
import { rewritings } from './rewritings.js';

/** Files and the same ones written otherwise, and what is found in one of them alone. */
export interface Compared {
  readonly system: string;
  readonly way: string;
  /** How many findings there were before. */
  readonly count: number;
  readonly lost: readonly string[];
  readonly gained: readonly string[];
  readonly after: readonly File[];
}

/** Compares what is found in a system with what is found when it is written in other ways. */
export function* comparedWays(
  files: readonly File[],
  random: Random,
  ways: readonly Rewriting[] = rewritings,
): Generator<Compared> {
  const before = found(files);
  for (const { name, rewrite } of ways) {
    const rewritten = rewrite(files, random);
    if (!rewritten) continue;
    const [left, right] = [before, found(rewritten.files)].map((all) => toldAs(all, rewritten));
    yield {
      system: files[0]!.path,
      way: name,
      count: before.length,
      lost: without(left!, right!),
      gained: without(right!, left!),
      after: rewritten.files,
    };
  }
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** What a run says, but for lines. */
interface Told {
  /** What a finding is, whatever its words. */
  readonly core: readonly string[];
  readonly path: string;
  /** Its words, and what they say but for what they propose. */
  readonly words: readonly string[];
  readonly data: string;
}

function found(files: readonly File[]): readonly Told[] {
  const sources = files.map(({ path, text }) => textSource(path, text));
  const { findings, faults } = lint(sources, rules);
  return [
    ...findings.map(toldBy),
    ...faults.map(({ tasks, error }) => ({
      core: ['fault', ...tasks, String(error)],
      path: '',
      words: [],
      data: '',
    })),
  ];
}

function toldBy(finding: Finding): Told {
  const { rule, severity, place, consequence, labels, path = [], resource, fix, more = 0, message } = finding;
  const object = resource ? `${resource.kind}/${resource.namespace ?? ''}/${resource.name}` : '';
  return {
    core: [rule, severity, place.source.path, object, consequence?.why ?? '', String(more)],
    path: path.join('.'),
    words: [
      messageOf(finding),
      labels.map(({ message: label, place: at }) => `${at.source.path} ${label}`).join('\n'),
      fix?.title ?? '',
    ],
    data:
      message.id === 'any'
        ? messageOf(finding)
        : // Whether a name is like another one depends on all of it.
          JSON.stringify([message.id.replace(/^misspelt$/, 'missing'), ownData(message.data)]),
  };
}

/** Rules that go by what stands in one file: whoever applies it applies all of it. */
const goByFile: ReadonlySet<string> = new Set([
  'k8s/autoscaler-scales-rollout',
  'k8s/service-selects-pods',
  'rollout/pods-not-shared',
]);

function toldAs(all: readonly Told[], rewritten: Rewritten): readonly string[] {
  const { common = (told: string) => told, areNamesOther, arePlacesShared, isSplit } = rewritten;
  const some = isSplit ? all.filter(({ core: [rule] }) => !goByFile.has(rule!)) : all;
  const lines = some.map(({ core, path, words, data }) =>
    [
      ...core,
      arePlacesShared ? '' : path,
      ...(areNamesOther ? [data] : arePlacesShared ? words.slice(0, -1) : words),
    ]
      // Labels in an order that does not depend on the names of files.
      .map((part) => common(part).split('\n').sort().join('; '))
      .join(' | '),
  );
  return arePlacesShared ? [...new Set(lines)] : lines;
}

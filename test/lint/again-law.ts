import { lintAgain, type Linted } from '../../src/lint/lint-again.js';
import { lint } from '../../src/lint/lint.js';
import type { Source } from '../../src/model/source.js';
import { rules } from '../../src/rules/index.js';
import { edited, type File, fixtures, randomFrom, renamed, saidAnew } from '../support/random-repository.js';
import { keyOf, toSource } from './reach-law.js';

/** One edit of several that follow each other, and what is found then: in one run of everything, and in one that goes on from the last. */
export interface Step {
  readonly edit: string;
  readonly missed: readonly string[];
  readonly extra: readonly string[];
  /** Whether less was looked at than all. */
  readonly isPart: boolean;
}

/** Repositories as those of the law of reach, in which one file after the other is edited, added or taken away. */
export function* steps(
  folder: string,
  count: number,
  seed: number,
  { groups = 30, edits = 5 } = {},
): Generator<Step> {
  const random = randomFrom(seed);
  const systems = fixtures(folder);
  for (let made = 0; made < count; made++) {
    const all = Array.from({ length: groups }, (_, index) => renamed(random.pick(systems), index)).flat();
    const files: File[] = [...all];
    const sources: Source[] = files.map(toSource);
    let last = again(sources, undefined);
    for (let left = edits; left > 0; left--) {
      // One in three says something else of all that is deployed with it.
      const said = random.below(3) === 0 ? saidAnew(files, random) : undefined;
      const at = said ? files.findIndex((file) => file.path === said.path) : random.below(files.length);
      const { path, text: before } = files[at]!;
      const kind = said ? 2 : random.below(10);
      let edit = `${path}: `;
      if (kind === 0) {
        edit += 'gone';
        files.splice(at, 1);
        sources.splice(at, 1);
      } else {
        const { text, edit: how } = said ?? edited(before, all, random);
        const file = kind === 1 ? { path: path.replace(/\.ya?ml$/, `-${left}.yaml`), text } : { path, text };
        edit += `${kind === 1 ? 'copied; ' : ''}${how}`;
        const place = kind === 1 ? files.length : at;
        files[place] = file;
        sources[place] = toSource(file);
      }
      const next = again(sources, last);
      const [whole, part] = [lint(sources, rules), next.result].map(({ findings, suppressed }) => [
        ...findings.map(keyOf).sort(),
        ...suppressed.map((finding) => `suppressed ${keyOf(finding)}`).sort(),
      ]);
      yield {
        edit,
        missed: whole!.filter((key) => !part!.includes(key)),
        extra: part!.filter((key) => !whole!.includes(key)),
        // What was not looked at is the same object as before.
        isPart: next.result.findings.some((finding) => last.result.findings.includes(finding)),
      };
      last = next;
    }
  }
}

function again(sources: readonly Source[], last: Linted | undefined): Linted {
  return lintAgain([...sources], rules, { isKept: () => true }, last);
}

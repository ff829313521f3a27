// Compares our validation of random objects against CRDs with that of the API server's own code. Needs Go:
//   npm run conformance:definitions -- [--crds <folder>] [--count 50] [--seed 1] [--judge <existing program>]
//   … --record    writes the results for test/definitions with which npm run test:slow compares
// Without --crds, the definitions are those in test/definitions. --count is the number of objects for each version of a
// definition.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtWithGo } from './go.mjs';
import { besideItself, imported } from './modules.mjs';

const { values: options } = parseArgs({
  options: {
    crds: { type: 'string' },
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    judge: { type: 'string' },
    record: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const entry = 'test/kubernetes/definitions/conformance.ts';
/** @type {typeof import('../test/kubernetes/definitions/conformance.js')} */
const conformance = await imported(entry, { define: besideItself(entry) });
const [count, seed] = [Number(options.count), Number(options.seed)];
const { crds } = options;
const definitions =
  crds === undefined
    ? conformance.definitionsIn()
    : readdirSync(crds)
        .filter((file) => file.endsWith('.yaml'))
        .flatMap((file) => conformance.definitionsIn(readFileSync(join(crds, file), 'utf8')));
const asked = definitions.map((definition) => ({
  definition,
  objects: conformance.objectsOf(definition, count, seed),
}));

const folder = mkdtempSync(join(tmpdir(), 'rolloutkit-definitions-'));
try {
  const program = options.judge ?? builtWithGo('conformance/cel', join(folder, 'judge'));
  const input = asked
    .flatMap(({ definition, objects }) => [
      { define: definition.manifest },
      ...objects.map((object) => ({ object })),
    ])
    .map((line) => JSON.stringify(line))
    .join('\n');
  const lines = execFileSync(program, [], { input, encoding: 'utf8', maxBuffer: 2 ** 30 })
    .trim()
    .split('\n');
  /** @type {import('../test/kubernetes/definitions/conformance.js').Answer[]} */
  const answers = lines.map((line) => JSON.parse(line));
  let [objects, refused, unknown, different, at] = [0, 0, 0, 0, 0];
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const { definition, objects: all } of asked)
    for (const object of all) {
      const answer = /** @type {import('../test/kubernetes/definitions/conformance.js').Answer} */ (
        answers[at++]
      );
      const outcome = conformance.compare(definition, object, answer);
      objects += 1;
      refused += outcome.isRefused ? 1 : 0;
      unknown += outcome.unknown > 0 ? 1 : 0;
      if (outcome.differences.length === 0) continue;
      different += 1;
      const name = `${object['kind']}: ${outcome.differences.join('; ').slice(0, 300)}`;
      kinds.set(name, (kinds.get(name) ?? 0) + 1);
      if (options.verbose) console.log(JSON.stringify(object), JSON.stringify(answer));
    }
  for (const [name, times] of kinds) console.log(`${times} ${name}`);
  console.log(
    `${definitions.length} definitions, ${objects} objects, ${refused} refused, ${unknown} with rules that were not judged, ${different} different`,
  );
  if (objects === 0) throw new Error('Nothing was compared.');
  if (options.record)
    writeFileSync(
      join(import.meta.dirname, '../test/kubernetes/definitions/recorded.json'),
      `{"seed":${seed},"count":${count},"answers":[\n${answers.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`,
    );
  process.exitCode = different > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}

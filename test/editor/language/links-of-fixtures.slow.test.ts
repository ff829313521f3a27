import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { linkAt, referencesTo } from '../../../src/editor/language/definition.js';
import { linksOf } from '../../../src/editor/language/links/links.js';
import { lintRead } from '../../../src/lint/lint.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { rules } from '../../../src/rules/index.js';
import { isOneIn } from '../../support/one-in.js';
import { resolvedDuring } from '../../support/resolved-references.js';
import { filesBelow, fileSource } from '../../support/sources.js';

/** `ROLLOUTKIT_CHECKOUTS=FOLDER` takes the folders of that one instead of our fixtures, such as checkouts of others. */
const given = process.env['ROLLOUTKIT_CHECKOUTS'];

/** What rules ask about names that lead nowhere: whether something else has the name. */
const hypothetical: ReadonlySet<string> = new Set([
  'HorizontalPodAutoscaler spec.scaleTargetRef.name → Rollout',
  'Rollout spec.strategy.canary.analysis.templates.*.templateName → AnalysisTemplate',
  'Rollout spec.strategy.canary.analysis.templates.*.templateName → ClusterAnalysisTemplate',
  'Rollout spec.strategy.canary.trafficRouting.ingress → Ingress',
  'Rollout spec.template.spec.volumes.*.configMap.name → Bundle',
]);

/** One in so many fixtures is taken. */
/** Services in addresses that pods call: a part of a longer text, which the editor does not follow. */
const inAddresses =
  /^(?:ConfigMap data\.\w+|Rollout spec\.template\.spec\.\w+\.\*\.(?:env\.\*\.value|command\.\*|args\.\*)) → Service$/;

const every = Number(process.env['LINKS'] ?? 4);

function folders(): readonly string[] {
  if (given !== undefined)
    return readdirSync(given)
      .slice(0, 30)
      .map((name) => path.join(given, name));
  // A rule asks which Service may be meant by a host that leads to none.
  const isHypothetical = (folder: string): boolean => folder.endsWith('partial-name-of-a-service-entry.yaml');
  const all = readdirSync('test/rules')
    .filter((name) => !name.includes('.'))
    .flatMap((area) =>
      readdirSync(path.join('test/rules', area)).map((rule) => path.join('test/rules', area, rule)),
    )
    .filter((folder) => statSync(folder).isDirectory())
    .flatMap((folder) => readdirSync(folder).map((one) => path.join(folder, one)));
  return all.filter((folder) => isOneIn(every, folder) && !isHypothetical(folder));
}

/** Of a large repository, only so many references are gone back from. */
const mostBack = 300;

test('what rules resolve in a fixture is what the editor goes to from there, and back', () => {
  const wrong = new Map<string, string>();
  let [checked, back] = [0, 0];
  for (const folder of folders()) {
    const files = statSync(folder).isDirectory() ? filesBelow(folder) : [folder];
    const read = readGraph(files.map((file) => fileSource(path.resolve(file))));
    const { graph } = read;
    const { resolved } = resolvedDuring(() => lintRead(read, rules));
    for (const { reference, found } of resolved) {
      const { from, to } = reference;
      if (from.shape !== 'scalar' || found.length === 0 || from.place.start < 0) continue;
      // The name of an object that the controller derives is in no manifest.
      if (!(from.text ?? '').includes(to.name)) continue;
      const definitions = linkAt(graph, from.resource.source.path, from.place.end - 1)?.to() ?? [];
      const kinds = definitions.map(({ field }) => field?.resource.kind);
      // A rule also asks whether an object of another kind has the name.
      if (kinds.length > 0 && !kinds.includes(to.kind)) continue;
      checked++;
      const objects = definitions.map(({ field }) => field?.resource);
      const question = `${from.resource.kind} ${from.path.map((key) => (typeof key === 'number' ? '*' : key)).join('.')} → ${to.kind}`;
      if (hypothetical.has(question) || inAddresses.test(question)) continue;
      if (found.some((one) => !objects.includes(one))) wrong.set(question, folder);
    }
    let here = 0;
    for (const resource of graph.given)
      for (const link of linksOf(graph, resource)) {
        const definitions = link.to();
        if (definitions.length === 0 || ++here > mostBack) continue;
        back++;
        const { links } = referencesTo(graph, definitions);
        const isBack = links.some(
          ({ place: { start, source } }) => start === link.place.start && source === link.place.source,
        );
        if (!isBack)
          wrong.set(`back from ${link.kind} of ${resource.kind} ${link.from.path.join('.')}`, folder);
      }
  }
  if (given !== undefined) console.log(`${checked} references, ${back} links`);
  expect(Object.fromEntries(wrong)).toEqual({});
  expect(checked).toBeGreaterThan(1000);
  expect(back).toBeGreaterThan(1000);
}, 1_500_000);

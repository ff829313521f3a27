import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goText } from '../../../src/kubernetes/apply/go-text.js';
import { rolloutsType, structOf, type GoType } from '../../../src/kubernetes/apply/schema-table.js';

/** What upstream's types did with each value of each field: conformance/recorder/common/fields. */
const releases = [
  ['1.7', 'v1.7.2'],
  ['1.8', 'v1.8.5'],
  ['1.9', 'v1.9.2'],
  ['1.10', 'v1.10.1'],
] as const;

interface Answer {
  readonly struct: string;
  readonly given: string;
  readonly written: string;
}

function recorded(release: string): readonly Answer[] {
  const path = join(__dirname, `../../../conformance/recordings/go-fields/${release}.tsv`);
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [struct = '', given = '', written = ''] = line.split('\t');
      // The types of Kubernetes are those of a release that leaves it out.
      return { struct, given, written: written.replaceAll('"creationTimestamp":null', '') };
    });
}

describe.each(releases)('the types of Argo Rollouts %s', (version, release) => {
  const answers = recorded(release);

  it('write each field as Go does, whatever its value', () => {
    expect(answers.length).toBeGreaterThan(900);
    const differing = answers.flatMap(({ struct, given, written }) => {
      const ours = goText(JSON.parse(given), rolloutsType(struct, version));
      return ours === written ? [] : [{ struct, given, written, ours }];
    });
    expect(differing).toEqual([]);
  });

  it('are those that Go has, with the same fields', () => {
    const fields = new Map<string, Set<string>>();
    for (const { struct, given } of answers) {
      const known = fields.get(struct) ?? new Set();
      for (const key of Object.keys(JSON.parse(given) as object)) known.add(key);
      fields.set(struct, known);
    }
    const found = new Map<string, ReadonlySet<string>>();
    const visit = (type: GoType): void => {
      if (type.kind === 'list' || type.kind === 'map') visit(type.element);
      const [, name] = type.kind === 'struct' ? (/^rollouts\.v1alpha1\.(\w+)@/.exec(type.name) ?? []) : [];
      if (type.kind !== 'struct' || name === undefined || found.has(name)) return;
      const own = structOf(type.name).fields;
      found.set(name, new Set(own.keys()));
      for (const field of own.values()) visit(field.type);
    };
    for (const root of ['RolloutSpec', 'AnalysisTemplateSpec'])
      visit({ kind: 'struct', name: rolloutsType(root, version) });
    // Embedded in another struct, it has no field of its own.
    if (!found.has('RolloutAnalysis')) fields.delete('RolloutAnalysis');
    expect(found).toEqual(fields);
  });
});

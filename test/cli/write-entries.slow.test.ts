import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { wantedOf, writeEntries } from '../../src/cli/write-entries.js';
import { driftOf } from '../../src/play/drift/drift.js';
import { Boundary } from '../../src/repository/files/boundary.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { renderedFile } from '../../src/model/source.js';
import { application, istio } from '../play/drift/manifests.js';
import { folderOf } from '../support/command.js';

it('a file that has gone since it was compared is told of, and ends nothing', () => {
  let isThere = true;
  const text = application() + istio();
  const source = {
    path: '/nowhere/a.yaml',
    name: 'a.yaml',
    read: () => {
      if (isThere) return text;
      throw Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' });
    },
  };
  const { graph } = readGraph([source]);
  const wanted = driftOf(graph, graph.rollouts).drifts.flatMap((drift) => wantedOf(drift) ?? []);
  isThere = false;
  expect(writeEntries(wanted, Boundary.around('/nowhere', []))).toEqual({
    written: [],
    failures: [{ message: 'a.yaml: nothing was written for "shop": file or folder not found.' }],
  });
});

describe('an Application that a kustomization renders', () => {
  const written = (text: string): { readonly failures: readonly string[]; readonly text: string } => {
    const folder = folderOf({ 'app.yaml': text });
    const file = path.join(folder, 'app.yaml');
    const read = (): string => readFileSync(file, 'utf8');
    const rendered = {
      path: `${folder}/${renderedFile}`,
      name: 'kustomization.yaml (rendered)',
      read: () => application() + istio(),
    };
    const { graph } = readGraph([rendered]);
    const wanted = driftOf(graph, graph.rollouts).drifts.flatMap((drift) => wantedOf(drift) ?? []);
    const given = [{ path: file, name: 'app.yaml', read }];
    const { failures } = writeEntries(wanted, Boundary.around(folder, []), given);
    return { failures: failures.map(({ message }) => message), text: read() };
  };

  it('is changed in its file, where that has the same', () => {
    const { failures, text } = written(`# The shop.\n${application()}`);
    expect(failures).toEqual([]);
    expect(text).toContain('# The shop.\n');
    expect(text).toContain('        - .spec.http[]?.route[]?.weight\n');
  });

  it('is left alone where a patch makes another one of it', () => {
    const other = application('project: other');
    expect(written(other)).toEqual({
      failures: [
        'kustomization.yaml (rendered): nothing was written for "shop": this Application is rendered from other files; add the printed entries there.',
      ],
      text: other,
    });
  });
});

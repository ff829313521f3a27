import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { KnownState } from '../../../src/lint/workspace/known-state.js';
import { Workspace } from '../../../src/lint/workspace/workspace.js';
import { rules as all } from '../../../src/rules/index.js';
import { folderOf, rolloutText } from '../../support/command.js';

const rules = all.filter(({ meta }) => ['schema/fields-known', 'rollout/services-exist'].includes(meta.name));

const service = (name: string) => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector:
    app: web
  ports:
    - port: 80
`;
const rollout = rolloutText('web', 'stableService: web-stable\n      canaryService: web-canary');

function workspaceOf(): { workspace: Workspace; at: (name: string) => string } {
  const folder = folderOf({
    'rollout.yaml': rollout,
    'stable.yaml': service('web-stable'),
    'canary.yaml': service('web-canary'),
    'other.yaml': rolloutText('other', 'maxsurge: 1'),
  });
  return {
    workspace: new Workspace(folder, { rules, reads: 'folder' }),
    at: (name) => path.join(folder, name),
  };
}

const told = ({ findings }: KnownState) => findings.map(({ place, rule }) => `${place.source.name} ${rule}`);
const known = 'other.yaml schema/fields-known';

describe('a workspace', () => {
  it('has the findings of unsaved texts, and of the files again when these are released', () => {
    const { workspace, at } = workspaceOf();
    expect(told(workspace.state())).toEqual([known]);
    expect(workspace.edit(at('stable.yaml'), service('web-old'))).toBe(true);
    expect(told(workspace.state())).toEqual([known, 'rollout.yaml rollout/services-exist']);
    workspace.release(at('stable.yaml'));
    expect(told(workspace.state())).toEqual([known]);
  });

  it('prepares for a change in parts, and finds the same after it', () => {
    const [{ workspace, at }, { workspace: other, at: there }] = [workspaceOf(), workspaceOf()];
    expect(workspace.prepare()).toBe(false);
    workspace.state();
    other.state();
    const parts = Array.from({ length: 4 }, () => workspace.prepare());
    expect(parts.slice(0, 1)).toEqual([true]);
    expect(parts.at(-1)).toBe(false);
    workspace.edit(at('stable.yaml'), service('web-old'));
    other.edit(there('stable.yaml'), service('web-old'));
    expect(told(workspace.state())).toEqual(told(other.state()));
  });

  it('says soon what a change of objects reaches, and all of it later', () => {
    const { workspace, at } = workspaceOf();
    workspace.state();
    workspace.edit(at('stable.yaml'), service('web-old'));
    expect(told(workspace.roughState())).toEqual([known, 'rollout.yaml rollout/services-exist']);
    expect(workspace.isRough).toBe(true);
    expect(told(workspace.state())).toEqual([known, 'rollout.yaml rollout/services-exist']);
    expect(workspace.isRough).toBe(false);
  });

  it('has unsaved files in the order in which they are listed when they are saved', () => {
    const names = ['b.yaml', 'd.yaml', 'a/x.yaml', 'a/b/y.yaml', 'c/z.yaml', 'a-b/w.yaml'];
    const unsaved = [
      'e.yaml',
      'a/y.yaml',
      'c.yaml',
      'a/b/x.yaml',
      'a/a/a.yaml',
      'b/a.yaml',
      'a.b/c.yaml',
      'A.yaml',
    ];
    const text = service('web');
    const files = (all: readonly string[]) => Object.fromEntries(all.map((name) => [name, text]));
    const folder = folderOf(files(names));
    const workspace = new Workspace(folder, { rules, reads: 'folder' });
    for (const name of unsaved) expect(workspace.edit(path.join(folder, name), text)).toBe(true);
    const saved = new Workspace(folderOf(files([...names, ...unsaved])), { rules, reads: 'folder' });
    expect(workspace.sources.map(({ name }) => name)).toEqual(saved.sources.map(({ name }) => name));
  });

  it('keeps no earlier state in memory', async () => {
    const { workspace, at } = workspaceOf();
    const first = new WeakRef(workspace.state().linted.read.graph);
    for (const text of ['maxsurge: 2', 'maxsurge: 3', 'maxsurge: 4']) {
      workspace.edit(at('other.yaml'), rolloutText('other', text));
      expect(told(workspace.state())).toEqual([known]);
    }
    // A WeakRef holds its target until the end of the task.
    await new Promise((resolve) => setTimeout(resolve));
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    expect(first.deref()).toBeUndefined();
  });

  it('says soon that a text is half-typed, and knows everything when it is whole again', () => {
    const { workspace, at } = workspaceOf();
    const before = workspace.state();
    workspace.edit(at('other.yaml'), rollout.replace('spec:', 'spec'));
    expect(told(workspace.roughState())).toContain('other.yaml yaml/parses');
    expect(workspace.isRough).toBe(true);
    workspace.release(at('other.yaml'));
    expect(told(workspace.roughState())).toEqual(told(before));
    expect(workspace.isRough).toBe(false);
    expect(workspace.state()).toBe(workspace.roughState());
  });

  it('does not take files that do not belong to it', () => {
    const { workspace, at } = workspaceOf();
    expect(workspace.edit(at('notes.txt'), rollout)).toBe(false);
    expect(workspace.edit(at('../outside.yaml'), rollout)).toBe(false);
    expect(workspace.edit(at('new.yaml'), service('web-stable'))).toBe(true);
    expect(workspace.sources.map(({ name }) => name)).toContain('new.yaml');
  });
});

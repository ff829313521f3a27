import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../../support/command.js';
import { programCalled } from '../../support/programs.js';
import { cases, partials, values } from './cases.js';

const hasHelm = programCalled('helm') !== undefined;

describe.skipIf(!hasHelm)('helm template', () => {
  it.each(cases)('writes %s as the cases say', (template, expected) => {
    const folder = folderOf({
      'Chart.yaml': 'apiVersion: v2\nname: case\nversion: 0.1.0\n',
      'values.yaml': values,
      'templates/_helpers.tpl': partials,
      'templates/a.yaml': template,
    });
    const args = ['template', '--kube-version=1.36', '--namespace', 'ns', 'rel', path.resolve(folder)];
    const { status, stdout } = spawnSync('helm', args, { encoding: 'utf8' });
    const written = stdout.split('\n').slice(2).join('\n').trimEnd();
    expect(status === 0 ? written : undefined).toBe(expected);
  });
});

import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bad, folderOf, good } from '../support/command.js';

const root = path.join(__dirname, '../..');
const page = readFileSync(path.join(root, 'docs/shards.md'), 'utf8');

/** The only YAML of a section. */
function pipelineOf<Shape>(section: string): Shape {
  const [text = ''] = page.slice(page.indexOf(`## ${section}\n`)).split(/\n(?=## )/);
  const [first, ...others] = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = '']) => yaml);
  expect(others).toEqual([]);
  return load(first ?? '') as Shape;
}

/** Where a job runs: a checkout, a folder of its own for what it writes, and one where reports are gathered. */
class Runner {
  readonly checkout = folderOf({ 'apps/bad.yaml': bad, 'apps/good.yaml': good });
  readonly temporary = folderOf({});
  readonly later = folderOf({ 'reports/.keep': '' });
  private readonly tools = folderOf({});

  constructor() {
    const program = `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, 'bin/rolloutkit.js')}' "$@"\n`;
    writeFileSync(path.join(this.tools, 'rolloutkit'), program, { mode: 0o755 });
  }

  run(folder: string, commands: readonly string[], variables: Readonly<Record<string, string>> = {}) {
    const script = ['set -e', ...commands].join('\n').replaceAll('/tmp/', `${this.temporary}/`);
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...variables, PATH: `${this.tools}:${process.env['PATH'] ?? ''}` },
    });
    return { status, stdout, stderr };
  }

  /** A shard has succeeded, and left a report. */
  gather(done: ReturnType<Runner['run']>, report: string, name: string): void {
    expect(done).toMatchObject({ status: 0, stdout: '' });
    copyFileSync(report, path.join(this.later, 'reports', name));
  }

  /** The last step finds what there is, and without one of the reports it says so. */
  expectMerged(commands: readonly string[], last: string): void {
    expect(this.run(this.later, commands)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('apps/bad.yaml:') as string,
    });
    rmSync(path.join(this.later, 'reports', last));
    expect(this.run(this.later, commands)).toMatchObject({
      status: 4,
      stdout: '',
      stderr: expect.stringContaining('Shard 4 of 4 is missing') as string,
    });
  }
}

describe('docs/shards.md', () => {
  it('has a workflow of GitHub Actions', { timeout: 60_000 }, () => {
    interface Job {
      readonly needs?: string;
      readonly if?: string;
      readonly strategy: { readonly matrix: { readonly shard: readonly number[] } };
      readonly steps: readonly {
        readonly run?: string;
        readonly uses?: string;
        readonly with?: Readonly<Record<string, string>>;
      }[];
    }
    const { jobs } = pipelineOf<{ jobs: Record<'shard' | 'lint', Job> }>('GitHub Actions');
    expect(jobs.lint).toMatchObject({ needs: 'shard', if: '${{ !cancelled() }}' });
    const { shard: shards } = jobs.shard.strategy.matrix;
    const runner = new Runner();
    const filled = (text: string, shard: number): string =>
      text
        .replaceAll('${{ matrix.shard }}', String(shard))
        .replaceAll('${{ strategy.job-total }}', String(shards.length))
        .replaceAll('${{ runner.temp }}', runner.temporary);
    const step = (job: Job, word: string) =>
      job.steps.find(({ run, uses }) => (run ?? uses ?? '').includes(word));
    for (const shard of shards) {
      const command = filled(step(jobs.shard, '--shard')?.run ?? '', shard);
      const done = runner.run(runner.checkout, [command], { RUNNER_TEMP: runner.temporary });
      const report = filled(step(jobs.shard, 'upload-artifact')?.with?.['path'] ?? '', shard);
      runner.gather(done, report, path.basename(report));
    }
    expect(step(jobs.lint, 'download-artifact')?.with).toMatchObject({ path: 'reports' });
    runner.expectMerged([step(jobs.lint, 'merge')?.run ?? ''], 'shard-4.json');
  });

  it('has a pipeline of GitLab', { timeout: 60_000 }, () => {
    interface Job {
      readonly parallel: number;
      readonly script: readonly string[];
      readonly after_script: readonly string[];
      readonly artifacts: { readonly paths: readonly string[] };
    }
    const { shard, lint } = pipelineOf<Record<'shard' | 'lint', Job>>('GitLab');
    const runner = new Runner();
    for (let index = 1; index <= shard.parallel; index++) {
      const variables = { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: String(shard.parallel) };
      const done = runner.run(runner.checkout, [...shard.script, ...shard.after_script], variables);
      const [folder = ''] = shard.artifacts.paths;
      const name = `shard-${index}.json`;
      runner.gather(done, path.join(runner.checkout, folder, name), name);
      rmSync(path.join(runner.checkout, folder), { recursive: true }); // Each job has a checkout of its own.
    }
    runner.expectMerged(lint.script, 'shard-4.json');
  });

  it('has a template of Argo Workflows', { timeout: 60_000 }, () => {
    interface Template {
      readonly name: string;
      readonly inputs?: { readonly artifacts: readonly { readonly path: string }[] };
      readonly outputs?: {
        readonly artifacts: readonly { readonly path: string; readonly s3: { readonly key: string } }[];
      };
      readonly container?: { readonly command: readonly string[]; readonly args: readonly string[] };
      readonly dag?: { readonly tasks: readonly { readonly template: string }[] };
    }
    const { spec } = pipelineOf<{ spec: { readonly templates: readonly Template[] } }>('Argo Workflows');
    const named = (name: string) => spec.templates.find((one) => one.name === name);
    expect(named('lint')?.dag?.tasks.map(({ template }) => named(template)?.name)).toEqual([
      'shard',
      'merge',
    ]);
    const runner = new Runner();
    for (let index = 1; index <= 4; index++) {
      const filled = (text: string): string =>
        text
          .replaceAll('{{inputs.parameters.index}}', String(index))
          .replaceAll('{{workflow.parameters.shards}}', '4')
          .replaceAll('{{workflow.uid}}', 'reports');
      const shard = named('shard');
      const done = runner.run(runner.checkout, (shard?.container?.args ?? []).map(filled));
      const [report] = shard?.outputs?.artifacts ?? [];
      const file = (report?.path ?? '').replace('/tmp/', `${runner.temporary}/`);
      runner.gather(done, file, path.basename(filled(report?.s3.key ?? '')));
    }
    const merge = named('merge');
    expect(merge?.inputs?.artifacts).toMatchObject([{ path: '/reports' }]);
    const commands = (merge?.container?.args ?? []).map((text) => text.replace('/reports/', 'reports/'));
    runner.expectMerged(commands, 'shard-4.json');
  });

  it('begins with commands that do as it says', { timeout: 60_000 }, () => {
    const runner = new Runner();
    const [, commands = ''] = /```sh\n(.*?)```/s.exec(page) ?? [];
    const { status, stdout } = runner.run(runner.checkout, [commands]);
    const whole = runner.run(runner.checkout, ['rolloutkit lint']);
    const timeless = (text: string): string => text.replace(/\d+\.\d\d s$/m, '');
    expect({ status, stdout: timeless(stdout) }).toEqual({ status: 1, stdout: timeless(whole.stdout) });
  });
});

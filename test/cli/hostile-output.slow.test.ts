import { describe, expect, it } from 'vitest';
import { broken, folderOf, run, runIn } from '../support/command.js';
import { hostileFiles, hostileName } from '../support/hostile.js';
import { Repository } from '../support/repository.js';

/** What the runner has extensions for: src/Runner.Worker/ActionCommandManager.cs. */
const registered = new Set(
  `internal-set-repo-path set-env set-output save-state add-mask add-path add-matcher remove-matcher debug warning
  error notice group endgroup echo stop-commands`.split(/\s+/),
);

/** `TryParseV2` and `TryParse` of https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs. */
function commandOf(message: string): string | undefined {
  const trimmed = message.replace(/^[\s\u0085]+/, '');
  const end = trimmed.indexOf('::', 2);
  const prefix = message.indexOf('##[');
  const bracket = message.indexOf(']', prefix);
  return [
    ...(trimmed.startsWith('::') && end >= 0 ? [trimmed.slice(2, end)] : []),
    ...(prefix >= 0 && bracket >= 0 ? [message.slice(prefix + 3, bracket)] : []),
  ]
    .map((info) => info.split(' ')[0]!)
    .find((name) => registered.has(name.toLowerCase()));
}

/** Of a text, all that is not a sign, a space, a tab or the end of a line. */
const steering =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/gu;

/** The codes of src/report/style.ts. */
const colors = /\u001b\[(?:1|2|22|31|32|33|34|39)m/g;

function expectInert(output: string): void {
  const lines = output.split(/\r\n|\r|\n/);
  expect(lines.filter((line) => commandOf(line) !== undefined)).toEqual([]);
  expect(lines.filter((line) => /##(?:vso|teamcity)\[/i.test(line))).toEqual([]);
  expect(lines.filter((line) => line.trim().startsWith('FORGED'))).toEqual([]);
  expect(output.replaceAll(colors, '').match(steering) ?? []).toEqual([]);
}

it.each([
  ['::error::x', 'error'],
  [' \u0085 ::add-mask::x', 'add-mask'],
  ['::error file=a.ts,line=1::x', 'error'],
  ['a ##[add-mask]x', 'add-mask'],
  ['a ::error::x', undefined],
  ['::web::x', undefined],
])('the runner of GitHub takes %j for %s', (line, command) => {
  expect(commandOf(line)).toBe(command);
});

const name = hostileName;
const commands: readonly (readonly string[])[] = [
  ['lint', '.'],
  ['lint', '.', '--format', 'json'],
  ['lint', '.', '--quiet'],
  ['lint', `${name}.yaml`],
  ['lint', `${name}.yaml`, '--format', 'json'],
  ['lint', '--only', name],
  ['lint', '--rule', name],
  ['lint', '--rule', `${name}=error`],
  ['lint', '--fail-on', name],
  ['lint', '--format', name],
  ['lint', '--assume', name],
  ['lint', '--changed', '.'],
  ['lint', `--changed=${name}`],
  ['lint', `--${name}`],
  ['lint', '--render', '--render-timeout', name],
  ['simulate', '.'],
  ['simulate', '.', '--format', 'json'],
  ['simulate', '.', '--format', 'html'],
  ['simulate', '.', '--rollout', name],
  ['simulate', '.', '--rollout', `${name}x`],
  ['simulate', '.', '--rollout', name, '--step', '0'],
  ['simulate', '.', '--rollout', name, '--step', name],
  ['simulate', '.', '--rollout', name, '--diff', 'installed..step-0'],
  ['simulate', '.', '--rollout', name, '--diff', name],
  ['simulate', '.', '--abort-at', '99'],
  ['simulate', 'broken'],
  ['drift', '.'],
  ['drift', '.', '--format', 'json'],
  ['drift', '.', '--format', 'html'],
  ['drift', '.', '--argocd', name],
  ['drift', 'broken'],
  ['rollback', name, '--dry-run'],
  ['rollback', name],
  ['rollback', `${name}x`],
  ['rollback', 'twice'],
  ['rollback', name, '--to', name],
  ['init', '--dry-run', '--ci', 'github'],
  ['init', '--kustomize', '--ci', 'none'],
  ['init', name],
  ['new', name],
  ['new', name, '--style', 'yaml', '--router', 'none', '--image', name, '--namespace', name],
  ['explain', name],
  ['rules', name],
  [name],
];

function repository(): string {
  const made = new Repository(hostileFiles('web:1'));
  made.commit(`Second ${name}`);
  made.write(hostileFiles(`web:${name}`));
  made.commit('Third');
  return made.folder;
}

describe.each([
  ['without colors', undefined],
  ['in a terminal', 100],
])('what is printed of a hostile repository %s', (_, columns) => {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([key]) => key !== 'NO_COLOR'));

  it('steers neither a terminal nor a CI system', { timeout: 240_000 }, () => {
    let [escapes, painted] = [0, 0];
    for (const args of commands) {
      const folder = repository();
      const { code, stdout, stderr } = runIn(
        { folder, environment, ...(columns !== undefined && { columns }) },
        ...args,
      );
      const output = `${stdout}${stderr}`;
      expect(output, args.join(' ')).not.toBe('');
      expect([0, 1, 2, 4], args.join(' ')).toContain(code);
      expectInert(output);
      if (output.includes(String.raw`\u001b`)) escapes++;
      if (colors.test(output)) painted++;
    }
    // Otherwise nothing of the repository was printed, and nothing was tried.
    expect(escapes).toBeGreaterThan(commands.length / 2);
    expect(painted > 0).toBe(columns !== undefined);
  });
});

it.each([
  ['a key', `${JSON.stringify(name)}: 1\n`],
  ['a rule', `rules:\n  ${JSON.stringify(name)}: error\n`],
  ['a severity', `rules:\n  steps/one-action: ${JSON.stringify(name)}\n`],
  ['a version', `rollouts: ${JSON.stringify(name)}\n`],
  ['a value', `render: ${JSON.stringify(name)}\n`],
  ['no YAML', 'a: b\n  ::error::c: d\n"'],
])('a configuration with %s steers nothing', (_, text) => {
  const folder = folderOf({ 'rolloutkit.yaml': text });
  const { code, stdout, stderr } = run(folder, 'lint');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expectInert(stderr);
});

it('names a file as its escapes say', () => {
  const folder = folderOf({ '::add-mask::e.yaml': broken, '##[error]x.yaml': broken });
  const { stdout } = run(folder, 'lint');
  expect(stdout).toContain(String.raw`\u003a:add-mask::e.yaml:12:6  error`);
  expect(stdout).toContain(String.raw`\u0023#[error]x.yaml:12:6  error`);
  const { findings } = JSON.parse(run(folder, 'lint', '--format', 'json').stdout) as {
    findings: { file: string }[];
  };
  expect(findings.map(({ file }) => file)).toEqual(['##[error]x.yaml', '::add-mask::e.yaml']);
});

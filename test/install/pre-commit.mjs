// Runs the hook as the real pre-commit installs it, from a clone of this repository and from the package:
//   node test/install/pre-commit.mjs 4.7.0    the version of pre-commit, which pip installs
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pack } from '../../scripts/pack.mjs';

const root = join(import.meta.dirname, '../..');
const temporary = mkdtempSync(join(tmpdir(), 'rolloutkit-pre-commit-'));
const [source, shop] = [join(temporary, 'source'), join(temporary, 'shop')];
const python = join(temporary, 'python');
const [version] = process.argv.slice(2);
if (version === undefined) throw new Error('Which pre-commit?');
/** Nothing that is run here takes so many milliseconds, unless it hangs: before 4.6.1 a clone is installed in minutes. */
const timeLimit = 12 * 60_000;

/** How whoever runs this is told that nothing could be checked. */
const skipped = 77;

const env = {
  // Without what Git tells a hook, in case one runs this.
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  PRE_COMMIT_HOME: join(temporary, 'home'),
  PRE_COMMIT_COLOR: 'never',
  PATH: [join(python, 'bin'), process.env['PATH']].join(delimiter),
};

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: shop, env, encoding: 'utf8', stdio: 'pipe' });

/**
 * What a command prints, and how it ends.
 * @param {string} command
 * @param {string[]} args
 */
const run = (command, ...args) => {
  const start = Date.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: shop,
    env,
    encoding: 'utf8',
    timeout: timeLimit,
  });
  return {
    status,
    output: `${stdout}${stderr}${error?.message ?? ''}`,
    seconds: (Date.now() - start) / 1000,
  };
};

/** Why the hook cannot be tried here; empty if it can. */
const obstacle = () => {
  if (run('git', '-C', root, 'rev-parse', 'HEAD').status !== 0) return 'this is no clone of the repository';
  if (run('npm', 'ping', '--fetch-retries=0', '--fetch-timeout=10000').status !== 0)
    return 'npm reaches no packages';
  if (run('python3', '-m', 'venv', python).status !== 0) return 'there is no python3 with venv and pip';
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries=1'];
  const { status, output } = run(join(python, 'bin/python'), ...pip, `pre-commit==${version}`);
  if (status === 0) return '';
  return `pip installs no pre-commit ${version}: ${output.trim().split('\n').at(-1)}`;
};

let checks = 0;
/**
 * @param {string} what
 * @param {{ status: number | null, output: string, seconds: number }} result
 * @param {number} status
 * @param {RegExp[]} shown
 */
const check = (what, { status: found, output, seconds }, status, ...shown) => {
  const missing = shown.filter((pattern) => !pattern.test(output));
  const ok = found === status && missing.length === 0;
  console.log(`${ok ? 'passed' : 'failed'}  pre-commit ${version}: ${what}, ${seconds.toFixed(1)} s`);
  if (ok) checks += 1;
  else {
    console.log(`exit code ${found} in place of ${status}; not shown: ${missing.join(' ')}\n${output}`);
    process.exitCode = 1;
  }
};

/**
 * @param {string} file
 * @param {string} from
 * @param {string} to
 */
const replace = (file, from, to) => {
  const before = readFileSync(join(shop, file), 'utf8');
  const after = before.replaceAll(from, to);
  if (after === before) throw new Error(`${file} does not hold "${from}".`);
  writeFileSync(join(shop, file), after);
};

mkdirSync(shop);
try {
  const why = obstacle();
  if (why !== '') {
    console.log(`skipped: ${why}.`);
    process.exitCode = skipped;
  } else {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, source], { env });
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'user.name', 'Sam');
    git('config', 'user.email', 'sam@example.com');
    cpSync(join(root, 'examples/istio-subset/corrected'), shop, { recursive: true });
    const rev = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: source, encoding: 'utf8' }).trim();
    /** As docs/ci.md has them, in JSON, which is YAML. */
    const forms = {
      'the package': {
        repo: 'local',
        hooks: [
          {
            id: 'rolloutkit',
            name: 'rolloutkit',
            entry: 'rolloutkit lint --staged --quiet',
            language: 'node',
            additional_dependencies: [pack(temporary).tarball],
            pass_filenames: false,
            always_run: true,
          },
        ],
      },
      'a clone': { repo: source, rev, hooks: [{ id: 'rolloutkit' }, { id: 'rolloutkit-impact' }] },
    };
    check('is the one to be tried', run('pre-commit', '--version'), 0, new RegExp(` ${version}\\s*$`));
    for (const [form, repo] of Object.entries(forms)) {
      writeFileSync(join(shop, '.pre-commit-config.yaml'), JSON.stringify({ repos: [repo] }));
      git('add', '--all');
      check(`installs ${form}, and passes`, run('pre-commit', 'run'), 0, /Passed/);
      check('is silent when it passes', run('pre-commit', 'run', '--verbose'), 0, /duration: [\d.]+s\s*$/);
      git('commit', '--quiet', '--message', `Checked by ${form}`);

      replace('virtualservice.yaml', 'name: primary', 'name: renamed');
      git('add', '--all');
      check(
        'fails on a renamed route, at the Rollout that names it',
        run('pre-commit', 'run'),
        1,
        /Failed/,
        /^rollout\.yaml:\d+:\d+ {2}error {2}istio\/route-exists$/m,
        /Route "primary" is not in VirtualService/,
      );
      if (form === 'the package') git('reset', '--quiet', '--hard');
    }
    check('keeps Git from committing', hooked('commit', '--message', 'Rename'), 1, /istio\/route-exists/);

    git('commit', '--quiet', '--no-verify', '--message', 'Rename all the same');
    check('reports everything', run('pre-commit', 'run', '--all-files'), 1, /istio\/route-exists/);
    check('lets a message be mended', hooked('commit', '--amend', '--message', 'Sorry'), 0, /Passed/);
    writeFileSync(join(shop, 'README.md'), 'Words\n');
    git('add', '--all');
    check('says nothing of old faults', hooked('commit', '--message', 'Words'), 0, /Passed/);
    git('rm', '--quiet', 'destinationrule.yaml');
    check('sees that a file is deleted', run('pre-commit', 'run'), 1, /^rollout\.yaml:.*error/m);
    console.log(`${checks} checks`);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

/**
 * Runs a command of Git with the hook installed.
 * @param {string[]} args
 */
function hooked(...args) {
  run('pre-commit', 'install');
  const result = run('git', ...args);
  run('pre-commit', 'uninstall');
  return result;
}

// What a command may do to the machine. All that is not allowed here is an offence.
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { secret } from './world.mjs';

/**
 * @typedef {object} Allowed
 * @property {RegExp[]} writes paths of the repository, from its root, that the command is there to write
 * @property {RegExp[]} reads of the home, beside configuration
 * @property {boolean} isRace whether a folder may have become a link since it was looked at
 * @property {RegExp | undefined} caches of the home, which programs may write, too
 * @property {RegExp[]} contacts addresses that the command line asks for
 * @property {RegExp[]} programs beside those that render and git
 * @property {boolean} isForTerminal whether text of the output goes to a person or a log
 */

/** Files of the system that programs read when they start. */
const system = [
  /^\/(usr|lib|lib64|opt\/hostedtoolcache)\//,
  /^\/etc\/(ld\.so\.(cache|preload)|locale\.alias|localtime|gitconfig|passwd|group|nsswitch\.conf|resolv\.conf|hosts|host\.conf|gai\.conf|mime\.types|apache\/mime\.types|apache2\/mime\.types|httpd\/conf\/mime\.types|services|protocols|os-release|npmrc)$/,
  /^\/etc\/(ssl|pki|ca-certificates)\//,
  /^\/proc\/\d+\/(cgroup|maps|mountinfo|mounts|stat|status|auxv|limits|fd|task\/\d+\/(comm|stat))$/,
  /^\/proc\/(meminfo|cpuinfo|stat|version_signature|filesystems|sys\/(vm\/overcommit_memory|kernel\/\w+|net\/core\/somaxconn))$/,
  /^\/sys\//,
  /^\/dev\/(null|urandom|random)$/,
  /^(pipe|socket|anon_inode|eventfd|UNIX|TCP|UNIX-STREAM):?/,
];

/** What a program may be told; all else that begins with a dash comes from a manifest or is new here. */
const options = /** @type {Record<string, RegExp>} */ ({
  git: /^-(c|C|m|z|-(version|no-pager|no-optional-locks|no-lazy-fetch|no-replace-objects|git-dir=.*|work-tree=.*|literal-pathspecs|end-of-options|show-toplevel|show-prefix|is-bare-repository|is-shallow-repository|is-inside-work-tree|git-path|git-common-dir|absolute-git-dir|verify|quiet|stdin|cached|no-ext-diff|no-textconv|no-renames|ignore-submodules(=all)?|name-status|name-only|raw|abbrev=\d+|no-abbrev|others|exclude-standard|full-name|full-tree|error-unmatch|stage|modified|deleted|all|force|prefix=.*|index-output=.*|first-parent|follow|format=.*|max-count=\d+|batch(-check)?(=.*)?|buffer|files-with-matches|fixed-strings|grep=Rolloutkit-Migrate|intent-to-add|message|symbolic|short|path-format=.*|null|get|type=.*|default|includes|show-scope|show-origin|name|no-color|no-show-signature|diff-filter=.*|no-commit-id|root|object-id|type|empty|no-filters|no-patch|unmerged|long|bool|list|no-walk|missing=print|ita-invisible-in-index|no-relative|debug|diff-merges=.*|find-renames(=.*)?|only))$|^-[rtlpsq]$/,
  helm: /^--(namespace|values|skip-schema-validation|dependency-update=false|skip-tests|include-crds|kube-version|api-versions|disable-openapi-validation|debug=false|registry-config|repository-cache|repository-config|kubeconfig)(=.*)?$/,
  kustomize:
    /^--(load-restrictor|enable-helm|enable-exec|enable-alpha-plugins|network|enable-star|as-current-user|helm-command)(=.*)?$/,
  kubectl:
    /^--(context|namespace|all-namespaces|field-selector|ignore-not-found|output|request-timeout|cache-dir|load-restrictor)(=.*)?$/,
});

/**
 * @param {import('./world.mjs').World} world
 * @param {import('./watch.mjs').Watched} seen
 * @param {Allowed} allowed
 * @returns {string[]} what it did that it may not
 */
export function offences(world, seen, allowed) {
  return [...new Set([...deeds(world, seen.events, allowed), ...words(seen, allowed)])];
}

/**
 * @param {import('./world.mjs').World} world
 * @param {import('./trace.mjs').Event[]} events
 * @param {Allowed} allowed
 */
function deeds(world, events, allowed) {
  const root = real(world.root);
  const [repo, tmp, home] = ['repo', 'tmp', 'home'].map((name) => path.join(root, name));
  const trusted = new Map(
    Object.entries(world.programs).flatMap(([name, file]) => [
      [file, name],
      [real(file), name],
    ]),
  );
  /** @param {string} file @param {string | undefined} folder */
  const isIn = (file, folder) => file === folder || file.startsWith(`${folder}/`);
  const installed = [world.installation, ...Object.values(world.programs).map(real)];
  // Some programs look at what stands beside them.
  const around = new Set(installed.map((one) => path.dirname(one)));

  /** @param {string} file */
  const mayRead = (file) =>
    isIn(file, repo) ||
    isIn(file, tmp) ||
    (allowed.isRace && isIn(file, path.join(root, 'outside/folder'))) ||
    installed.some((one) => isIn(file, one)) ||
    around.has(file) ||
    (isIn(file, home) &&
      [/^(\.gitconfig|\.config\/git\/.*|\.config\/rolloutkit\/.*)$/, ...allowed.reads].some((one) =>
        one.test(path.relative(home ?? '', file)),
      )) ||
    (!isIn(file, root) && system.some((one) => one.test(file)));
  /** @param {string} file */
  const mayWrite = (file) =>
    /^\/dev\/(null|full)$/.test(file) ||
    isIn(file, tmp) ||
    (isIn(file, home) && allowed.caches?.test(path.relative(home ?? '', file)) === true) ||
    (isIn(file, repo) && allowed.writes.some((one) => one.test(path.relative(repo ?? '', file))));

  return events.flatMap((event) => {
    const { file, ok } = { file: '', ...event };
    if (event.what === 'contact') {
      const isNames = /^unix:\/(var\/)?run\/(nscd|systemd\/resolve)/.test(event.address);
      return isNames || allowed.contacts.some((one) => one.test(event.address))
        ? []
        : [`contacts ${event.address.slice(0, 200)}`];
    }
    if (event.what === 'exec') {
      const name = trusted.get(file) ?? trusted.get(real(file));
      if (isIn(real(file), repo) || isIn(real(file), path.join(root, 'outside')))
        return [`executes ${file}${ok ? '' : ' (in vain)'}`];
      if (!ok) return [];
      if (isHelper(event, tmp ?? '')) return [];
      if (allowed.programs.some((one) => one.test(file))) return [];
      if (isOwn(file, event.args, (one) => isIn(one, tmp))) return [];
      if (name === undefined) return [`executes ${event.args.join(' ').slice(0, 300)} as ${file}`];
      const end = event.args.indexOf('--');
      const given = event.args.slice(1, end < 0 ? undefined : end);
      return given
        .filter(
          (arg, index) =>
            arg.startsWith('-') && given[index - 1] !== '-c' && options[name]?.test(arg) === false,
        )
        .map((arg) => `gives ${name} the option ${arg}`);
    }
    if (event.what === 'open') {
      if (!ok) return [];
      if (event.writes ? mayWrite(file) || /^pipe:|^\/dev\/tty/.test(file) : mayRead(file)) return [];
      return [`${event.writes ? 'opens for writing' : 'reads'} ${file}`];
    }
    // In a race a folder may be a link by now. What was created through one shows by the file that the system opened.
    const changed = allowed.isRace ? file : path.join(real(path.dirname(file)), path.basename(file));
    return !ok || mayWrite(changed) ? [] : [`${event.how} ${changed}`];
  });
}

/**
 * The shells in which rolloutkit starts programs and waits for its own end (src/cli/run-program.ts, src/cli/scratch.ts), and
 * what removes its folder. What a shell starts is seen, too.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {(file: string) => boolean} isTemporary
 */
function isOwn(file, [, option, text = '', removed = ''], isTemporary) {
  if (/\/rm$/.test(file)) return option === '-rf' && text === '--' && isTemporary(removed);
  const scripts = [
    /^echo \$\$ > "\$1" \|\| exit 125; ulimit -d "\$2"; shift 2; exec "\$@"$/,
    /^\nread -r _\n/,
  ];
  return /\/(ba|da)?sh$/.test(file) && option === '-c' && scripts.some((one) => one.test(text));
}

/**
 * Whether the shell limits a program of ours, or cleans up after us: these scripts are rolloutkit's, to the letter.
 * @param {import('./trace.mjs').Exec} exec
 * @param {string} tmp
 */
function isHelper({ file, args }, tmp) {
  if (/\/bin\/rm$/.test(file)) return args[3]?.startsWith(`${tmp}/rolloutkit-`) === true && args.length === 4;
  return file === '/bin/sh' && args[1] === '-c' && scripts.includes(args[2] ?? '');
}

const scripts = ['src/cli/run-program.ts', 'src/cli/scratch.ts'].flatMap((name) => {
  const text = readFileSync(path.join(import.meta.dirname, '../..', name), 'utf8');
  return /const (?:limited|janitor) =\s*(?:'(.*)'|`([^`]*)`)/.exec(text)?.slice(1) ?? [];
});

/**
 * What is printed, as a terminal and a log of GitHub, GitLab, Azure or TeamCity take it.
 * @param {import('./watch.mjs').Watched} seen
 * @param {Allowed} allowed
 */
function words({ stdout, stderr }, { isForTerminal }) {
  /** @type {string[]} */
  const found = [];
  for (const [name, bytes] of Object.entries({ stdout, stderr })) {
    const text = bytes.toString('utf8');
    if (text.includes(secret)) found.push(`prints a secret: ${around(text, text.indexOf(secret))}`);
    if (!isForTerminal) continue;
    // Control characters, those that turn the direction of writing around, and lines that only some programs see.
    const steering = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.exec(
      text,
    );
    if (steering)
      found.push(
        `prints U+${steering[0].charCodeAt(0).toString(16)} to ${name}: ${around(text, steering.index)}`,
      );
    // https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
    const others = text.replaceAll(annotation, 'annotation of a finding: ');
    const command = /^\s*::[\w-]+.*?::|##\[|##vso\[|##teamcity\[/m.exec(others);
    if (command) found.push(`prints a command of a CI to ${name}: ${around(others, command.index)}`);
  }
  return found;
}

/**
 * What our own annotations begin with, in a job of GitHub Actions: no value of a repository ends a property, and the title is
 * that of a rule, so that none that a repository made up is taken for ours.
 */
const annotation =
  /^::(?:error|warning|notice) (?:file=[^:,\n]+,line=\d+,endLine=\d+,(?:col=\d+,endColumn=\d+,)?)?title=(?:[a-z0-9]+\/[a-z0-9-]+|not checked)::/gm;

/** @param {string} text @param {number} index */
function around(text, index) {
  return JSON.stringify(text.slice(Math.max(0, index - 60), index + 60));
}

/** @param {string} file @returns {string} */
function real(file) {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(real(parent), path.basename(file));
  }
}

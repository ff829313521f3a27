// Writes docs/rules/, and the generated parts of README.md and docs/*.md: findings of examples, areas, options and the
// exports of the library. With --check, only reports what would change.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { format, resolveConfig } from 'prettier';
import { apiOf } from './api.mjs';
import { writeRegistry } from './registry.mjs';
import { messageRepairs, repairsFile, repairsPage } from './repairs-page.mjs';
import { podTypes, upstreamTypes } from './types.mjs';
import { byArea, ruleListFile } from './written.mjs';

/**
 * @typedef {import('../src/model/finding.js').Finding} Finding
 * @typedef {import('../src/model/source.js').Source} Source
 * @typedef {import('../src/rules/rule.js').Rule} Rule
 * @typedef {{ name: string, files: { path: string, name: string, text: string }[], findings: Finding[], output: string, found: () => ReadonlySet<string> }} Example
 * @typedef {{
 *   name: string, description: string, why: string, severity: string, links: readonly string[],
 *   messages?: Readonly<Record<string, string>>, aliases?: readonly string[], fixes?: readonly string[],
 *   otherwise?: Rule['meta']['otherwise'],
 * }} Meta
 */

/** More examples make a page too long to read. */
const maxExamples = 3;

/** The minimal and maximal length of a title made from the beginning of a message. */
const [leastTitle, maxTitle] = [20, 90];

/** Fixtures that are silent because less is known are no examples of correct manifests. */
const unknowing =
  /placeholder|known|patched|else|another|other|templated?\b|filled|compile|suppress|unread|nothing|says-it/;

/** A rule that judges clones alone: its fixtures are linted as one. */
const ofClones = 'argocd/namespace-created';
/** The width of pages, that of a default terminal, because `explain` prints them. */
const maxWidth = 80;

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const root = join(import.meta.dirname, '..');
const {
  blocks,
  commands,
  configKeys,
  inputOptions,
  lint,
  messageOf,
  peers,
  plain,
  problemRules,
  readGraph,
  rules,
  rulesLike,
  signature,
  unifiedDiff,
  withEdits,
  wrap,
} = await load();
/** @type {Map<string, string>} */
const written = new Map();

/** @type {{ meta: Meta, rule: Rule | undefined }[]} */
const all = [
  ...rules.map((rule) => ({ meta: rule.meta, rule })),
  ...problemRules.map((meta) => ({ meta, rule: undefined })),
].sort((left, right) => (left.meta.name < right.meta.name ? -1 : 1));

for (const { meta, rule } of all) {
  const content = page(meta, rule);
  if (content !== '') written.set(`docs/rules/${meta.name}.md`, content);
}
written.set('src/constructs/manifests/pod-types.ts', await podTypes());
written.set('src/constructs/manifests/upstream-types.ts', await upstreamTypes());
written.set(repairsFile, await repairsPage(await messageRepairs()));
for (const page of ['README.md', ...readdirSync(at('docs')).map((name) => `docs/${name}`)])
  if (page.endsWith('.md')) await fill(page);

const stale = [...written].filter(
  ([path, content]) => !existsSync(at(path)) || readFileSync(at(path), 'utf8') !== content,
);
const extra = readdirSync(at('docs/rules'), { recursive: true, encoding: 'utf8' })
  .map((path) => `docs/rules/${path}`)
  .filter((path) => path.endsWith('.md') && !written.has(path) && path !== ruleListFile);
for (const [path, content] of values.check ? [] : stale) {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
}
for (const path of values.check ? [] : extra) rmSync(at(path));
for (const [path] of stale)
  console.log(`${path} ${values.check ? 'is not up to date; npm run docs writes it.' : 'written'}`);
for (const path of extra)
  console.log(`${path} ${values.check ? 'belongs to no rule; npm run docs removes it.' : 'removed'}`);
console.log(`${written.size} pages`);
if (values.check && stale.length + extra.length > 0) process.exitCode = 1;

/** @param {string} path */
function at(path) {
  return join(root, path);
}

/**
 * The current sources, independent of the last build.
 * @returns {Promise<{
 *   readGraph: typeof import('../src/repository/graph/read-graph.js').readGraph,
 *   configKeys: Readonly<Record<string, import('../src/repository/config/shape.js').Key>>,
 *   commands: Readonly<Record<string, import('../src/cli/commands.js').CommandDescription>>,
 *   inputOptions: object,
 *   signature: typeof import('../src/cli/commands.js').signature,
 *   lint: typeof import('../src/lint/lint.js').lint, plain: import('../src/report/style.js').Style,
 *   messageOf: typeof import('../src/model/finding.js').messageOf,
 *   unifiedDiff: typeof import('../src/report/unified-diff.js').unifiedDiff,
 *   problemRules: readonly Meta[], rules: readonly Rule[], blocks: typeof import('../src/report/text.js').blocks,
 *   withEdits: typeof import('../src/lint/fix/shown.js').withEdits,
 *   peers: typeof import('../src/rules/peers.js').peers, rulesLike: typeof import('../src/cli/like-peer.js').rulesLike,
 *   wrap: typeof import('../src/report/cells.js').wrap,
 * }>}
 */
async function load() {
  const outfile = at('node_modules/.cache/rolloutkit/docs.cjs');
  writeRegistry();
  await esbuild.build({
    stdin: {
      contents: `
        export { withEdits } from './src/lint/fix/shown.js';
        export { readGraph } from './src/repository/graph/read-graph.js';
        export { commands, inputOptions, signature } from './src/cli/commands.js';
        export { configKeys } from './src/repository/config/keys.js';
        export { lint } from './src/lint/lint.js';
        export { messageOf } from './src/model/finding.js';
        export { problemRules } from './src/yaml/parse/problems.js';
        export { wrap } from './src/report/cells.js';
        export { plain } from './src/report/style.js';
        export { blocks } from './src/report/text.js';
        export { unifiedDiff } from './src/report/unified-diff.js';
        export { rules } from './src/rules/index.js';
        export { peers } from './src/rules/peers.js';
        export { rulesLike } from './src/cli/like-peer.js';`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    plugins: [
      {
        name: 'dirnames',
        setup(build) {
          build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({
            contents: readFileSync(path, 'utf8').replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(path))),
            loader: 'ts',
          }));
        },
      },
    ],
  });
  return createRequire(import.meta.url)(outfile);
}

/**
 * @param {Meta} meta
 * @param {Rule | undefined} rule
 */
function page(meta, rule) {
  const examples = fixturesOf(meta.name).map((fixture) => example(fixture, meta, rule));
  const wrong = chooseWrong(meta, examples);
  const right = chooseRight(wrong, examples);
  if (wrong.length === 0 || !right) {
    console.log(`${meta.name} needs a fixture with findings and one without.`);
    process.exitCode = 1;
    return '';
  }
  return [
    `# ${meta.name}`,
    prose(meta.description),
    `Severity: ${meta.severity}.${meta.fixes ? ` Fix: ${repairsIn(meta.fixes)}.` : ''}${meta.aliases?.length ? ` Other tools call it ${meta.aliases.join(', ')}.` : ''}`,
    `## Why\n\n${prose(meta.why)}`,
    ...Object.values(meta.otherwise ?? {}).map(({ when, why }) => prose(`${when}: ${why}`)),
    ...(meta.messages ? [`## Messages\n\n${bullets(messagesOf(meta.messages, examples))}`] : []),
    ...wrong.map((one) => `## Example: ${titleOf(one)}\n\n${filesOf(one)}\n\n${fence('text', one.output)}`),
    fixOf(wrong, right, rule),
    ...(meta.links.length > 0 ? [`## Sources\n\n${bullets(meta.links.map((link) => `<${link}>`))}`] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

/**
 * Wraps sentences at the width of a terminal, for `rolloutkit explain`.
 * @param {string} sentences
 * @param {string} [indent]
 */
function prose(sentences, indent = '') {
  return wrap(sentences, maxWidth - indent.length).join(`\n${indent}`);
}

/** @param {readonly string[]} items */
function bullets(items) {
  return items.map((item) => `- ${prose(item, '  ')}`).join('\n');
}

/** @param {string} name */
function fixturesOf(name) {
  const folder = at(`test/rules/${name}`);
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((fixture) => join(folder, fixture))
    : [];
}

/**
 * Lints a fixture without its test marks.
 * @param {string} fixture
 * @param {Meta} meta
 * @param {Rule | undefined} rule
 * @returns {Example}
 */
function example(fixture, meta, rule) {
  const files = filesIn(fixture);
  const clone = meta.name === ofClones ? fixture : undefined;
  const findings = findingsIn(files, rule ? [rule] : [], clone).filter(
    (finding) => finding.rule === meta.name,
  );
  return {
    name: relative(dirname(fixture), fixture),
    files,
    findings,
    output: outputOf(findings),
    found: () =>
      new Set(findingsIn(files, rules).flatMap((one) => (one.severity === 'error' ? [one.rule] : []))),
  };
}

/** @param {string} fixture */
function filesIn(fixture) {
  const isFolder = statSync(fixture).isDirectory();
  return (isFolder ? manifestsBelow(fixture) : [fixture]).map((path) => ({
    path,
    name: relative(isFolder ? fixture : dirname(fixture), path),
    text: readFileSync(path, 'utf8').replaceAll(/[ \t]*# (?:expect(?:\(\+\d+\))?:|related\b).*$/gm, ''),
  }));
}

/**
 * @param {ReturnType<typeof filesIn>} files
 * @param {readonly Rule[]} chosen none for what is found in reading
 * @param {string} [clone] its folder, if they are those of one
 */
function findingsIn(files, chosen, clone) {
  const sources = files.map(({ path, name, text: content }) => ({ path, name, read: () => content }));
  const before = sources.filter(({ name }) => name.startsWith('before/'));
  const now = before.length === 0 ? sources : sources.filter((source) => !before.includes(source));
  const { graph } = readGraph(
    before.map((source) => ({ ...source, name: source.name.replace('before/', 'after/') })),
  );
  const options = before.length === 0 ? {} : { before: () => graph };
  const workTrees = clone === undefined ? [] : [{ folder: clone, remotes: [] }];
  return lint(now, chosen, { ...options, graph: { workTrees } }).findings;
}

/** @param {string} folder */
function manifestsBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * Findings as the text format prints them, without the summary, which contains the time.
 * @param {readonly Finding[]} findings
 * @param {number} [columns]
 */
function outputOf(findings, columns = maxWidth) {
  return blocks(withEdits(findings), plain, columns).join('\n').trimEnd();
}

/**
 * The shortest example for each message, up to the limit.
 * @param {Meta} meta
 * @param {readonly Example[]} examples
 */
function chooseWrong({ messages = { any: '' } }, examples) {
  const bad = examples.filter(({ findings }) => findings.length > 0).sort((a, b) => sizeOf(a) - sizeOf(b));
  /** @type {Example[]} */
  const chosen = [];
  for (const id of Object.keys(messages)) {
    /** @param {Example} one */
    const shows = ({ findings }) => findings.some(({ message }) => message.id === id);
    const shortest = bad.find(shows);
    if (shortest && !chosen.some(shows) && chosen.length < maxExamples) chosen.push(shortest);
  }
  return chosen;
}

/**
 * The example without a finding that is most similar to the first one with a finding, preferably one without findings
 * of other rules.
 * @param {readonly Example[]} wrong
 * @param {readonly Example[]} examples
 */
function chooseRight([first], examples) {
  const linesOf = (/** @type {Example} */ { files }) =>
    new Set(files.flatMap((file) => file.text.split('\n')));
  const lines = first ? linesOf(first) : new Set();
  const likeness = (/** @type {Example} */ one) => {
    const own = linesOf(one);
    const shared = [...own].filter((line) => lines.has(line)).length;
    return shared / (own.size + lines.size - shared);
  };
  const silent = examples
    .filter(({ findings }) => findings.length === 0)
    .map((one) => ({ one, like: likeness(one) }))
    .sort((a, b) => b.like - a.like)
    .map(({ one }) => one);
  const isBetter = isSolution(first);
  return silent.find(isBetter) ?? silent[0];
}

/**
 * Whether an example is correct, and not silent for another reason: less is known of it, or another rule reports the
 * problem.
 * @param {Example | undefined} wrong
 */
function isSolution(wrong) {
  const known = wrong?.found();
  return (/** @type {Example} */ one) =>
    !unknowing.test(one.name) &&
    !one.files.some(({ text: content }) => content.includes('${')) &&
    [...one.found()].every((rule) => known?.has(rule) === true);
}

/** @param {Example} example */
function sizeOf({ files }) {
  return files.reduce((sum, file) => sum + file.text.length, 0);
}

/**
 * The beginning of the first message, up to reasons and advice.
 * @param {Example} example
 */
function titleOf({ name, findings: [first] }) {
  if (!first) return name;
  const message = messageOf(first);
  const ends =
    /"(?:[^"\\]|\\.)*"|; |: |, (?:but|so|and so|which|because|whose|in the)\b|, and | \(|[.?](?: |$)/g;
  const end = [...message.matchAll(ends)].find(
    ({ 0: found, index }) => !found.startsWith('"') && index >= leastTitle,
  )?.index;
  const title = message.slice(0, end);
  return title.length <= maxTitle ? title : `${title.slice(0, title.lastIndexOf(' ', maxTitle))} …`;
}

/**
 * Each message as it appears in an example, because placeholders do not help readers.
 * @param {Readonly<Record<string, string>>} messages
 * @param {readonly Example[]} examples
 */
function messagesOf(messages, examples) {
  const findings = examples.flatMap((one) => one.findings);
  return Object.entries(messages).map(([id, template]) => {
    const found = findings.find(({ message }) => message.id === id);
    // A message that needs another state of the repository has no example here.
    return found ? messageOf(found) : template.replaceAll(/\{\w+\}/g, '…');
  });
}

/** What a rule attaches to findings: "safe, unsafe or a choice". @param {readonly string[]} kinds */
function repairsIn(kinds) {
  return kinds
    .map((kind) => (kind === 'choice' ? 'a choice' : kind))
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');
}

/**
 * The edits of `--fix` in the first example that it can fix, if no finding remains; otherwise, an example without
 * findings. The difference between two examples is not a fix, because the second one may do something else.
 * @param {readonly Example[]} wrong
 * @param {Example} right
 * @param {Rule | undefined} rule
 */
function fixOf(wrong, right, rule) {
  for (const { files, findings } of wrong) {
    const edits = withEdits(findings).flatMap(({ fix }) => (fix?.safety === 'safe' ? (fix.edits ?? []) : []));
    if (rule === undefined || edits.length === 0) continue;
    const fixed = files.map((file) => ({ ...file, text: edited(file, edits) }));
    if (findingsIn(fixed, [rule]).length > 0) continue;
    const lines = files.flatMap(({ name, text: before }, index) =>
      unifiedDiff(name, before, fixed[index]?.text ?? '', plain),
    );
    return `## Fix\n\n\`rolloutkit lint --fix\` writes:\n\n${fence('diff', lines.join('\n'))}`;
  }
  return `## Example without a finding\n\n${filesOf(right)}`;
}

/**
 * A file with the edits of fixes applied, each place once.
 * @param {{ path: string, text: string }} file
 * @param {readonly { source: { path: string }, start: number, end: number, text: string }[]} edits
 */
function edited({ path, text: before }, edits) {
  let [after, end] = [before, Infinity];
  for (const edit of edits.filter(({ source }) => source.path === path).sort((x, y) => y.start - x.start)) {
    if (edit.end > end) continue;
    after = after.slice(0, edit.start) + edit.text + after.slice(edit.end);
    end = edit.start;
  }
  return after;
}

/** @param {Example} example */
function filesOf({ files }) {
  return files
    .map(({ name, text: content }) => {
      const body = content.includes('\0')
        ? fence('text', '(bytes that are no text)')
        : fence('yaml', content.trimEnd());
      return files.length === 1 ? body : `\`${name}\`\n\n${body}`;
    })
    .join('\n\n');
}

/**
 * @param {string} language
 * @param {string} content
 */
function fence(language, content) {
  const ticks = content.includes('```') ? '````' : '```';
  return `${ticks}${language}\n${content}\n${ticks}`;
}

/**
 * Generates the parts of a page between marks, if it has any.
 * @param {string} page
 */
async function fill(page) {
  const marks =
    /(<!-- (areas|lint|options|api|peers|configuration) ?([^ ]*) ?([^ ]*) -->\n)[^]*?(<!-- end -->)/g;
  const before = readFileSync(at(page), 'utf8');
  const filled = before.replaceAll(
    marks,
    (_, begin, what, first, second, end) => `${begin}\n${shown(what, first, second)}\n\n${end}`,
  );
  if (!marks.test(before)) return;
  const options = { ...(await resolveConfig(at(page))), filepath: page };
  written.set(page, await format(filled, options));
}

/**
 * @param {string} what
 * @param {string} first
 * @param {string} second
 */
function shown(what, first, second) {
  if (what === 'areas') return areaTable();
  if (what === 'peers') return first === 'summary' ? peerSummary() : peerTables();
  if (what === 'options') return optionTable(first);
  if (what === 'configuration') return keyTable(first);
  return what === 'api' ? apiOf(at(first)) : findingOf(first, second);
}

/**
 * The keys of the configuration, or of one of its entries.
 * @param {string} within
 */
function keyTable(within) {
  /** @type {Readonly<Record<string, Pick<import('../src/repository/config/shape.js').Key, 'shape' | 'about' | 'option'>>>} */
  const keys = within === 'keys' ? configKeys : (configKeys[within]?.shape.keys ?? {});
  const rows = Object.entries(keys).map(
    ([name, { about, option }]) =>
      `| \`${name}\` | ${about} | ${option === undefined ? '' : `\`--${option}\``} |`,
  );
  return ['| Key | | Option |', '| --- | --- | --- |', ...rows].join('\n');
}

/** How many messages of other tools have a corresponding rule. */
function peerSummary() {
  const rows = peers.map(({ name, title, found, partly, left }) => {
    const others = left.reduce((sum, { messages }) => sum + Object.keys(messages).length, 0);
    const count = Object.keys(found).length;
    return `| ${title} | ${count + others} | ${count} | ${Object.keys(partly).length} | ${others} | \`rolloutkit rules --like ${name}\` |`;
  });
  return [
    '| Tool | Messages | Found | Of these partly | Left to it | Listed by |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** All messages of other tools, with the corresponding rules or the reason why none exists. */
function peerTables() {
  const named = (/** @type {string} */ code, /** @type {string} */ about) =>
    about === '' ? `\`${code}\`` : `\`${code}\` ${about.replaceAll('<', '&lt;')}`;
  return peers
    .map(({ title, version, found, partly, left }) =>
      [
        `## ${title}`,
        `As of ${version}.`,
        [
          '| Message | Rules |',
          '| --- | --- |',
          ...Object.entries(found).map(
            ([code, about]) =>
              `| ${named(code, about)} | ${rulesLike(code)
                .map((rule) => `[${rule}](rules/${rule}.md)`)
                .join(', ')}${partly[code] === undefined ? '' : `. ${partly[code]}`} |`,
          ),
        ].join('\n'),
        'Left to it:',
        left
          .map(
            ({ because, messages }) =>
              `- ${because} ${Object.entries(messages)
                .map(([code, about]) => named(code, about))
                .join('; ')}.`,
          )
          .join('\n'),
      ].join('\n\n'),
    )
    .join('\n\n');
}

/** @param {string} name */
function optionTable(name) {
  const command = commands[name];
  if (!command) throw new Error(`A page has the options of ${name}, and there is no such command.`);
  // Options of several commands are explained in the table of lint.
  const isTold = (/** @type {string} */ option) =>
    name !== 'lint' && (Object.hasOwn(inputOptions, option) || option === 'no-color');
  const rows = Object.entries(command.options)
    .filter(([option]) => !isTold(option))
    .map(([option, its]) =>
      `| \`${signature(option, its)}\` | ${its.about} |`.replaceAll(/(?<=`.*)\|(?=.*`)/g, '\\|'),
    );
  return `| Option of \`${name}\` | |\n| --- | --- |\n${rows.join('\n')}`;
}

function areaTable() {
  const rows = byArea(all.map(({ meta }) => meta)).map(({ area, about }) => `| \`${area}\` | ${about} |`);
  return `| Area | About |\n| --- | --- |\n${rows.join('\n')}`;
}

/**
 * The first finding of a rule in an example, as printed.
 * @param {string} folder
 * @param {string} name
 */
function findingOf(folder, name) {
  const sources = manifestsBelow(at(folder)).map((path) => ({
    path,
    name: relative(root, path),
    read: () => readFileSync(path, 'utf8'),
  }));
  const finding = lint(sources, rules).findings.find(({ rule }) => rule === name);
  if (!finding) throw new Error(`README.md shows a finding of ${name} in ${folder}, and there is none.`);
  return fence('text', outputOf([finding], 100));
}

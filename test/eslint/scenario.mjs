// What rolloutkit does in an ESLint: the one of this repository, and those that test/install has from npm.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const correct = join(import.meta.dirname, '../../examples/istio-subset/corrected');

/**
 * @typedef {object} Parts
 * @property {typeof import('eslint').ESLint} ESLint
 * @property {Pick<typeof import('../../src/eslint/index.js'), 'configs' | 'configure'>} rolloutkit
 * @property {import('eslint').Linter.Config[]} [yml] what eslint-plugin-yml has its language in, and a rule of it
 */

/** Removed when the scenario is over. @type {string[]} */
const folders = [];

/** @param {string} name */
function folderOf(name) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), name)));
  folders.push(folder);
  return folder;
}

/** A copy of a system on which nothing is wrong, and what ESLint says of it. @param {Parts} parts */
function project({ ESLint, rolloutkit, yml }) {
  const cwd = folderOf('rolloutkit-eslint-');
  cpSync(correct, cwd, { recursive: true });
  /** @param {string} file */
  const read = (file) => readFileSync(join(cwd, file), 'utf8');
  /** @param {string} file @param {string} text */
  const write = (file, text) => writeFileSync(join(cwd, file), text);
  /** @param {string} file @param {string} before @param {string} after */
  const edit = (file, before, after) => {
    const text = read(file);
    assert.ok(text.includes(before), `${file} has no "${before}".`);
    write(
      file,
      text.replace(before, () => after),
    );
  };
  const config = yml ? [...yml, ...rolloutkit.configs.beside] : rolloutkit.configs.recommended;
  /** @param {import('eslint').ESLint.Options} [options] */
  const eslint = (options) => new ESLint({ cwd, overrideConfigFile: true, baseConfig: config, ...options });
  return { cwd, read, write, edit, eslint };
}

/** @param {import('eslint').ESLint.LintResult[]} results */
const told = (results) =>
  results.flatMap(({ filePath, messages }) =>
    messages.map(
      ({ ruleId, severity, line, column, message }) =>
        `${filePath.replace(/^.*\//, '')}:${line}:${column} ${severity} ${ruleId ?? ''}: ${message}`,
    ),
  );

const renamed =
  'rollout.yaml:18:17 2 rolloutkit/istio/route-exists: Route "primary" is not in VirtualService "quotes", which only has "main"; use one of its routes. virtualservice.yaml:13: the routes are here';
const misspelt =
  'rollout.yaml:22:31 2 rolloutkit/istio/subset-exists: Subset "canary" of Rollout "quotes" is not found in DestinationRule "quotes", which only has "cnary" and "stable"; add it there, or correct the name. destinationrule.yaml:9: the subsets are here';

/** The same where the Rollout alone has another name than the route and the DestinationRule, so that it is certain which is misspelt. */
const misspeltAlone = [
  'rollout.yaml:22:31 2 rolloutkit/istio/subset-exists: Subset "cnary" of Rollout "quotes" is not found in DestinationRule "quotes", which only has "canary" and "stable"; add it there, or correct the name. destinationrule.yaml:9: the subsets are here',
];

/** @typedef {Readonly<Record<string, (parts: Parts) => Promise<void>>>} Scenarios */

/** @type {Scenarios} */
const all = {
  async 'tells what is found across files, with its suggestion'(parts) {
    const { edit, eslint } = project(parts);
    assert.deepEqual(told(await eslint().lintFiles(['.'])), []);
    edit('virtualservice.yaml', 'name: primary', 'name: main');
    const results = await eslint().lintFiles(['.']);
    assert.deepEqual(told(results), [renamed]);
    const [{ suggestions, fix } = {}] = results.flatMap(({ messages }) => messages);
    assert.equal(fix, undefined);
    assert.deepEqual(
      suggestions?.map((one) => [one.desc, one.fix.text]),
      [['Write "main".', 'main']],
    );
  },

  async 'fixes with --fix what is certain, and nothing else'(parts) {
    const { read, edit, eslint } = project(parts);
    const before = read('rollout.yaml');
    edit('rollout.yaml', 'canarySubsetName: canary', 'canarySubsetName: cnary');
    assert.deepEqual(told(await eslint().lintFiles(['.'])), misspeltAlone);
    await parts.ESLint.outputFixes(await eslint({ fix: true }).lintFiles(['.']));
    assert.equal(read('rollout.yaml'), before);
    // The other finding is in a file that ESLint may read before the fix is written.
    assert.deepEqual(told(await eslint().lintFiles(['.'])), []);
  },

  async "has rules and schemas of one's own, where eslint.config.js gives them"(parts) {
    const { cwd, write, edit, eslint } = project(parts);
    /** @type {import('../../src/lint/plugin/plugin.js').Plugin} */
    const acme = {
      apiVersion: 1,
      prefix: 'acme',
      rules: [
        {
          name: 'one-rollout',
          description: 'Require at most one Rollout.',
          why: 'Two are too many.',
          severity: 'error',
          messages: { many: 'There are {count} Rollouts.' },
          check({ graph, report }) {
            const [first, ...others] = graph.ofKind('Rollout');
            if (first && others.length > 0) report(first, 'many', { count: others.length + 1 });
          },
        },
      ],
    };
    const widget = (/** @type {number} */ size) =>
      JSON.stringify({
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'w' },
        spec: { size },
      });
    const schemas = folderOf('rolloutkit-schemas-');
    const schema = join(schemas, 'widget-example-v1.json');
    writeFileSync(schema, JSON.stringify({ properties: { spec: { properties: { size: { maximum: 5 } } } } }));
    const own = parts.rolloutkit.configure({ plugins: [acme], schemas: [schemas] });
    const config = parts.yml ? [...parts.yml, ...own.configs.beside] : own.configs.recommended;
    const linter = eslint({ baseConfig: config });
    write('widget.yaml', `${widget(4)}\n`);
    const rulesOf = async () =>
      (await linter.lintFiles(['.'])).flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId));
    assert.deepEqual(await rulesOf(), []);
    write(
      'second.yaml',
      readFileSync(join(cwd, 'rollout.yaml'), 'utf8').replace('name: quotes', 'name: second'),
    );
    assert.ok((await rulesOf()).includes('rolloutkit/acme/one-rollout'));
    rmSync(join(cwd, 'second.yaml'));
    assert.deepEqual(await rulesOf(), []);
    edit('widget.yaml', '4', '6');
    assert.deepEqual(await rulesOf(), ['rolloutkit/schema/values-valid']);
    // What the schema allows is read again when it changes.
    writeFileSync(
      schema,
      JSON.stringify({ properties: { spec: { properties: { size: { maximum: 10 } } } } }),
    );
    assert.deepEqual(await rulesOf(), []);
    assert.throws(
      () => parts.rolloutkit.configure({ plugins: [{ ...acme, prefix: 'istio' }] }),
      /its prefix "istio" is already used by other rules/,
    );
  },

  async 'counts behind a byte order mark, and over line ends of Windows'(parts) {
    const { read, write, eslint } = project(parts);
    const before = `\ufeff${read('rollout.yaml').replaceAll('\n', '\r\n')}`;
    write('rollout.yaml', before.replace('canarySubsetName: canary', 'canarySubsetName: cnary'));
    assert.deepEqual(told(await eslint().lintFiles(['.'])), misspeltAlone);
    await parts.ESLint.outputFixes(await eslint({ fix: true }).lintFiles(['.']));
    assert.equal(read('rollout.yaml'), before);
  },

  async 'sees what has changed meanwhile, in one process'(parts) {
    const { read, edit, eslint, cwd } = project(parts);
    const one = eslint();
    assert.deepEqual(told(await one.lintFiles(['rollout.yaml'])), []);
    edit('virtualservice.yaml', 'name: primary', 'name: main');
    assert.deepEqual(told(await one.lintFiles(['rollout.yaml'])), [renamed]);
    edit('virtualservice.yaml', 'name: main', 'name: primary');
    assert.deepEqual(told(await one.lintFiles(['rollout.yaml'])), []);
    rmSync(join(cwd, 'virtualservice.yaml'));
    const [gone = '', ...more] = told(await one.lintFiles(['rollout.yaml']));
    assert.match(
      gone,
      /rolloutkit\/istio\/virtual-service-exists: VirtualService "quotes" of Rollout "quotes" is not found\./,
    );
    assert.deepEqual(more, []);
    assert.ok(read('rollout.yaml').includes('- primary'));
  },

  async 'sees texts that are not saved'(parts) {
    const { read, edit, write, eslint, cwd } = project(parts);
    const one = eslint();
    const saved = read('virtualservice.yaml');
    const typed = saved.replace('name: primary', 'name: main');
    const filePath = join(cwd, 'virtualservice.yaml');
    assert.deepEqual(told(await one.lintText(typed, { filePath })), []);
    assert.deepEqual(told(await one.lintFiles(['rollout.yaml'])), [renamed]);
    // It is typed back, then typed and saved.
    assert.deepEqual(told(await one.lintText(saved, { filePath })), []);
    assert.deepEqual(told(await one.lintFiles(['rollout.yaml'])), []);
    assert.deepEqual(told(await one.lintText(typed, { filePath })), []);
    write('virtualservice.yaml', typed);
    assert.deepEqual(told(await one.lintFiles(['rollout.yaml'])), [renamed]);
    // Another program writes the file: what an editor had of it is outdated.
    edit('virtualservice.yaml', 'name: main', 'name: primary');
    assert.deepEqual(told(await one.lintFiles(['rollout.yaml'])), []);
    // A file that is not there yet.
    const second = saved.replace('  name: quotes', '  name: other');
    await one.lintText(second, { filePath: join(cwd, 'other.yaml') });
    assert.notDeepEqual(told(await one.lintFiles(['virtualservice.yaml'])), []);
  },

  async 'takes nothing from the cache of ESLint when another file has changed'(parts) {
    const { edit, cwd } = project(parts);
    const cached = () => {
      const { ESLint, rolloutkit, yml } = parts;
      // As the command line does: it reads its configuration when it starts, where it is started.
      const folder = process.cwd();
      process.chdir(cwd);
      try {
        const config = yml ? [...yml, ...rolloutkit.configs.beside] : rolloutkit.configs.recommended;
        return new ESLint({ cwd, overrideConfigFile: true, baseConfig: config, cache: true });
      } finally {
        process.chdir(folder);
      }
    };
    assert.deepEqual(told(await cached().lintFiles(['.'])), []);
    edit('virtualservice.yaml', 'name: primary', 'name: main');
    assert.deepEqual(told(await cached().lintFiles(['.'])), [renamed]);
    assert.deepEqual(told(await cached().lintFiles(['.'])), [renamed]);
    edit('virtualservice.yaml', 'name: main', 'name: primary');
    assert.deepEqual(told(await cached().lintFiles(['.'])), []);
  },

  async 'has the severities, suppressions and exceptions of the repository'(parts) {
    const { edit, write, eslint } = project(parts);
    const one = eslint();
    edit('virtualservice.yaml', 'name: primary', 'name: main');
    write(
      'rolloutkit.yaml',
      'rules:\n  istio/split-routes-chosen: off\noverrides:\n  - namespaces: [pricing]\n    rules:\n      istio/route-exists: warning\n',
    );
    assert.deepEqual(told(await one.lintFiles(['.'])), [renamed.replace(' 2 ', ' 1 ')]);
    edit(
      'rollout.yaml',
      '- primary',
      '- primary # rolloutkit-ignore istio/route-exists -- it is added later',
    );
    assert.deepEqual(told(await one.lintFiles(['.'])), []);
    write('rolloutkit.yaml', 'ignore: [rollout.yaml]\n');
    assert.deepEqual(told(await one.lintFiles(['rollout.yaml'])), []);
    write('rolloutkit.yaml', 'rules:\n  istio/rout-exists: off\n');
    await assert.rejects(one.lintFiles(['.']), /rolloutkit\.yaml:2.*Did you mean "istio\/route-exists"\?/s);
  },

  async 'reads UTF-16 as kubectl does, and writes nothing to it'(parts) {
    const { cwd, read, edit, eslint } = project(parts);
    edit('destinationrule.yaml', 'name: canary', 'name: cnary');
    const file = join(cwd, 'rollout.yaml');
    const wide = Buffer.from(`\uFEFF${read('rollout.yaml')}`, 'utf16le');
    for (const bytes of [wide, Buffer.from(wide).swap16()]) {
      writeFileSync(file, bytes);
      const results = await eslint({ fix: true }).lintFiles(['.']);
      assert.deepEqual(told(results), [misspelt]);
      await parts.ESLint.outputFixes(results);
      assert.deepEqual(readFileSync(file), bytes);
    }
    // Half a character is none.
    writeFileSync(file, Buffer.concat([wide, Buffer.from([0xd8])]));
    assert.match(told(await eslint().lintFiles(['rollout.yaml'])).join('\n'), /rolloutkit\/yaml\/text: /);
  },

  async 'says that a template of Helm is not checked, and checks what is none'(parts) {
    if (parts.yml) return; // It is no YAML.
    const { cwd, read, edit, eslint } = project(parts);
    mkdirSync(join(cwd, 'chart/templates'), { recursive: true });
    writeFileSync(join(cwd, 'chart/Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 1.0.0\n');
    const text = read('rollout.yaml').replace('name: quotes', 'name: {{ .Files.Get "name.txt" }}');
    writeFileSync(join(cwd, 'chart/templates/rollout.yaml'), text);
    const skipped =
      'rollout.yaml:1:1 1 rolloutkit/checked: chart/templates: 1 file is an unrendered template and was skipped. To lint the rendered output: rolloutkit lint --render chart';
    assert.deepEqual(told(await eslint().lintFiles(['.'])), [skipped]);
    edit('destinationrule.yaml', 'name: canary', 'name: cnary');
    assert.deepEqual(told(await eslint().lintFiles(['.'])), [skipped, misspelt]);
  },

  async 'tells what it did not check'(parts) {
    const { cwd, write, eslint } = project(parts);
    write('rolloutkit.yaml', 'baseline: gone.json\n');
    const [first = '', ...others] = told(await eslint().lintFiles(['.']));
    assert.match(
      first,
      /:1:1 2 rolloutkit\/checked: gone\.json: the baseline cannot be read: .*No finding was left out\./,
    );
    assert.deepEqual(others, []);
    rmSync(join(cwd, 'rolloutkit.yaml'));
    assert.deepEqual(told(await eslint().lintFiles(['.'])), []);
  },
};

/** Each by its name, to be run one after the other; they share nothing. @type {Scenarios} */
export const scenarios = Object.fromEntries(
  Object.entries(all).map(([name, run]) => [
    name,
    async (parts) => {
      try {
        await run(parts);
      } finally {
        for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
      }
    },
  ]),
);

// Builds the documentation site from the pages in the repository: npm run site [-- --out DIR]. With --versions DIR,
// builds into a folder of DIR named after the version, beside existing ones. Needs the output of npm run build. Every
// page is readable without scripts, and loads nothing from other servers.
//
// Not VitePress: it interprets the {{…}} of templates in pages as expressions, adds a framework to pages that have
// nothing to hydrate, and needs inline scripts, which the policy of these pages forbids.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';
import MarkdownIt from 'markdown-it';
import MiniSearch from 'minisearch';
import { imported } from './modules.mjs';
import { coloured } from './site/colours.mjs';
import { schemaPage } from './site/schemas.mjs';
import { writeVersions } from './site/versions.mjs';
import { writeLists } from './written.mjs';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');
const { unifiedDiff, plain: style } =
  /** @type {typeof import('../src/report/unified-diff.js') & typeof import('../src/report/style.js')} */ (
    await imported(['src/report/unified-diff.ts', 'src/report/style.ts'])
  );
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { values } = parseArgs({ options: { out: { type: 'string' }, versions: { type: 'string' } } });
const out = values.out ?? (values.versions ? join(values.versions, version) : join(root, 'site/dist'));
/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

/** The list beside each page; other pages are reached by links and search. */
const groups = {
  Guides: [
    'docs/guides/first-canary.md',
    'docs/guides/header-routing.md',
    'docs/guides/configmap-revisions.md',
    'docs/guides/promotion-and-rollback.md',
    'docs/guides/how-long-a-bad-version-lives.md',
    'docs/guides/from-a-deployment.md',
    'docs/guides/old-repository.md',
    'docs/guides/cdk8s-in-ci.md',
  ],
  Commands: [
    'lint',
    'symptoms',
    'simulate',
    'protect',
    'drift',
    'impact',
    'fixing',
    'baseline',
    'new',
    'review',
    'rollback',
    'migrate',
    'moving-to-gateway-api',
    'configuration',
    'ci',
    'editors',
    'agents',
    'eslint',
    'large-repositories',
  ].map(docs),
  Schemas: ['config', 'lint-report'].map((name) => docs(`schema/${name}`)),
  Rules: ['docs/rules/README.md', ...['peers', 'findings-on-upstream', 'plugins'].map(docs)],
  cdk8s: [
    'constructs/canary-rollout',
    'constructs/blue-green-rollout',
    'constructs/argo-application',
    'constructs/charts',
    'cdk8s',
    'migration',
    'api',
  ].map(docs),
  'How it works': [
    'reading',
    'resolution',
    'rendering',
    'versions',
    'fidelity',
    'security',
    'architecture',
  ].map(docs),
};

/** @param {string} name */
function docs(name) {
  return `docs/${name}.md`;
}

/**
 * @typedef {{ level: number, id: string, title: string, text: string }} Section
 * @typedef {{ path: string, title: string, html: string, sections: Section[] }} Page
 */

await writeLists();
/** @type {Map<string, Page>} By their paths in the repository. */
const pages = new Map();
for (const name of readdirSync(join(root, 'schema')))
  add(docs(`schema/${name.replace('.json', '')}`), schemaPage(JSON.parse(read(`schema/${name}`)), name));
for (const path of ['README.md', ...Object.values(groups).flat()]) add(path);
for (const path of readdirSync(join(root, 'docs/rules'), { recursive: true, encoding: 'utf8' }))
  if (path.endsWith('.md')) add(`docs/rules/${path.replaceAll('\\', '/')}`);

const list = Object.entries(groups);
for (const page of pages.values()) writePage(page);
writeLanding();
writeSearch();
for (const name of ['site.css', 'site.js']) cpSync(join(root, 'site', name), join(out, name));
cpSync(join(root, 'docs/images'), join(out, 'images'), { recursive: true });
cpSync(join(root, 'schema'), join(out, 'schema'), { recursive: true });
if (values.versions) writeVersions(values.versions);
console.log(`${pages.size + 1} pages in ${out}`);

/** The path on the site of a page of the repository. @param {string} path */
function placeOf(path) {
  const html = path.replace(/\.md$/, '.html');
  return html.startsWith('docs/')
    ? html.slice('docs/'.length)
    : html.includes('/')
      ? html
      : `project/${html}`;
}

/** Reads a page, and the pages that it links to. @param {string} path @param {string} [text] of one that is no file */
function add(path, text = pages.has(path) ? '' : read(path)) {
  if (pages.has(path)) return;
  /** @type {Page} */
  const page = { path, title: path, html: '', sections: [] };
  pages.set(path, page);
  const markdown = new MarkdownIt({ html: true });
  const links = new Set();
  const source = text.replaceAll(/^<!--[^]*?-->\n?/gm, '');
  const tokens = markdown.parse(source, {});
  /** @type {Map<string, number>} */
  const slugs = new Map();
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const title = plain(tokens[index + 1]);
      const slug = slugOf(title);
      const seen = slugs.get(slug) ?? 0;
      slugs.set(slug, seen + 1);
      const id = seen === 0 ? slug : `${slug}-${seen}`;
      token.attrSet('id', id);
      if (page.sections.length === 0) page.title = title;
      page.sections.push({ level: Number(token.tag.slice(1)), id, title, text: '' });
    } else if (token.type === 'inline' || token.type === 'fence') {
      const section = page.sections.at(-1);
      if (section) section.text += ` ${token.type === 'fence' ? token.content : plain(token)}`;
    }
    for (const child of token.children ?? []) {
      const href = child.type === 'link_open' ? child.attrGet('href') : null;
      if (href === null || /^[a-z]+:|^#/.test(href)) continue;
      const [file = '', hash] = href.split('#');
      const target = posix.normalize(posix.join(posix.dirname(path), file));
      const readme = existsSync(join(root, target, 'README.md')) ? posix.join(target, 'README.md') : target;
      if (readme.endsWith('.md') && existsSync(join(root, readme))) {
        links.add(readme);
        child.attrSet('href', relative(path, placeOf(readme)) + (hash === undefined ? '' : `#${hash}`));
      } // Not a page: the link leads to the file in the repository.
      else
        child.attrs = [
          ['class', 'file'],
          ['title', target],
        ];
    }
  });
  markdown.renderer.rules['fence'] = (all, index) => {
    const { info = '', content = '' } = all[index] ?? {};
    const title = /title=(\S+)/.exec(info)?.[1];
    const [language = ''] = info.split(/\s/);
    const text = coloured(content, language) ?? escape(content);
    const code = `<pre tabindex="0"><code class="${escape(language)}">${text}</code></pre>`;
    return title === undefined ? code : `<figure><figcaption>${escape(title)}</figcaption>${code}</figure>`;
  };
  markdown.renderer.rules['table_open'] = () => '<div class="table" tabindex="0"><table>';
  markdown.renderer.rules['table_close'] = () => '</table></div>';
  page.html = markdown.renderer
    .render(tokens, markdown.options, {})
    .replaceAll('<th></th>', '<td></td>') // A column that needs no name.
    .replaceAll(/(src|srcset)="docs\/images\//g, `$1="${relative(path, 'images/')}`);
  for (const link of links) add(link);
}

/** @param {import('markdown-it').Token | undefined} token @returns {string} */
function plain(token) {
  return (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'html_inline' ? '' : content))
    .join('');
}

/** The anchor of a section as on GitHub, so that links work on both. @param {string} title */
function slugOf(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** The relative path from a page to a place on the site. @param {string} from @param {string} place */
function relative(from, place) {
  return posix.relative(posix.dirname(placeOf(from)), place) + (place.endsWith('/') ? '/' : '');
}

/** @param {string} text */
function escape(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** @param {Page} page */
function writePage(page) {
  const sections = page.sections.filter(({ level }) => level === 2);
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${escape(title)}</a></li>`);
  write(placeOf(page.path), {
    title: `${page.title} · rolloutkit`,
    kind: 'page',
    content: page.html,
    sections: items.length > 1 ? `<ul>${items.join('')}</ul>` : '',
    current: page.path,
  });
}

function writeLanding() {
  const example = 'examples/istio-host/as-published';
  const finding = rolloutkit('lint', example, '--only', 'istio/host-resolvable', '--no-color');
  mkdirSync(join(out, 'examples'), { recursive: true });
  writeFileSync(join(out, 'examples/istio-host.html'), rolloutkit('drift', example, '--format', 'html'));
  const fix = ['services.yaml', 'virtualservice.yaml', 'application.yaml'].flatMap((name) => [
    ...unifiedDiff(name, read(`${example}/${name}`), read(`examples/istio-host/corrected/${name}`), style),
  ]);
  const lines = fix.map((line) => {
    const kind = /^\+(?!\+\+)/.test(line) ? 'added' : /^-(?!--)/.test(line) ? 'removed' : '';
    return kind === '' ? escape(line) : `<span class="${kind}">${escape(line)}</span>`;
  });
  execFileSync(process.execPath, [join(root, 'scripts/playground.mjs'), '--out', join(out, 'playground')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  write('index.html', {
    title: 'rolloutkit: canaries that do what they say',
    kind: 'landing',
    sections: '',
    current: '',
    content: fill(read('site/landing.html'), {
      finding: escape(finding.slice(0, finding.lastIndexOf('\n\n'))),
      fix: lines.join('\n'),
      guides: groups.Guides.map(
        (path) => `<li><a href="${placeOf(path)}">${escape(pages.get(path)?.title ?? '')}</a></li>`,
      ).join(''),
    }),
  });
}

/** The output of the built command line; findings are not a failure here. @param {string[]} args */
function rolloutkit(...args) {
  try {
    return execFileSync(process.execPath, [join(root, 'bin/rolloutkit.js'), ...args], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { status, stdout = '' } = /** @type {{ status?: number, stdout?: string }} */ (error);
    if (status !== 1) throw error;
    return stdout;
  }
}

/** @param {string} place @param {{ title: string, kind: string, content: string, sections: string, current: string }} page */
function write(place, { current, title, ...page }) {
  const up = '../'.repeat(place.split('/').length - 1);
  const entries = list.map(([name, paths]) => {
    const items = paths.map((path) => {
      const state = path === current ? ' aria-current="page"' : '';
      return `<li><a href="${up}${placeOf(path)}"${state}>${escape(pages.get(path)?.title ?? '')}</a></li>`;
    });
    return `<h2>${name}</h2><ul>${items.join('')}</ul>`;
  });
  const file = join(out, place);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    fill(read('site/page.html'), {
      ...page,
      title: escape(title),
      root: up,
      place,
      versions: values.versions ? '../versions.js' : '',
      version,
      pages: entries.join(''),
    }),
  );
}

/** @param {string} template @param {Readonly<Record<string, string>>} parts */
function fill(template, parts) {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole);
}

function writeSearch() {
  const options = { fields: ['title', 'of', 'text'], storeFields: ['title', 'of'], idField: 'id' };
  const search = new MiniSearch(options);
  search.addAll(
    [...pages.values()].flatMap((page) =>
      page.sections.map(({ id, title, text, level }) => ({
        id: `${placeOf(page.path)}${level === 1 ? '' : `#${id}`}`,
        title,
        of: level === 1 ? '' : page.title,
        text,
      })),
    ),
  );
  const page = pages.get('docs/symptoms.md');
  const symptoms = page?.sections.flatMap(({ id, title, text, level }) =>
    level === 3 ? [{ id: `${placeOf(page.path)}#${id}`, title, of: page.title, causes: [text] }] : [],
  );
  writeFileSync(
    join(out, 'search-index.js'),
    `window.searchIndex = ${JSON.stringify({ index: search.toJSON(), options, symptoms })};\n`,
  );
  // The same search for symptoms as in `rolloutkit explain`.
  buildSync({
    entryPoints: [join(root, 'src/cli/symptom-search.ts')],
    outfile: join(out, 'symptom-search.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'symptomSearch',
  });
  cpSync(join(dirname(require.resolve('minisearch')), '../umd/index.js'), join(out, 'minisearch.js'));
}

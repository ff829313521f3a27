// Draws what a user sees in Neovim, for docs/editors.md: npm run pictures:editor. It needs nvim, Chromium and a build.
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { Neovim } from './neovim/screen.mjs';

const root = join(import.meta.dirname, '..');
const [columns, lines] = [140, 34];

/** Opens a file with the server, as docs/editors.md says, and asks for what is shown above Rollouts. */
const open = `
  local file, cmd, root = ...
  vim.o.termguicolors, vim.o.background, vim.o.laststatus, vim.o.ruler = true, 'dark', 0, false
  vim.o.showmode, vim.o.number, vim.o.signcolumn = false, true, 'yes'
  vim.cmd('highlight Normal guibg=#161d23 guifg=#e3e9ef')
  vim.cmd('highlight NormalFloat guibg=#26323c guifg=#e3e9ef')
  vim.cmd('highlight SignColumn guibg=#161d23')
  vim.cmd('highlight LspCodeLens guifg=#7ab8f5')
  vim.cmd('highlight EndOfBuffer guifg=#161d23')
  vim.cmd('highlight DiagnosticError guifg=#ff9a8f')
  vim.cmd('syntax on')
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  vim.cmd('setfiletype yaml')
  local client = vim.lsp.start_client({ name = 'rolloutkit', cmd = cmd, root_dir = root })
  vim.lsp.buf_attach_client(0, client)
  vim.wait(4000, function() return #vim.diagnostic.get(0) > 0 end, 50)
  vim.lsp.codelens.refresh()
`;

/** A fault of one letter, what stops a bad version, and what the controller does with a weight. */
const pictures = {
  findings: {
    ...{
      file: 'rollout.yaml',
      from: 'canarySubsetName: canary',
      to: 'canarySubsetName: canery',
      at: 'canery',
    },
    ...{ shows: 'vim.diagnostic.open_float()', expects: /which only has "canary"/ },
  },
  lenses: {
    ...{ file: 'rollout.yaml', from: 'quotes', to: 'quotes', at: 'setWeight: 5' },
    ...{ shows: 'vim.lsp.buf.hover()', expects: /setWeight: 5 → pause → setWeight: 50/ },
  },
  hover: {
    ...{ file: 'virtualservice.yaml', from: 'canary', to: 'canary', at: 'weight: 0' },
    ...{ shows: 'vim.lsp.buf.hover()', expects: /controller/ },
  },
};

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rolloutkit-picture-')));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  cpSync(join(root, 'examples/istio-subset/corrected'), folder, { recursive: true });
  for (const [name, picture] of Object.entries(pictures)) {
    const html = await screen(picture);
    const page = await browser.newPage({ viewport: { width: 1300, height: 800 }, deviceScaleFactor: 1 });
    await page.setContent(
      `<style>body { margin: 0 } span { display: inline-block } pre { display: inline-block; margin: 0; padding: 10px; font: 13px/1.4 "DejaVu Sans Mono", monospace }</style>${html}`,
    );
    const file = join(root, 'docs/images', `editor-${name}.png`);
    writeFileSync(file, await page.locator('pre').screenshot());
    await page.close();
    console.log(file);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
console.log(`${Object.keys(pictures).length} pictures`);

/** The screen after a command. @param {typeof pictures['hover']} picture */
async function screen({ file, from, to, at, shows, expects }) {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(path, text.replace(from, to));
  const env = { ...process.env, XDG_STATE_HOME: join(folder, '.state') };
  const nvim = new Neovim({ columns, lines, cwd: folder, env });
  try {
    await nvim.attached;
    await nvim.lua(open, path, [process.execPath, join(root, 'bin/rolloutkit.js'), 'lsp'], folder);
    await nvim.lua('vim.fn.search((...), "w")', at);
    const wait = 'vim.wait(2500, function() return false end)';
    await nvim.lua(`${wait}; ${shows}; ${wait}; vim.cmd('redraw!')`);
    if (!expects.test(nvim.text)) throw new Error(`The screen does not show ${expects}:\n${nvim.text}`);
    return nvim.html;
  } finally {
    await nvim.end();
    writeFileSync(path, text);
  }
}

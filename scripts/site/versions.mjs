// Several versions of the site: a folder for each, a list of versions that the pages load, and a page that redirects to
// the newest.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const inOrder = new Intl.Collator('en', { numeric: true }).compare;

/** The versions in a folder, the newest first. @param {string} folder */
export function writeVersions(folder) {
  const versions = readdirSync(folder)
    .filter((name) => /^\d+\.\d+\.\d+/.test(name) && existsSync(join(folder, name, 'index.html')))
    .sort((left, right) => inOrder(right, left));
  writeFileSync(join(folder, 'versions.js'), `window.versions = ${JSON.stringify(versions)};\n`);
  const newest = versions.find((version) => !version.includes('-')) ?? versions[0];
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>rolloutkit</title>
    <meta http-equiv="refresh" content="0; url=${newest}/index.html" />
    <link rel="canonical" href="${newest}/index.html" />
  </head>
  <body><a href="${newest}/index.html">rolloutkit ${newest}</a></body>
</html>
`,
  );
}

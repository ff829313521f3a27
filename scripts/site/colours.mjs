// Syntax highlighting. Writes only classes; the style sheet gives them colors for light and dark mode.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import diff from 'highlight.js/lib/languages/diff';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';

for (const [name, language] of Object.entries({ bash, diff, javascript, json, typescript, yaml }))
  hljs.registerLanguage(name, language);

/** Code as HTML; undefined if its language has no highlighting. @param {string} code @param {string} language */
export function coloured(code, language) {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : undefined;
}

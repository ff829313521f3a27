import path from 'node:path';
import { describe, expect, it } from 'vitest';
import concise from '../../src/report/formats/concise.js';
import github from '../../src/report/formats/github.js';
import gitlab from '../../src/report/formats/gitlab.js';
import junit from '../../src/report/formats/junit.js';
import markdown from '../../src/report/formats/markdown.js';
import { formats } from '../../src/report/formats/names.js';
import sarif from '../../src/report/formats/sarif.js';
import { shownOf } from '../../src/report/formats/shown.js';
import json from '../../src/report/json.js';
import { printable } from '../../src/report/printable.js';
import { quoted } from '../../src/report/quoted.js';
import { plain } from '../../src/report/style.js';
import text from '../../src/report/text.js';
import { finding, label, placeOf, reportOf } from '../support/findings.js';
import { textSource } from '../support/sources.js';

/** What somebody could put into names to steer a terminal, a CI system, a browser or a reader of Markdown. */
const evil = [
  '100% %0A',
  '::error file=a::b',
  '##[group]c',
  '##vso[task.setvariable]d',
  '<script>alert(1)</script>',
  '"\'`|]]>',
  '@all http://example.com [e](f) *g*',
  '\u001b[31mred\u001b]8;;http://example.com\u0007\u009b\u202e\u0000',
  'line\nline\r\nline\u2028line',
].join(' ');

const source = textSource(
  `a,b:100%/<x>\n::notice::${evil.slice(-20)}.yaml`,
  `kind: Rollout # ${evil.replaceAll(/\s/g, ' ')}\nmetadata: {}\n`,
);
const resource = {
  group: 'argoproj.io',
  version: 'v1alpha1',
  kind: 'Rollout',
  namespace: 'shop',
  name: evil,
};
const report = reportOf(
  [
    finding(placeOf(source, 'Rollout'), {
      message: evil,
      resource,
      path: ['spec', evil],
      labels: [label(source, 'metadata', evil)],
      fix: {
        title: `Write "${evil}".`,
        safety: 'safe',
        writes: [],
        edits: [{ ...placeOf(source, 'Rollout'), text: `${evil}\n` }],
      },
    }),
    finding(placeOf(source, 'metadata'), { severity: 'warning', message: evil, resource }),
    finding(placeOf(source, 'metadata'), { severity: 'info', message: evil, why: undefined }),
  ],
  {
    notes: [{ message: `A note: ${evil}` }],
    failures: [{ message: `gone.yaml: ${evil}` }],
    suppressed: [
      finding(placeOf(source, 'metadata'), {
        message: evil,
        silencer: { by: 'comment', place: placeOf(source, 'Rollout'), reason: evil },
      }),
      finding(placeOf(source, 'metadata'), {
        message: evil,
        silencer: { by: 'configuration', file: source.name, line: 1, reason: evil },
      }),
    ],
    listsSuppressed: true,
  },
);
const shown = shownOf(report);

const rule = {
  name: 'istio/route-exists',
  description: 'Require routes to exist.',
  why: 'No traffic shifts.',
  severity: 'error',
  links: ['https://example.com/a'],
} as const;

/** As src/cli/output.ts prints lines, and texts whose line breaks are ours. */
const lines = (all: readonly string[]): string =>
  all.map((line) => `${printable(line.replaceAll('\n', quoted))}\n`).join('');
const whole = (all: string): string => all.split('\n').map(printable).join('\n');

const printed: Readonly<Record<(typeof formats)[number], () => string>> = {
  text: () => lines(text(report, plain)),
  concise: () => lines(concise(shown)),
  json: () => whole(json(report)),
  sarif: () => whole(sarif(shown, [rule])).replace(/("semanticVersion": ")[^"]*/, '$1x.y.z'),
  github: () =>
    github(shown)
      .map((line) => `${line}\n`)
      .join(''),
  gitlab: () => whole(gitlab(shown)),
  junit: () => whole(junit(shown)),
  markdown: () => whole(markdown(shown)),
};

describe('names of attackers in a report', () => {
  it.each(formats)('as %s are what was read and found harmless', async (format) => {
    await expect(printed[format]()).toMatchFileSnapshot(path.join(__dirname, 'golden', format));
  });

  it.each(formats)('as %s steer nothing', (format) => {
    const all = printed[format]();
    // No control character but the line feed, no mark that turns the direction of text, no line separator.
    expect(all).not.toMatch(/[^\n\u0020-\u007e\u00a0-\u2027\u202f-\u2065\u2070-\uffff]/);
    if (format !== 'github') expect(all).not.toMatch(/^\s*(::|##)/m);
    expect(all.replaceAll(/^::(error|warning|notice) /gm, '')).not.toMatch(/^(::|##\[|##vso)/m);
  });
});

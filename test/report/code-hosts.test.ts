import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import gitlab from '../../src/report/formats/gitlab.js';
import junit from '../../src/report/formats/junit.js';
import { shownOf } from '../../src/report/formats/shown.js';
import { finding, label, placeOf, reportOf } from '../support/findings.js';
import { textSource } from '../support/sources.js';
import { junitProblems, readXml } from '../support/xml.js';

const schema = JSON.parse(
  readFileSync(path.join(__dirname, 'schemas/gitlab-code-quality.json'), 'utf8'),
) as object;
const isCodeQuality = new Ajv({ allErrors: true }).compile(schema);

/** What an attacker can put into names, one by one and all together. */
const parts = [
  '100% %0A %25',
  'a\nb\r\nc\rd\u2028e\u2029f\u0085g',
  '::error file=a::b',
  '<script>alert(1)</script>',
  '</failure></testcase><testcase name="x"/>',
  '"/><!-- \' & &amp; &#0; &nbsp; ]]> <![CDATA[',
  '<?xml version="1.1"?><!DOCTYPE x [<!ENTITY a "b">]>&a;',
  ...Array.from({ length: 32 }, (_, code) => `control ${String.fromCharCode(code)} sign`),
  '\u007f\u0080\u009b\u202e\u200b\ufeff\ufffe\uffff',
  '\ud800 alone \udc00',
  '😀 \u{10ffff}',
];
const names = [...parts, parts.join(' ')];

/** A report in which a name stands everywhere. */
function reportWith(name: string) {
  const source = textSource(`${name}.yaml`, 'kind: Rollout\nmetadata: {}\n');
  const resource = { group: 'argoproj.io', version: 'v1alpha1', kind: 'Rollout', namespace: name, name };
  return shownOf(
    reportOf(
      (['error', 'warning', 'info'] as const).map((severity) =>
        finding(placeOf(source, 'metadata'), {
          severity,
          message: name,
          why: severity === 'info' ? undefined : name,
          resource,
          path: ['spec', name],
          labels: [label(source, 'kind', name)],
        }),
      ),
      { notes: [{ message: name }], failures: [{ message: name }] },
    ),
  );
}

describe.each([
  ['names of attackers', names.map(reportWith)],
  ['a run without findings', [shownOf(reportOf([]))]],
])('%s', (_, reports) => {
  it('are a Code Quality report as GitLab takes it, with fingerprints that differ', () => {
    for (const shown of reports) {
      const all = JSON.parse(gitlab(shown)) as { fingerprint: string }[];
      isCodeQuality(all);
      expect(isCodeQuality.errors ?? []).toEqual([]);
      expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(all.length);
      expect(all).toHaveLength(shown.findings.length + shown.broken.length);
    }
  });

  it('are a report of JUnit as Jenkins takes it', () => {
    for (const shown of reports) expect(junitProblems(readXml(junit(shown)))).toEqual([]);
  });
});

describe('a report of JUnit', () => {
  it('says what was found, whatever that has in it', () => {
    const [suite] = readXml(junit(reportWith('<b> & "c" ]]>'))).children.filter(
      (one) => typeof one !== 'string',
    );
    const [first] = suite!.children.filter((one) => typeof one !== 'string');
    expect(first!.attributes['classname']).toBe('<b> & "c" ]]>.yaml');
    const [failure] = first!.children;
    expect(typeof failure === 'string' ? failure : failure!.attributes['message']).toBe('<b> & "c" ]]>');
  });

  it.each([
    ['a text that ends an element', '<a>x</b>'],
    ['a character that is none', '<a>\u0001</a>'],
    ['an entity of its own', '<a>&nbsp;</a>'],
    ['an angle bracket in an attribute', '<a b="<"/>'],
    ['the end of a section', '<a>]]></a>'],
    ['two roots', '<a/><a/>'],
  ])('is read strictly: %s', (_, text) => {
    expect(() => readXml(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`)).toThrow();
  });

  it('is held to the schema', () => {
    const wrong =
      '<testsuites><testsuite name="a" tests="2" failures="0" errors="0" x="1"><testcase/>a</testsuite></testsuites>';
    expect(junitProblems(readXml(`<?xml version="1.0" encoding="UTF-8"?>\n${wrong}`))).toEqual([
      '<testsuite> has the attribute x.',
      '<testsuite> has text.',
      'tests is 2, not 1.',
      '<testcase> has no name.',
    ]);
  });
});

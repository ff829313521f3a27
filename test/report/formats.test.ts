import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import concise from '../../src/report/formats/concise.js';
import { fingerprints } from '../../src/report/formats/fingerprint.js';
import github from '../../src/report/formats/github.js';
import gitlab from '../../src/report/formats/gitlab.js';
import junit from '../../src/report/formats/junit.js';
import markdown from '../../src/report/formats/markdown.js';
import sarif, { type RuleInfo } from '../../src/report/formats/sarif.js';
import { shownOf } from '../../src/report/formats/shown.js';
import { findingsJson } from '../../src/report/json.js';
import { finding, label, placeOf, reportOf } from '../support/findings.js';
import { textSource } from '../support/sources.js';

const rollout = textSource('app/rollout.yaml', 'kind: Rollout\nmetadata:\n  name: checkout\n');
const service = textSource('app/service.yaml', 'kind: Service\nname: web\n');
const evil =
  '100% ::error::x\n::set-output name=a::b <script>alert(1)</script> | `a` ]]> \u001b[31m @all, "q"';
const odd = textSource('a,b:100%/<x>\n.yaml', 'kind: Rollout\n');

const identity = { group: 'argoproj.io', version: 'v1alpha1', kind: 'Rollout', namespace: 'shop' };
const resource = { ...identity, name: 'checkout' };

const ordinary = finding(placeOf(rollout, 'checkout'), {
  labels: [label(service, 'web', 'this Service')],
  resource,
  path: ['metadata', 'name'],
});
const hostile = finding(placeOf(odd, 'Rollout'), {
  severity: 'warning',
  message: evil,
  resource: { ...identity, name: evil },
  path: ['spec', evil],
  labels: [label(odd, 'kind', evil)],
});
const note = finding(placeOf(service, 'web'), { severity: 'info', why: undefined, message: 'Unused.' });
const report = reportOf([ordinary, hostile, note], {
  notes: [{ message: `A note: ${evil}` }],
  failures: [{ message: `gone.yaml: ${evil}` }],
});
const shown = shownOf(report);
const empty = shownOf(reportOf([]));

const rules: readonly RuleInfo[] = [
  { name: 'gateway/other', description: 'Other.', why: 'Why.', severity: 'error', links: [] },
  {
    name: 'istio/route-exists',
    description: 'Require routes to exist.',
    why: 'No traffic shifts.',
    severity: 'error',
    links: ['https://example.com/a'],
  },
];

describe('concise', () => {
  it('is a line for each finding, failure and note', () => {
    expect(concise(shown)).toHaveLength(6);
    expect(concise(shown)[0]).toBe(
      'app/rollout.yaml:3:9: error istio/route-exists: Route "primary" is not in VirtualService "checkout", which has main, fallback.',
    );
    expect(concise(empty)).toEqual(['✓ 4 resources, 1 Rollout, 9 rules, 0.12 s']);
  });
});

describe('github', () => {
  it('is a workflow command for each finding', () => {
    expect(github(shown)[0]).toBe(
      '::error file=app/rollout.yaml,line=3,endLine=3,col=9,endColumn=17,title=istio/route-exists::Route "primary" is not in VirtualService "checkout", which has main, fallback.',
    );
    expect(github(shown).map((line) => /^::\w+/.exec(line)?.[0])).toEqual([
      '::error',
      '::warning',
      '::notice',
      '::error',
    ]);
  });

  it('is one line each, and nothing of a name is a property or a command', () => {
    for (const line of github(shown)) {
      expect(line).not.toMatch(/[\n\r\u001b]/);
      expect(line.match(/^::\w+ (?:\w+=[^,:]*(?:,|(?=::)))+::/)?.[0]).toBeDefined();
    }
    expect(github(shown)[1]).toContain(String.raw`file=a%2Cb%3A100%25/<x>\n.yaml,line=1,`);
    expect(github(shown)[1]).toContain(String.raw`::100%25 ::error::x\n::set-output name=a::b <script>`);
  });
});

describe('gitlab', () => {
  interface Issue {
    readonly description: string;
    readonly check_name: string;
    readonly fingerprint: string;
    readonly severity: string;
    readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
  }
  /** https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
  const isIssue = new Ajv().compile({
    type: 'array',
    items: {
      type: 'object',
      required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
      properties: {
        description: { type: 'string', minLength: 1 },
        check_name: { type: 'string', minLength: 1 },
        fingerprint: { type: 'string', minLength: 1 },
        severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
        location: {
          type: 'object',
          required: ['path', 'lines'],
          properties: {
            path: { type: 'string', minLength: 1 },
            lines: {
              type: 'object',
              required: ['begin'],
              properties: { begin: { type: 'integer', minimum: 1 } },
            },
          },
        },
      },
    },
  });

  it('is valid, and what was not read is in it', () => {
    const issues = JSON.parse(gitlab(shown)) as readonly Issue[];
    expect(isIssue(issues)).toBe(true);
    expect(issues.map(({ severity }) => severity)).toEqual(['critical', 'minor', 'info', 'blocker']);
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(4);
    expect(issues[1]?.description).toBe(evil);
    expect(JSON.parse(gitlab(empty))).toEqual([]);
  });
});

describe('junit', () => {
  it('is well-formed, with counts that are right', () => {
    const { names, attributes } = elements(junit(shown));
    expect(count(names)).toEqual({
      testsuites: 1,
      testsuite: 4,
      testcase: 4,
      failure: 2,
      'system-out': 1,
      error: 1,
    });
    expect(attributes.filter((text) => text.startsWith('tests='))).toHaveLength(4);
    expect(junit(shown)).toContain('<testsuite name="app/rollout.yaml" tests="1" failures="1" errors="0">');
    expect(junit(shown)).toContain('<testsuite name="not checked" tests="1" failures="0" errors="1">');
  });

  it('has a case where nothing is found', () => {
    expect(count(elements(junit(empty)).names)).toEqual({ testsuites: 1, testsuite: 1, testcase: 1 });
  });
});

describe('markdown', () => {
  it('is a line and a table', () => {
    const lines = markdown(shown).split('\n');
    expect(lines[0]).toBe(
      '**rolloutkit**: × 1 error, 1 warning, 1 info, 1 input not read in 4 resources, 1 Rollout, 9 rules, 0.12 s',
    );
    expect(lines.filter((line) => line.startsWith('| '))).toHaveLength(5);
  });

  it('takes nothing of a name for Markdown or HTML', () => {
    const text = markdown(shown);
    expect(text.replaceAll('<br>', '').replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/g, '')).not.toMatch(/[<`@\u001b]/);
    const rows = text.split('\n').filter((line) => line.startsWith('| '));
    for (const row of rows) expect(row.match(/\|/g)).toHaveLength(5);
  });

  it('is of bounded length', () => {
    const many = markdown(shownOf(reportOf(Array.from({ length: 5000 }, () => hostile))));
    expect(many.length).toBeLessThan(900_000);
    expect(many).toContain('… and 4800 more.');
  });

  it('keeps the most severe findings where there are too many, in their order', () => {
    const infos = Array.from({ length: 199 }, () => ({ ...hostile, severity: 'info' as const }));
    const [warning, error] = [
      { ...hostile, severity: 'warning' as const },
      { ...hostile, severity: 'error' as const },
    ];
    const text = markdown(shownOf(reportOf([warning, ...infos, ...infos, error])));
    const kept = text.split('\n').flatMap((line) => /\| (info|warning|error) \|/.exec(line)?.[1] ?? []);
    expect(kept).toEqual(['warning', ...Array.from({ length: 198 }, () => 'info'), 'error']);
    expect(text).toContain('… and 200 more.');
  });
});

describe('sarif', () => {
  const schema = JSON.parse(readFileSync(path.join(__dirname, 'schemas/sarif-2.1.0.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  // Ajv has no draft 4, of which the schema uses nothing that later drafts have not, but for its id.
  const rest = { ...schema, $schema: undefined, id: undefined };
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(rest);

  it.each([
    ['findings', shown],
    ['nothing', empty],
  ])('of %s is valid', (_, its) => {
    const log: unknown = JSON.parse(sarif(its, rules));
    validate(log);
    expect(validate.errors).toBeNull();
  });

  it('has the edits of what is certain, and of nothing else', () => {
    const place = placeOf(service, 'web');
    const fix = {
      title: `Write "${evil}".`,
      safety: 'safe' as const,
      writes: [],
      edits: [
        { ...place, text: 'shop' },
        { source: odd, start: 0, end: 0, text: `${evil}\n` },
      ],
    };
    const its = shownOf(
      reportOf([
        finding(place, { fix }),
        finding(place, { fix: { ...fix, safety: 'unsafe' } }),
        finding(place, {
          fix: { title: 'Write "shop".', safety: 'safe', writes: [], unfit: 'it is in no file.' },
        }),
      ]),
    );
    const log = JSON.parse(sarif(its, rules)) as { runs: [{ results: { fixes?: unknown }[] }] };
    validate(log);
    expect(validate.errors).toBeNull();
    expect(log.runs[0].results.map(({ fixes }) => fixes)).toEqual([
      [
        {
          description: { text: fix.title },
          artifactChanges: [
            {
              artifactLocation: { uri: 'app/service.yaml' },
              replacements: [
                {
                  deletedRegion: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 10 },
                  insertedContent: { text: 'shop' },
                },
              ],
            },
            {
              artifactLocation: { uri: 'a%2Cb%3A100%25/%3Cx%3E%0A.yaml' },
              replacements: [
                {
                  deletedRegion: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
                  insertedContent: { text: `${evil}\n` },
                },
              ],
            },
          ],
        },
      ],
      undefined,
      undefined,
    ]);
  });

  it('is told from what is not valid', () => {
    expect(validate({ version: '2.1.0', runs: [{}] })).toBe(false);
  });

  it('has rules, places, objects and what was not read', () => {
    const { runs } = JSON.parse(sarif(shown, rules)) as { runs: [Record<string, unknown>] };
    expect(runs[0]).toMatchObject({
      tool: {
        driver: {
          name: 'rolloutkit',
          rules: [{ id: 'istio/route-exists', helpUri: 'https://example.com/a' }],
        },
      },
      invocations: [
        { executionSuccessful: false, toolExecutionNotifications: [{ level: 'error' }, { level: 'note' }] },
      ],
      results: [
        {
          ruleId: 'istio/route-exists',
          ruleIndex: 0,
          level: 'error',
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'app/rollout.yaml' },
                region: { startLine: 3, startColumn: 9, endLine: 3, endColumn: 17 },
              },
              logicalLocations: [{ fullyQualifiedName: 'Rollout/shop/checkout.metadata.name' }],
            },
          ],
          relatedLocations: [{ id: 0, message: { text: 'this Service' } }],
        },
        {
          level: 'warning',
          locations: [{ physicalLocation: { artifactLocation: { uri: 'a%2Cb%3A100%25/%3Cx%3E%0A.yaml' } } }],
        },
        { level: 'note' },
      ],
    });
  });
});

describe('fingerprints', () => {
  const keysOf = (...findings: readonly ReturnType<typeof finding>[]) => fingerprints(findingsJson(findings));

  it('stay when lines move', () => {
    const moved = textSource(rollout.name, `# Above.\n\n${rollout.read()}`);
    expect(keysOf({ ...ordinary, place: placeOf(moved, 'checkout') })).toEqual(keysOf(ordinary));
  });

  it('differ by rule, object, field and value, and where all is the same by their order', () => {
    const other = { ...ordinary, path: ['metadata', 'labels'] };
    const another = { ...ordinary, resource: { ...resource, name: 'web' } };
    const all = keysOf(
      ordinary,
      ordinary,
      other,
      another,
      { ...ordinary, rule: 'istio/host-exists' },
      hostile,
    );
    expect(new Set(all).size).toBe(6);
  });
});

/** The elements of XML, each of which is closed; of what is no XML it throws. */
function elements(xml: string): { names: string[]; attributes: string[] } {
  const [names, attributes, open]: [string[], string[], string[]] = [[], [], []];
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  // What stands between elements has no sign of its own, and controls cannot be written in XML 1.0.
  if (/[^\n\u0020-\ud7ff\ue000-\ufffd]/u.test(xml)) throw new Error('It has a character that XML has not.');
  const rest = body.replaceAll(
    /<(?:(\/?)([a-z-]+)((?: [a-z]+="(?:[^"<&]|&(?:amp|lt|gt|quot);)*")*)(\/?))>/g,
    (_, closes: string, name: string, its: string, closed: string) => {
      if (closes !== '' && open.pop() !== name) throw new Error(`It closes ${name}.`);
      if (closes === '') {
        names.push(name);
        attributes.push(its.trim().replace(/^name="[^"]*" /, ''));
        if (closed === '') open.push(name);
      }
      return '';
    },
  );
  if (open.length > 0 || /[<>]|&(?!(?:amp|lt|gt|quot);)/.test(rest)) throw new Error(`It leaves ${rest}.`);
  return { names, attributes };
}

function count(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

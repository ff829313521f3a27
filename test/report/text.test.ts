import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import type { Safety } from '../../src/model/fix.js';
import { printable } from '../../src/report/printable.js';
import { colored, plain } from '../../src/report/style.js';
import type { LintReport } from '../../src/report/report.js';
import text from '../../src/report/text.js';
import { finding, label, placeOf, reportOf } from '../support/findings.js';
import { textSource } from '../support/sources.js';

const rollout = textSource(
  'apps/checkout/rollout.yaml',
  `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      trafficRouting:
        istio:
          virtualService:
            name: checkout
            routes:
              - primary
`,
);
const virtualService = textSource(
  'apps/checkout/virtualservice.yaml',
  `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: checkout
spec:
  http:
    - name: main
    - name: fallback
`,
);

/** What is printed of findings alone, without the line that ends every output. */
function framesOf(...findings: Finding[]): string {
  return text(reportOf(findings), plain).slice(0, -1).join('\n');
}

describe('a finding', () => {
  it('shows all files that take part', () => {
    const at = finding(placeOf(rollout, 'primary'), {
      labels: [
        label(virtualService, 'main', 'the routes of the VirtualService'),
        label(virtualService, 'fallback', 'and this one'),
      ],
    });
    expect(framesOf(at)).toMatchInlineSnapshot(`
      "apps/checkout/rollout.yaml:13:17  error  istio/route-exists

        × Route "primary" is not in VirtualService "checkout", which has main, fallback.

          ╭─ apps/checkout/rollout.yaml:13:17
       11 │             name: checkout
       12 │             routes:
       13 │               - primary
          │                 ^^^^^^^
          ├─ apps/checkout/virtualservice.yaml:7:13
        7 │     - name: main
          │             ---- the routes of the VirtualService
        8 │     - name: fallback
          │             -------- and this one
          ╰─
        why   The controller marks the Rollout InvalidSpec and shifts no traffic.
        more  rolloutkit explain istio/route-exists
      "
    `);
  });

  it('shows places near each other in one frame, and the rest of their lines', () => {
    const at = finding(placeOf(rollout, 'primary'), {
      labels: [
        label(rollout, 'virtualService', 'this VirtualService'),
        label(rollout, 'routes', 'these routes'),
      ],
    });
    expect(framesOf(at)).toMatchInlineSnapshot(`
      "apps/checkout/rollout.yaml:13:17  error  istio/route-exists

        × Route "primary" is not in VirtualService "checkout", which has main, fallback.

          ╭─ apps/checkout/rollout.yaml:13:17
       10 │           virtualService:
          │           -------------- this VirtualService
       11 │             name: checkout
       12 │             routes:
          │             ------ these routes
       13 │               - primary
          │                 ^^^^^^^
          ╰─
        why   The controller marks the Rollout InvalidSpec and shifts no traffic.
        more  rolloutkit explain istio/route-exists
      "
    `);
  });

  it('shows several marks of one line below each other', () => {
    const source = textSource('a.yaml', 'selector: { app: shop, tier: web }\n');
    const at = finding(placeOf(source, 'web'), { labels: [label(source, 'shop', 'matches')] });
    expect(framesOf(at)).toMatchInlineSnapshot(`
      "a.yaml:1:30  error  istio/route-exists

        × Route "primary" is not in VirtualService "checkout", which has main, fallback.

         ╭─ a.yaml:1:30
       1 │ selector: { app: shop, tier: web }
         │                  ---- matches
         │                              ^^^
         ╰─
        why   The controller marks the Rollout InvalidSpec and shifts no traffic.
        more  rolloutkit explain istio/route-exists
      "
    `);
  });

  it('does not show what stands before its document', () => {
    const source = textSource('a.yaml', 'kind: Service\n---\nkind: Rollout\n');
    expect(framesOf(finding(placeOf(source, 'Rollout')))).toMatchInlineSnapshot(`
      "a.yaml:3:7  error  istio/route-exists

        × Route "primary" is not in VirtualService "checkout", which has main, fallback.

         ╭─ a.yaml:3:7
       3 │ kind: Rollout
         │       ^^^^^^^
         ╰─
        why   The controller marks the Rollout InvalidSpec and shifts no traffic.
        more  rolloutkit explain istio/route-exists
      "
    `);
  });

  it('marks what spans several lines to the end of the first', () => {
    const source = textSource('a.yaml', 'expression: >-\n  .spec.http[]\n  .route[]\n');
    expect(framesOf(finding(placeOf(source, '>-\n  .spec.http[]\n  .route[]')))).toMatchInlineSnapshot(`
      "a.yaml:1:13  error  istio/route-exists

        × Route "primary" is not in VirtualService "checkout", which has main, fallback.

         ╭─ a.yaml:1:13
       1 │ expression: >-
         │             ^^
         ╰─
        why   The controller marks the Rollout InvalidSpec and shifts no traffic.
        more  rolloutkit explain istio/route-exists
      "
    `);
  });

  it('shows both sides of a line break', () => {
    const source = textSource('a.yaml', 'expression: >-\n  .backend.\n  service.name\n');
    expect(framesOf(finding(placeOf(source, '\n  service')))).toMatchInlineSnapshot(`
      "a.yaml:2:12  error  istio/route-exists

        × Route "primary" is not in VirtualService "checkout", which has main, fallback.

         ╭─ a.yaml:2:12
       1 │ expression: >-
       2 │   .backend.
         │            ^
       3 │   service.name
         ╰─
        why   The controller marks the Rollout InvalidSpec and shifts no traffic.
        more  rolloutkit explain istio/route-exists
      "
    `);
  });

  it('may be at the end of the text', () => {
    const source = textSource('a.yaml', 'ports: [\n');
    expect(framesOf(finding({ source, start: 9, end: 9 }))).toMatchInlineSnapshot(`
      "a.yaml:2:1  error  istio/route-exists

        × Route "primary" is not in VirtualService "checkout", which has main, fallback.

         ╭─ a.yaml:2:1
       1 │ ports: [
       2 │
         │ ^
         ╰─
        why   The controller marks the Rollout InvalidSpec and shifts no traffic.
        more  rolloutkit explain istio/route-exists
      "
    `);
  });

  it('has no frame when it is about the whole file', () => {
    const source = textSource('picture.yaml', '\0\u0001\u0002');
    const at = finding({ source, start: 0, end: 0 }, { rule: 'yaml/text', severity: 'warning' });
    expect(framesOf(at)).toMatchInlineSnapshot(`
      "picture.yaml:1:1  warning  yaml/text

        ! Route "primary" is not in VirtualService "checkout", which has main, fallback.

        why   The controller marks the Rollout InvalidSpec and shifts no traffic.
        more  rolloutkit explain yaml/text
      "
    `);
  });

  it('has no line when it is in no text', () => {
    const source = textSource('app/Rollout/checkout', '');
    expect(framesOf(finding({ source, start: -1, end: -1 }, { why: undefined }))).toMatchInlineSnapshot(`
      "app/Rollout/checkout  error  istio/route-exists

        × Route "primary" is not in VirtualService "checkout", which has main, fallback.

        more  rolloutkit explain istio/route-exists
      "
    `);
  });

  it('aligns line numbers of different length', () => {
    const long = textSource('b.yaml', `${'#\n'.repeat(119)}name: web\n`);
    const at = finding(placeOf(rollout, 'Rollout'), { labels: [label(long, 'web', 'here')] });
    expect(framesOf(at)).toMatchInlineSnapshot(`
      "apps/checkout/rollout.yaml:2:7  error  istio/route-exists

        × Route "primary" is not in VirtualService "checkout", which has main, fallback.

           ╭─ apps/checkout/rollout.yaml:2:7
         1 │ apiVersion: argoproj.io/v1alpha1
         2 │ kind: Rollout
           │       ^^^^^^^
           ├─ b.yaml:120:7
       120 │ name: web
           │       --- here
           ╰─
        why   The controller marks the Rollout InvalidSpec and shifts no traffic.
        more  rolloutkit explain istio/route-exists
      "
    `);
  });

  it('breaks long sentences between words', () => {
    const sentence = `${'word '.repeat(40)}end.`;
    const at = finding(placeOf(rollout, 'Rollout'), { message: sentence, why: sentence });
    for (const line of framesOf(at).split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(framesOf(at)).toContain(`  × ${'word '.repeat(18)}word\n    word `);
  });

  it('survives that its file has gone', () => {
    const gone = {
      ...rollout,
      read() {
        throw new Error('gone');
      },
    };
    expect(framesOf(finding({ source: gone, start: 3, end: 5 }))).toContain('apps/checkout/rollout.yaml:1:4');
  });
});

describe('the end of a report', () => {
  const fixable = (safety: Safety, edits = [{ source: rollout, start: 0, end: 0, text: '' }]): Finding =>
    finding(placeOf(rollout, 'primary'), { fix: { title: 'Write it.', safety, writes: [], edits } });
  const tried = (fixedLater: LintReport['fixedLater'], ...findings: Finding[]): string =>
    text({ ...reportOf(findings), fixedLater }, plain).at(-1) ?? '';
  const end = (...findings: Finding[]): string => tried({ safe: 0, unsafe: 0 }, ...findings);

  it('counts what --fix would repair', () => {
    const unrepaired = finding(placeOf(rollout, 'primary'));
    expect(end(fixable('safe'), unrepaired)).toBe('  1 of 2 findings can be fixed with --fix');
    expect(end(fixable('safe'), fixable('unsafe'), fixable('unsafe'))).toBe(
      '  1 of 3 findings can be fixed with --fix (2 more with --fix=all)',
    );
    expect(end(fixable('unsafe'))).toBe('  1 of 1 finding can be fixed with --fix=all');
  });

  it('tells what --fix repairs besides, and that a number is a limit where fixing was not tried', () => {
    const later = { safe: 1, unsafe: 2 };
    expect(tried(later, fixable('safe'), fixable('unsafe'))).toBe(
      '  1 of 2 findings can be fixed with --fix, and 1 more after that (1 more with --fix=all, and 1 more after that)',
    );
    expect(tried(later, fixable('unsafe'))).toBe(
      '  1 of 1 finding can be fixed with --fix=all, and 2 more after that',
    );
    expect(tried(undefined, fixable('safe'))).toBe('  up to 1 of 1 finding can be fixed with --fix');
  });

  it('shows the choices by their titles, below the finding', () => {
    const choices = ['Remove it.', 'Name it "web".'].map(
      (title) => ({ title, safety: 'unsafe', writes: [] }) as const,
    );
    expect(framesOf(finding(placeOf(rollout, 'primary'), { choices }))).toContain(
      '  pick  Remove it.\n  or    Name it "web".\n',
    );
  });

  it('counts the findings that leave a choice', () => {
    const choices = [{ title: 'Remove it.', safety: 'unsafe', writes: [] }] as const;
    const chosen = finding(placeOf(rollout, 'primary'), { choices });
    expect(end(chosen)).toBe('  1 of 1 finding leaves a choice');
    expect(end(chosen, chosen, finding(placeOf(rollout, 'primary')))).toBe(
      '  2 of 3 findings leave a choice',
    );
    expect(end(chosen, fixable('safe'))).toBe('  1 of 2 findings can be fixed with --fix; 1 leaves a choice');
    expect(end(chosen, chosen, fixable('unsafe'), fixable('safe'))).toBe(
      '  1 of 4 findings can be fixed with --fix (1 more with --fix=all); 2 leave a choice',
    );
    expect(end({ ...fixable('safe'), choices })).toBe('  1 of 1 finding can be fixed with --fix');
  });

  it('is the summary where --fix would repair nothing', () => {
    const byHand = { ...fixable('safe').fix!, edits: undefined, unfit: 'it is rendered from other files.' };
    expect(end(finding(placeOf(rollout, 'primary'), { fix: byHand }))).toMatch(/^× 1 error in /);
    expect(end()).toMatch(/^✓ /);
  });
});

describe('a line of a file', () => {
  const frameOf = (line: string, words: string): string =>
    framesOf(finding(placeOf(textSource('a.yaml', line), words)))
      .split('\n')
      .slice(4, -3)
      .join('\n');

  it('may end in CR LF', () => {
    expect(frameOf('kind: Rollout\r\nmetadata:\r\n  name: checkout\r\n', 'checkout')).toMatchInlineSnapshot(`
      "   ╭─ a.yaml:3:9
       1 │ kind: Rollout
       2 │ metadata:
       3 │   name: checkout
         │         ^^^^^^^^
         ╰─"
    `);
  });

  it('may end in CR', () => {
    expect(frameOf('kind: Rollout\rmetadata:\r  name: checkout\r', 'checkout')).toMatchInlineSnapshot(`
      "   ╭─ a.yaml:3:9
       1 │ kind: Rollout
       2 │ metadata:
       3 │   name: checkout
         │         ^^^^^^^^
         ╰─"
    `);
  });

  it('may hold tabs', () => {
    expect(frameOf('name:\t\tcheckout # a\ttab\n', 'checkout')).toMatchInlineSnapshot(`
      "   ╭─ a.yaml:1:8
       1 │ name:  checkout # a tab
         │        ^^^^^^^^
         ╰─"
    `);
  });

  it('may begin with a byte order mark, which takes no column', () => {
    expect(frameOf('\ufeffkind: Rollout\n', 'kind')).toMatchInlineSnapshot(`
      "   ╭─ a.yaml:1:1
       1 │ kind: Rollout
         │ ^^^^
         ╰─"
    `);
  });

  it('may hold wide characters and such that take no room', () => {
    expect(frameOf('title: "結帳 🚀 e\u0301" # v2\n', 'v2')).toMatchInlineSnapshot(`
      "   ╭─ a.yaml:1:21
       1 │ title: "結帳 🚀 é" # v2
         │                      ^^
         ╰─"
    `);
    expect(frameOf('title: 結帳 # v2\n', '結帳')).toMatchInlineSnapshot(`
      "   ╭─ a.yaml:1:8
       1 │ title: 結帳 # v2
         │        ^^^^
         ╰─"
    `);
  });

  it('cannot move the cursor, switch colors or turn the direction of writing', () => {
    const frame = frameOf('a: \u001b[31mred\u009b0m \u202eback\u0007 b: web\n', 'web');
    expect(frame).toMatchInlineSnapshot(`
      "   ╭─ a.yaml:1:26
       1 │ a: \\u001b[31mred\\u009b0m \\u202eback\\u0007 b: web
         │                                              ^^^
         ╰─"
    `);
  });

  it('shows two places apart that are far from each other in one line', () => {
    const source = textSource('a.json', `{"name": "web", "much": "${'x'.repeat(100_000)}", "labels": {}}`);
    const lines = framesOf(
      finding(placeOf(source, 'web'), { labels: [label(source, 'labels', 'these')] }),
    ).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(160);
    expect(lines.filter((line) => line.includes('a.json:1:'))).toEqual([
      'a.json:1:11  error  istio/route-exists',
      '   ╭─ a.json:1:11',
      '   ├─ a.json:1:100030',
    ]);
    expect(lines.find((line) => line.includes('these'))).toMatch(/^ {3}│ +-{6} these$/);
  });

  it('is cut on the right when it is long', () => {
    const frame = frameOf(`name: web # ${'x'.repeat(500)}\n`, 'web');
    expect(frame).toMatchInlineSnapshot(`
      "   ╭─ a.yaml:1:7
       1 │ name: web # xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
         │       ^^^
         ╰─"
    `);
    expect(Math.max(...frame.split('\n').map((line) => line.length))).toBe(160);
  });

  it('is cut on both sides around what is marked', () => {
    const frame = frameOf(
      `{ "a": "${'x'.repeat(300)}", "name": "web", "b": "${'y'.repeat(300)}" }\n`,
      '"web"',
    );
    expect(frame).toMatchInlineSnapshot(`
      "   ╭─ a.yaml:1:320
       1 │ …xxxxxxxxxxxxxxxxxxxxxxxxxxx", "name": "web", "b": "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
         │                                        ^^^^^
         ╰─"
    `);
  });

  it('is cut at the end of what is marked when that is long itself', () => {
    const words = 'x'.repeat(400);
    expect(frameOf(`name: ${words}\n`, words)).toMatchInlineSnapshot(`
      "   ╭─ a.yaml:1:7
       1 │ name: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
         │       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
         ╰─"
    `);
  });

  it('is cut between characters', () => {
    const frame = frameOf(`${'🚀'.repeat(200)} web\n`, 'web');
    expect(frame).not.toMatch(/\p{Cs}/u);
    expect(frame).toMatchInlineSnapshot(`
      "   ╭─ a.yaml:1:402
       1 │ …🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀 web
         │                                         ^^^
         ╰─"
    `);
  });

  it('takes no more room than the terminal has', () => {
    const source = textSource('a.yaml', `name: web # ${'x'.repeat(500)}\n`);
    const at = finding(placeOf(source, 'web'), {
      labels: [label(source, 'name', `a label ${'that is long '.repeat(8)}too`)],
    });
    const lines = text(reportOf([at]), plain, { columns: 80 });
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "a.yaml:1:7  error  istio/route-exists

        × Route "primary" is not in VirtualService "checkout", which has main,
          fallback.

         ╭─ a.yaml:1:7
       1 │ name: web # xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
         │ ----
         │ a label that is long that is long that is long that is long that is long
         │ that is long that is long that is long too
         │       ^^^
         ╰─
        why   The controller marks the Rollout InvalidSpec and shifts no traffic.
        more  rolloutkit explain istio/route-exists

      × 1 error in 4 resources, 1 Rollout, 9 rules, 0.12 s"
    `);
  });
});

it('writes as escapes what a message quotes and a terminal would obey', () => {
  const at = finding(placeOf(rollout, 'Rollout'), { message: 'Service "a\u001b[2Jb\nc" is not found.' });
  expect(framesOf(at)).toContain('  × Service "a\\u001b[2Jb\\nc" is not found.');
});

it('colors only when asked to', () => {
  const at = finding(placeOf(rollout, 'primary'), { labels: [label(virtualService, 'main', 'here')] });
  const report = reportOf([at], { notes: [{ message: 'A note.' }], failures: [{ message: 'x: gone.' }] });
  expect(text(report, plain).join('')).not.toContain('\u001b');
  const painted = text(report, colored).map(printable);
  expect(painted.map((line) => line.replaceAll(/\u001b\[\d+m/g, ''))).toEqual(text(report, plain));
  expect(painted[0]).toBe(
    '\u001b[1mapps/checkout/rollout.yaml:13:17\u001b[22m  \u001b[31merror\u001b[39m  istio/route-exists',
  );
});

describe('the last line', () => {
  const lastOf = (...args: Parameters<typeof reportOf>): string | undefined =>
    text(reportOf(...args), plain).at(-1);
  const at = (severity: Finding['severity'], message = 'One.'): Finding =>
    finding(placeOf(rollout, 'Rollout'), { severity, message });

  it.each([
    ['✓ 4 resources, 1 Rollout, 9 rules, 0.12 s', []],
    ['× 1 error in 4 resources, 1 Rollout, 9 rules, 0.12 s', [at('error')]],
    [
      '× 2 errors, 1 warning, 1 info in 4 resources, 1 Rollout, 9 rules, 0.12 s',
      [at('info'), at('error'), at('warning'), at('error', 'Another.')],
    ],
    ['! 1 warning in 4 resources, 1 Rollout, 9 rules, 0.12 s', [at('warning')]],
    ['i 2 infos in 4 resources, 1 Rollout, 9 rules, 0.12 s', [at('info'), at('info', 'Another.')]],
  ])('%s', (line, findings) => {
    expect(lastOf(findings)).toBe(line);
  });

  it('says what was left out, and has no check mark then', () => {
    expect(lastOf([], { unchecked: ['2 unrendered templates', '1 object of a dump'] })).toMatch(
      /^! .* 0\.12 s; not checked: 2 unrendered templates, 1 object of a dump$/,
    );
    expect(lastOf([], { rollouts: 0 })).toMatch(
      /^! .* 0\.12 s; no Rollout was found, so no canary was checked$/,
    );
  });

  it('says that inputs were not read', () => {
    expect(lastOf([], { failures: [{ message: 'a' }], resources: 0, rollouts: 0 })).toBe(
      '× 1 input not read in 0 resources, 0 Rollouts, 9 rules, 0.12 s; no Rollout was found, so no canary was checked',
    );
  });
});

it('prints failures and notes after the findings', () => {
  const report = reportOf([], {
    failures: [{ message: 'gone.yaml: file or folder not found.' }],
    notes: [{ message: 'charts/shop/templates: 3 files were left out.' }],
  });
  expect(text(report, plain).slice(0, 2)).toEqual([
    '× gone.yaml: file or folder not found.',
    'i charts/shop/templates: 3 files were left out.',
  ]);
});

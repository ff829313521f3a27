import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, good, rolloutText, run, template } from '../support/command.js';

/** What is printed of a folder, without the time. */
function printed(files: Parameters<typeof folderOf>[0], ...args: string[]): string {
  const { code, stdout, stderr } = run(folderOf(files), 'lint', '--only', 'yaml,schema', ...args);
  return `${stderr}${stdout.replace(/\d+ rules, \d+\.\d\d s/, '… rules, … s')}exit code ${code}`;
}

describe('what is printed of', () => {
  it('broken indentation', () => {
    const broken = rolloutText('web', 'maxSurge: 1\n     steps: []');
    expect(printed({ 'broken.yaml': broken, 'good.yaml': good })).toMatchInlineSnapshot(`
      "broken.yaml:12:6  error  yaml/parses

        × This line is indented by 5 spaces, and the lines that it can belong with by 4 or 6.

          ╭─ broken.yaml:12:6
       10 │     canary:
       11 │       maxSurge: 1
       12 │      steps: []
          │      ^^^^^^^^^
          ╰─
        why   kubectl, Kustomize and Argo CD reject the whole document. Nothing else was checked in it.
        more  rolloutkit explain yaml/parses

      × 1 error in 2 resources, 2 Rollouts, … rules, … s
      exit code 1"
    `);
  });

  it('a bracket that is not closed', () => {
    expect(printed({ 'a.yaml': rolloutText('web', 'steps: [') })).toMatchInlineSnapshot(`
      "a.yaml:13:13  error  yaml/parses

        × A comma is missing before this key, or the string with the colon must be quoted.

          ╭─ a.yaml:13:13
       11 │       steps: [
       12 │   template:
       13 │     metadata:
          │             ^
          ╰─
        why   kubectl, Kustomize and Argo CD reject the whole document. Nothing else was checked in it.
        more  rolloutkit explain yaml/parses

      × 1 error in 1 resource, 1 Rollout, … rules, … s
      exit code 1"
    `);
  });

  it('a tab that indents', () => {
    expect(printed({ 'a.yaml': rolloutText('web', 'steps:\n\t- pause: {}') })).toMatchInlineSnapshot(`
      "a.yaml:12:1  error  yaml/parses

        × This line is indented with a tab; indent it with spaces, YAML does not allow tabs.

          ╭─ a.yaml:12:1
       10 │     canary:
       11 │       steps:
       12 │  - pause: {}
          │ ^
          ╰─
        why   kubectl, Kustomize and Argo CD reject the whole document. Nothing else was checked in it.
        more  rolloutkit explain yaml/parses

      × 1 error in 1 resource, 1 Rollout, … rules, … s
      exit code 1"
    `);
  });

  it('a colon in a value', () => {
    expect(printed({ 'a.yaml': rolloutText('web', 'stableService: web: stable') })).toMatchInlineSnapshot(`
      "a.yaml:11:25  error  yaml/parses

        × A string that contains a colon and a space must be quoted.

          ╭─ a.yaml:11:25
        9 │   strategy:
       10 │     canary:
       11 │       stableService: web: stable
          │                         ^
          ╰─
        why   kubectl, Kustomize and Argo CD reject the whole document. Nothing else was checked in it.
        more  rolloutkit explain yaml/parses

      × 1 error in 1 resource, 1 Rollout, … rules, … s
      exit code 1"
    `);
  });

  it('half a JSON file', () => {
    const text = '{\n  "apiVersion": "v1",\n  "kind": "Service",\n  "metadata": { "name": "web"';
    expect(printed({ 'a.json': text })).toMatchInlineSnapshot(`
      "a.json:4:15  error  yaml/parses

        × This "{" is never closed.

         ╭─ a.json:4:15
       2 │   "apiVersion": "v1",
       3 │   "kind": "Service",
       4 │   "metadata": { "name": "web"
         │               ^
         ╰─
        why   kubectl, Kustomize and Argo CD reject the whole document. Nothing else was checked in it.
        more  rolloutkit explain yaml/parses

      × 1 error in 0 resources, 0 Rollouts, … rules, … s; no Rollout was found, so no canary was checked
      exit code 1"
    `);
  });

  it('a key written twice', () => {
    expect(printed({ 'a.yaml': rolloutText('web', 'maxSurge: 1\n      maxSurge: 2') }))
      .toMatchInlineSnapshot(`
        "a.yaml:12:7  error  yaml/unique-keys

          × Key "maxSurge" is repeated in this map, and Kubernetes reads only the last one; keep one.

            ╭─ a.yaml:12:7
         10 │     canary:
         11 │       maxSurge: 1
         12 │       maxSurge: 2
            │       ^^^^^^^^
            ╰─
          why   kubectl and Argo CD keep the last value and silently drop the others; Kustomize rejects the
                resource.
          more  rolloutkit explain yaml/unique-keys

        × 1 error in 1 resource, 1 Rollout, … rules, … s
        exit code 1"
      `);
  });

  it('an alias of nothing', () => {
    expect(printed({ 'a.yaml': rolloutText('web', 'maxSurge: *surge') })).toMatchInlineSnapshot(`
      "a.yaml:11:17  error  yaml/aliases-known

        × Alias "*surge" names an unknown anchor; no anchor is defined before it.

          ╭─ a.yaml:11:17
        9 │   strategy:
       10 │     canary:
       11 │       maxSurge: *surge
          │                 ^^^^^^
          ╰─
        why   kubectl, Kustomize and Argo CD reject the whole document.
        more  rolloutkit explain yaml/aliases-known

      × 1 error in 1 resource, 1 Rollout, … rules, … s
      exit code 1"
    `);
  });

  it('aliases that grow without bound', () => {
    const names = [...'abcdefghi'];
    const lines = names.map((name, index) => {
      const item = index === 0 ? 'x' : `*${names[index - 1]}`;
      return `      ${name}: &${name} [${Array.from({ length: 9 }, () => item).join(', ')}]`;
    });
    const text = rolloutText(
      'web',
      `canaryMetadata:\n        annotations:\n${lines.join('\n').replaceAll('      ', '          ')}`,
    );
    expect(printed({ 'bomb.yaml': text })).toMatchInlineSnapshot(`
      "bomb.yaml:16:42  error  yaml/size-limited

        × Aliases expand to 7360 of the 7427 values of this document, more than Kubernetes allows.

          ╭─ bomb.yaml:16:42
       14 │           b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
       15 │           c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
       16 │           d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]
          │                                          ^^
          ╰─
        why   Kubernetes refuses documents whose aliases expand without bound, and objects larger than a
              few megabytes.
        more  rolloutkit explain yaml/size-limited

      × 1 error in 1 resource, 1 Rollout, … rules, … s
      exit code 1"
    `);
  });

  it('empty files', () => {
    const files = {
      'empty.yaml': '',
      'blank.yml': '\n\n',
      'comment.yaml': '# later\n',
      'empty.json': '',
      'marker.yaml': '---\n',
    };
    expect(printed(files)).toMatchInlineSnapshot(`
      "i No Kubernetes resource was found in blank.yml, comment.yaml, empty.json and 2 more. A manifest has apiVersion, kind and metadata at the top level.
      ! 0 resources, 0 Rollouts, … rules, … s; no Rollout was found, so no canary was checked
      exit code 0"
    `);
  });

  it('a binary file', () => {
    expect(printed({ 'picture.yaml': '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 'good.yaml': good }))
      .toMatchInlineSnapshot(`
        "picture.yaml:1:1  warning  yaml/text

          ! This file is not UTF-8 text, so it was not checked; save it as UTF-8, or exclude it with
            "ignore" in rolloutkit.yaml.

          why   Nothing in the file can be checked.
          more  rolloutkit explain yaml/text

        ! 1 warning in 1 resource, 1 Rollout, … rules, … s
        exit code 0"
      `);
  });

  it('UTF-16 with several documents', () => {
    const folder = folderOf({ 'good.yaml': good });
    writeFileSync(path.join(folder, 'utf16.yaml'), Buffer.from(`\ufeff${good}---\n${good}`, 'utf16le'));
    expect(run(folder, 'lint', '--only', 'yaml').stdout.split('\n').slice(0, 3)).toMatchInlineSnapshot(`
      [
        "utf16.yaml:1:1  warning  yaml/text",
        "",
        "  ! This file is UTF-16, which Kubernetes tools read with a byte order mark and one document only,",
      ]
    `);
  });

  it('a folder that cannot be read to its end, and a file that is not there', () => {
    const files = { 'good.yaml': good, 'gone.yaml': { link: 'nowhere' }, again: { link: '.' } };
    expect(printed(files, '.', 'missing.yaml', 'gone.yaml')).toMatchInlineSnapshot(`
      "× missing.yaml: file or folder not found.
      × gone.yaml: it is a symbolic link to "nowhere", which is not found.
      i gone.yaml: this symbolic link is broken, so it was skipped.
      × 2 inputs not read in 1 resource, 1 Rollout, … rules, … s
      exit code 4"
    `);
  });

  it('unrendered templates', () => {
    const files = {
      'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'charts/web/values.yaml': 'replicas: 2\n',
      'charts/web/templates/service.yaml': template,
      'charts/web/templates/rollout.yaml':
        '# {{ randAlpha 5 }}\n{{- if .Values.canary }}\nkind: Rollout\n{{- end }}\n',
      'good.yaml': good,
    };
    expect(printed(files)).toMatchInlineSnapshot(`
      "i charts/web/templates: 2 files are unrendered templates and were skipped. To lint the rendered output: rolloutkit lint --render charts/web
      ! 1 resource, 1 Rollout, … rules, … s; not checked: 2 unrendered templates
      exit code 0"
    `);
  });

  it('fields of the wrong shape', () => {
    const odd = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: [web]
spec:
  strategy: canary
  template: 3
`;
    expect(printed({ 'a.yaml': odd })).toMatchInlineSnapshot(`
      "a.yaml:3:1  error  schema/values-valid

        × metadata of Rollout "" is a list; it must be a map.

         ╭─ a.yaml:3:1
       1 │ apiVersion: argoproj.io/v1alpha1
       2 │ kind: Rollout
       3 │ metadata: [web]
         │ ^^^^^^^^
         ╰─
        why   The API server refuses the manifest.
        more  rolloutkit explain schema/values-valid

      a.yaml:5:13  error  schema/values-valid

        × spec.strategy of Rollout "" is a string; it must be a map.

         ╭─ a.yaml:5:13
       3 │ metadata: [web]
       4 │ spec:
       5 │   strategy: canary
         │             ^^^^^^
         ╰─
        why   The API server refuses the manifest.
        more  rolloutkit explain schema/values-valid

      a.yaml:6:13  error  schema/values-valid

        × spec.template of Rollout "" is an integer; it must be a map.

         ╭─ a.yaml:6:13
       4 │ spec:
       5 │   strategy: canary
       6 │   template: 3
         │             ^
         ╰─
        why   The API server refuses the manifest.
        more  rolloutkit explain schema/values-valid

      × 3 errors in 1 resource, 1 Rollout, … rules, … s
      exit code 1"
    `);
  });
});

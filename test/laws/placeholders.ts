import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.js';
import { type Finding, messageOf } from '../../src/model/finding.js';
import type { Node } from '../../src/model/node.js';
import { Reader } from '../../src/yaml/parse/read.js';
import { rules } from '../../src/rules/index.js';
import { filesBelow, fileSource, textSource } from '../support/sources.js';

/**
 * The placeholder law: where one scalar of a fixture becomes a placeholder, which may turn out to be anything, no rule finds
 * what it did not find before because of it. That is told by its words: a new finding that shows the placeholder. The name of
 * an object may be shown, for whatever it becomes is what is spoken of. What a field was silent about because of another
 * finding that has gone is no news.
 */
const placeholder = '${X}';

const folder = path.join(__dirname, '../rules');
const areas = readdirSync(folder).filter(
  (area) => area !== 'facts' && statSync(path.join(folder, area)).isDirectory(),
);

/** One in so many scalars is replaced. */
export function placeholders(every: number): void {
  describe.each(areas)('%s', (area) => {
    it('no rule speaks of what is to be filled in', () => {
      const found: string[] = [];
      let [scalars, runs] = [0, 0];
      for (const files of fixturesOf(path.join(folder, area))) {
        const texts = files.map((file) => fileSource(file).read());
        if (texts.some((text) => text.includes('${'))) continue;
        let known: ReadonlySet<string> | undefined;
        for (const [index, file] of files.entries())
          for (const { start, end, at } of scalarsOf(file, texts[index]!)) {
            if (scalars++ % every !== 0) continue;
            const changed = `${texts[index]!.slice(0, start)}"${placeholder}"${texts[index]!.slice(end)}`;
            const sources = files.map((other) =>
              other === file ? textSource(file, changed) : fileSource(other),
            );
            known ??= new Set(lint(files.map(fileSource), rules).findings.map(keyOf));
            runs += 1;
            for (const finding of lint(sources, rules).findings)
              if (!known.has(keyOf(finding)) && shows(finding))
                found.push(`${path.relative(folder, file)} ${at}: ${finding.rule}: ${messageOf(finding)}`);
          }
      }
      expect(runs).toBeGreaterThan(5 / every);
      expect(found).toEqual([]);
    }, 300_000);
  });
}

/** Fixtures are files, and folders that are linted as a whole. */
function fixturesOf(area: string): (readonly string[])[] {
  return readdirSync(area)
    .map((rule) => path.join(area, rule))
    .filter((rule) => statSync(rule).isDirectory())
    .flatMap((rule) => readdirSync(rule).map((name) => path.join(rule, name)))
    .map((fixture) => (statSync(fixture).isDirectory() ? filesBelow(fixture) : [fixture]));
}

/** A place that stays the same: the texts of others move by a few characters. */
function keyOf({ rule, place }: Finding): string {
  const line = place.source.read().slice(0, place.start).split('\n').length;
  return `${rule} ${place.source.path}:${line}`;
}

function shows(finding: Finding): boolean {
  return [messageOf(finding), ...finding.labels.map((label) => label.message)].some((text) =>
    text.includes(placeholder),
  );
}

interface Scalar {
  readonly start: number;
  readonly end: number;
  /** Kind and path. */
  readonly at: string;
}

/** The scalars of the objects of a file, but for their names and what makes them objects. */
function scalarsOf(file: string, text: string): Scalar[] {
  const found: Scalar[] = [];
  const walk = (node: Node, kind: string, at: string): void => {
    if (node.kind === 'list')
      for (const [index, item] of node.items.entries()) walk(item, kind, `${at}[${index}]`);
    else if (node.kind === 'map')
      for (const { key, value } of node.entries) walk(value, kind, `${at}.${key}`);
    else if (
      node.value !== null &&
      node.end > node.start &&
      !/^\.(?:kind|apiVersion|metadata\.name)$/.test(at)
    )
      found.push({ start: node.start, end: node.end, at: `${kind} ${at}` });
  };
  for (const { root, kind } of new Reader().read(textSource(file, text)).resources) walk(root, kind, '');
  return found;
}

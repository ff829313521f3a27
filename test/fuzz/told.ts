import { ApiObject, type ApiObjectProps, App, Chart } from 'cdk8s';
import { baselineText, readBaseline } from '../../src/lint/baseline/text.js';
import { printableText } from '../../src/cli/output.js';
import { lintApp } from '../../src/cdk8s/lint-app.js';
import { violationsOf } from '../../src/cdk8s/violations.js';
import { language } from '../../src/eslint/language.js';
import { reportsOf } from '../../src/eslint/reports.js';
import { tried } from '../../src/lint/fix/settle.js';
import { lintAgain } from '../../src/lint/lint-again.js';
import type { Source } from '../../src/model/source.js';
import { parseValues } from '../../src/yaml/parse/values.js';
import { problemRules } from '../../src/yaml/parse/problems.js';
import { comparedWith } from '../../src/lint/project/baseline.js';
import concise from '../../src/report/formats/concise.js';
import github from '../../src/report/formats/github.js';
import gitlab from '../../src/report/formats/gitlab.js';
import junit from '../../src/report/formats/junit.js';
import markdown from '../../src/report/formats/markdown.js';
import sarif from '../../src/report/formats/sarif.js';
import { shownOf } from '../../src/report/formats/shown.js';
import json from '../../src/report/json.js';
import { rules } from '../../src/rules/index.js';
import { junitProblems, readXml } from '../support/xml.js';
import { BrokenError } from './broken.js';
import type { Input } from './input.js';
import type { Played } from './play.js';

/** Tells what is found in each format, as ESLint and cdk8s-cli are told it, and to a baseline and back. */
export function formatsAll(sources: readonly Source[]): Played {
  const linted = lintAgain(sources, rules, { isKept: () => true });
  const { findings, faults, resources, rollouts } = linted.result;
  for (const { error } of faults) throw error;
  const report = {
    suppressed: linted.result.suppressed,
    ...{ findings, faults, resources, rollouts, rules: rules.length, milliseconds: 0 },
    ...{ notes: [], failures: [], unchecked: [] },
  };
  const shown = shownOf(report);
  JSON.parse(json(report));
  JSON.parse(sarif(shown, [...rules.map(({ meta }) => meta), ...problemRules]));
  JSON.parse(gitlab(shown));
  const [problem] = junitProblems(readXml(junit(shown)));
  if (problem !== undefined) throw new BrokenError(`JUnit: ${problem}`);
  for (const line of github(shown))
    if (!/^::(?:error|warning|notice)\b[^\n\r]*$/.test(line))
      throw new BrokenError('GitHub is told no command.');
  const lines = concise(shown);
  if (printableText(lines).split(/\n|\r/).length !== lines.length + 1)
    throw new BrokenError('A line has two lines.');
  if (/<script|<img|<a /i.test(markdown(shown).replaceAll(/`[^`]*`/g, '')))
    throw new BrokenError('Markdown has an element of HTML.');
  toldToBaseline(findings);
  violationsOf(findings, linted.read.graph.resources);
  toldToEslint(sources, linted);
  return { rules: findings.map(({ rule }) => rule) };
}

function toldToBaseline(findings: Parameters<typeof comparedWith>[0]): void {
  const file = '/repository/rolloutkit-baseline.json';
  const text = baselineText(comparedWith(findings, { file, entries: [] }).freshEntries);
  const entries = readBaseline(text, 'rolloutkit-baseline.json');
  const again = comparedWith(findings, { file, entries });
  if (again.fresh.length > 0) throw new BrokenError('A baseline does not know what it was written of.');
  if (baselineText(again.entries) !== text)
    throw new BrokenError('A baseline is another one when it is written again.');
}

function toldToEslint(sources: readonly Source[], linted: ReturnType<typeof lintAgain>): void {
  const { findings } = linted.result;
  const run = { sources, findings, reported: findings };
  const again = (some: readonly Source[]): typeof run => {
    const { result } = lintAgain(some, rules, { isKept: () => true }, linted);
    return { sources: some, findings: result.findings, reported: result.findings };
  };
  const known = tried(run, again, findings);
  for (const source of sources) {
    const text = String(source.read());
    const parsed = language.parse(
      { body: text, physicalPath: source.path, path: source.path, bom: false },
      {} as never,
    );
    if (!parsed.ok) throw new BrokenError('ESLint is told that a text cannot be read.');
    const reports = reportsOf(source.path, {
      findings: findings.filter(({ place }) => place.source.path === source.path),
      mended: findings.filter(({ place, fix }) => fix && place.source.path !== source.path),
      unchecked: [],
      skipped: [],
      tried: known,
    });
    for (const { start, end, fix = [], suggestions } of reports) {
      if (start > end || end > text.length)
        throw new BrokenError('ESLint is told of a place that is not there.');
      for (const edits of [fix, ...suggestions.map((one) => one.edits)]) {
        let from = 0;
        for (const edit of edits) {
          if (edit.start < from || edit.end < edit.start || edit.end > text.length)
            throw new BrokenError('ESLint is told of edits that overlap.');
          from = edit.end;
        }
      }
    }
  }
}

/** The same objects as those of an app. What cdk8s itself refuses is left out. */
export function cdk8sAll({ files }: Input): Played {
  const app = new App();
  for (const [index, text] of Object.values(files).entries()) {
    const chart = new Chart(app, `chart-${index}`);
    for (const [at, value] of parseValues(text).entries())
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        try {
          const object = new ApiObject(chart, `object-${at}`, value as ApiObjectProps);
          try {
            object.toJson();
          } catch {
            chart.node.tryRemoveChild(`object-${at}`);
          }
        } catch {
          chart.node.tryRemoveChild(`object-${at}`);
        }
  }
  return { rules: lintApp(app, {}).map(({ rule }) => rule) };
}

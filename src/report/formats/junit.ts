import type { FindingJson } from '../json.js';
import { append } from '../../model/multimap.js';
import { quoted } from '../quoted.js';
import type { Shown } from './shown.js';

/**
 * Test cases by file, as Jenkins and most CI systems read them. A finding of severity info is a passing case with output.
 * A run without findings has one case, because an empty report counts as failed.
 * https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd
 */
export default function junit({ findings, broken, summary, baseline }: Shown): string {
  const byFile = new Map<string, FindingJson[]>();
  for (const finding of findings) append(byFile, finding.file, finding);
  const suites = [...byFile].map(([file, its]) => suite(file, its.map(testCaseOf)));
  if (broken.length > 0) suites.push(suite('not checked', broken.map(errorOf)));
  if (baseline) suites.push(suite('baseline', [passed(baseline.message)]));
  if (suites.length === 0) suites.push(suite('rolloutkit', [passed(summary)]));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="rolloutkit">\n${suites.join('')}</testsuites>\n`;
}

interface Case {
  readonly outcome: 'passed' | 'failed' | 'error';
  readonly text: string;
}

function suite(name: string, cases: readonly Case[]): string {
  const count = (outcome: Case['outcome']): number => cases.filter((one) => one.outcome === outcome).length;
  const counts = `tests="${cases.length}" failures="${count('failed')}" errors="${count('error')}"`;
  const lines = cases.map(({ text }) => `    ${text}\n`);
  return `  <testsuite name="${attribute(name)}" ${counts}>\n${lines.join('')}  </testsuite>\n`;
}

function testCaseOf({ rule, severity, message, why, file, line, column }: FindingJson): Case {
  const head = `<testcase name="${attribute(`${rule} ${line}:${column}`)}" classname="${attribute(file)}">`;
  const body = content(
    [`${file}:${line}:${column}`, message, ...(why === undefined ? [] : [why])].join('\n'),
  );
  return severity === 'info'
    ? { outcome: 'passed', text: `${head}<system-out>${body}</system-out></testcase>` }
    : {
        outcome: 'failed',
        text: `${head}<failure message="${attribute(message)}" type="${severity}">${body}</failure></testcase>`,
      };
}

function passed(name: string): Case {
  return { outcome: 'passed', text: `<testcase name="${attribute(name)}" classname="rolloutkit"/>` };
}

function errorOf(message: string, index: number): Case {
  const head = `<testcase name="${index + 1}" classname="not checked">`;
  const text = attribute(message);
  return {
    outcome: 'error',
    text: `${head}<error message="${text}" type="not checked">${text}</error></testcase>`,
  };
}

/** Escapes an attribute; characters that XML 1.0 does not allow are escaped as in JSON. */
function attribute(text: string): string {
  return content(quoted(text)).replaceAll('"', '&quot;');
}

function content(text: string): string {
  const lines = text.split('\n').map(quoted).join('\n');
  return lines.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

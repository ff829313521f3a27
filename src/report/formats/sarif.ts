import { version } from '../../../package.json';
import type { Severity } from '../../model/finding.js';
import type { FindingJson, SuppressedJson } from '../json.js';
import { fingerprints } from './fingerprint.js';
import type { Shown } from './shown.js';

/** The metadata of a rule. */
export interface RuleInfo {
  readonly name: string;
  readonly description: string;
  readonly why: string;
  readonly severity: Severity;
  readonly links: readonly string[];
}

const sarifLevels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** SARIF 2.1.0, with the rules that found something. https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export default function sarif(
  { findings: reported, suppressed, broken, notes, baseline }: Shown,
  rules: readonly RuleInfo[],
): string {
  const findings: readonly (FindingJson | SuppressedJson)[] = [...reported, ...(suppressed ?? [])];
  const found = new Set(findings.map(({ rule }) => rule));
  const used = rules.filter(({ name }) => found.has(name));
  const indexOf = new Map(used.map(({ name }, index) => [name, index]));
  const keys = fingerprints(findings);
  const run = {
    tool: {
      driver: { name: 'rolloutkit', semanticVersion: version, rules: used.map(ruleOf) },
    },
    // An input that could not be read is an error of the run, not a result.
    invocations: [
      {
        executionSuccessful: broken.length === 0,
        toolExecutionNotifications: [
          ...broken.map((text) => ({ level: 'error', message: { text } })),
          ...[...notes, ...(baseline ? [baseline.message] : [])].map((text) => ({
            level: 'note',
            message: { text },
          })),
        ],
      },
    ],
    columnKind: 'utf16CodeUnits',
    results: findings.map((finding, index) => ({
      ruleId: finding.rule,
      ruleIndex: indexOf.get(finding.rule),
      level: sarifLevels[finding.severity],
      message: {
        text: withoutLinks([finding.message, ...(finding.why === undefined ? [] : [finding.why])].join(' ')),
      },
      locations: [{ physicalLocation: physical(finding), ...logical(finding) }],
      relatedLocations: finding.related.map((related, id) => ({
        id,
        physicalLocation: physical(related),
        message: { text: withoutLinks(related.message) },
      })),
      ...fixesOf(finding),
      partialFingerprints: { 'rolloutkit/v1': keys[index] },
      // The standard wants the property of all results or of none: an empty list says that a result is not suppressed.
      ...(suppressed && { suppressions: suppressionsOf(finding) }),
    })),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function ruleOf({ name, description, why, severity, links }: RuleInfo) {
  const [helpUri] = links;
  return {
    id: name,
    shortDescription: { text: description },
    fullDescription: { text: why },
    help: { text: [why, `rolloutkit explain ${name}`, ...links].join('\n') },
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level: sarifLevels[severity] },
    properties: { tags: [name.slice(0, name.indexOf('/'))] },
  };
}

type FindingPlace = Pick<FindingJson, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>;

function physical({ file, line, column, endLine, endColumn }: FindingPlace) {
  return {
    artifactLocation: artifact(file),
    region: { startLine: line, startColumn: column, endLine, endColumn },
  };
}

function artifact(file: string) {
  return { uri: file.split('/').map(encodeURIComponent).join('/') };
}

/** Only safe fixes, because code hosts offer to commit them. */
function fixesOf({ fix }: FindingJson) {
  if (fix?.safety !== 'safe' || !fix.edits) return {};
  const files = [...new Set(fix.edits.map(({ file }) => file))];
  const artifactChanges = files.map((file) => ({
    artifactLocation: artifact(file),
    replacements: fix
      .edits!.filter((edit) => edit.file === file)
      .map((edit) => ({ deletedRegion: physical(edit).region, insertedContent: { text: edit.text } })),
  }));
  return { fixes: [{ description: { text: fix.title }, artifactChanges }] };
}

/**
 * What suppresses a result: `inSource` for a comment and an annotation, `external` for other files. SARIF 2.1.0, 3.27.23 and 3.35:
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
function suppressionsOf(finding: FindingJson | SuppressedJson) {
  const silencer = 'suppression' in finding ? finding.suppression : undefined;
  if (!silencer) return [];
  const { by, file } = silencer;
  const isInSource = by === 'comment' || by === 'annotation';
  const location = isInSource
    ? physical(silencer)
    : {
        artifactLocation: artifact(file),
        ...('line' in silencer && { region: { startLine: silencer.line } }),
      };
  const reason = 'reason' in silencer ? silencer.reason : undefined;
  return [
    {
      kind: isInSource ? 'inSource' : 'external',
      status: 'accepted',
      ...(reason !== undefined && { justification: reason }),
      location: { physicalLocation: location },
    },
  ];
}

function logical({ resource, path = [] }: FindingJson) {
  if (!resource) return {};
  const { kind, namespace, name } = resource;
  const object = [kind, ...(namespace === undefined ? [] : [namespace]), name].join('/');
  return { logicalLocations: [{ fullyQualifiedName: [object, ...path].join('.'), kind: 'object' }] };
}

/** Escapes brackets, because SARIF messages may contain links, `[text](target)`. */
function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

import { type Severity } from '../../model/finding.js';
import { didYouMeanChoice, didYouMeanWithin } from '../../model/nearest-name.js';
import { type MapEntry, type Node, toValue } from '../../model/node.js';
import { type RuleSetting } from './config.js';
import { type Key, readKeys, type ConfigReading, type KeyType, nodeInWords, string } from './shape.js';

const severities: readonly Severity[] = ['error', 'warning', 'info'];

/** YAML 1.1 reads off as false. */
export const severityWords = ['off', false, ...severities];

function readSeverity(rule: string, node: Node, reading: ConfigReading): 'off' | Severity | undefined {
  const value = toValue(node);
  if (value === false || value === 'off') return 'off';
  const severity = severities.find((one) => one === value);
  if (severity === undefined)
    reading.fail(
      node.start,
      `The severity of "${rule}" is ${nodeInWords(node)}; it must be one of off, ${severities.join(', ')}.${didYouMeanChoice(String(value), severities)}`,
    );
  return severity;
}

/** The entry of a rule with more settings than its severity. */
export function settingKeys(rule: string) {
  return {
    severity: {
      about: 'the severity: off, info, warning or error',
      shape: {
        schema: { enum: severityWords },
        read: (node, _what, reading) => readSeverity(rule, node, reading),
      },
    } satisfies Key<'off' | Severity>,
    reason: {
      about: 'why it is so',
      shape: {
        schema: string.schema,
        read: (node, _what, reading) => string.read(node, `The reason for "${rule}"`, reading),
      },
    } satisfies Key<string>,
  };
}

function readSetting({ key, keyStart, value }: MapEntry, reading: ConfigReading): RuleSetting | undefined {
  const { names } = reading;
  if (names && !names.includes(key)) {
    reading.fail(keyStart, `Unknown rule or area "${key}".${didYouMeanWithin(key, names)}`);
    return undefined;
  }
  const line = reading.lineOf(keyStart);
  if (value.kind !== 'map') {
    const severity = readSeverity(key, value, reading);
    return severity && { name: key, severity, reason: undefined, line };
  }
  const said = readKeys(value.entries, settingKeys(key), reading) as Partial<
    Pick<RuleSetting, 'severity' | 'reason'>
  >;
  if (!value.entries.some((entry) => entry.key === 'severity'))
    reading.fail(keyStart, `"${key}" has no severity; set it to off, ${severities.join(', ')}.`);
  return said.severity && { name: key, severity: said.severity, reason: said.reason, line };
}

export const ruleSettings: KeyType<readonly RuleSetting[]> = {
  schema: { allOf: [{ $ref: '#/definitions/rules' }] },
  read(node, what, reading, keyStart = node.start) {
    if (node.kind === 'map') return node.entries.flatMap((entry) => readSetting(entry, reading) ?? []);
    reading.fail(keyStart, `${what} must be a map from rules or areas to severities.`);
    return undefined;
  },
};

/** A rule or an area, as editors complete it. */
export interface NamedRule {
  readonly name: string;
  readonly description: string;
}

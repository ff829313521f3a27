import { argoCdLines, parseArgoCdVersion } from '../../argocd/version.js';
import { rolloutsVersions } from '../../kubernetes/objects/version.js';
import { isKubernetesVersion, newestKubernetes } from '../../kubernetes/kinds/kubernetes-version.js';
import { failThresholds } from '../../model/finding.js';
import { type Node, toValue } from '../../model/node.js';
import { assumableMeant, isAssumable } from '../../kubernetes/kinds/assumable.js';
import { emptyOverride, type Override, presets, type ProtectConfig, type RuleSetting } from './config.js';
import {
  boolean,
  definedValues,
  type JsonSchema,
  type Key,
  keyLines,
  list,
  mapSchema,
  oneOf,
  oneOrMore,
  readKeys,
  type ConfigReading,
  type KeyType,
  nodeInWords,
  string,
} from './shape.js';
import { duration, rate } from './measures.js';
import { severityWords, settingKeys, ruleSettings, type NamedRule } from './rule-keys.js';

/** A release; without quotes 1.10 is the number 1.1 in a JSON schema. */
const versionSchema = (pattern: string, numbers: JsonSchema): JsonSchema => ({
  anyOf: [
    { type: 'string', pattern },
    { type: 'number', ...numbers },
  ],
});

/** YAML reads 1.10 as the number 1.1. */
function writtenText(node: Node, { text }: ConfigReading): string | undefined {
  const written =
    node.kind === 'scalar' && node.style === undefined ? text.slice(node.start, node.end) : toValue(node);
  return typeof written === 'string' ? written : undefined;
}

/** A release of one of several minor versions. */
function release(lines: readonly string[], isKnown: (text: string) => boolean): KeyType<string> {
  return {
    schema: versionSchema(`^v?(${lines.join('|').replaceAll('.', '\\.')})(\\.|$)`, {
      enum: lines.map(Number),
    }),
    read(node, what, reading) {
      const text = writtenText(node, reading);
      if (text !== undefined && isKnown(text)) return text;
      reading.fail(
        node.start,
        `${what} is ${nodeInWords(node)}; it must be a release of ${lines.join(', ')}.`,
      );
      return undefined;
    },
  };
}

function isRolloutsVersion(text: string): boolean {
  const line = /^v?(\d+\.\d+)(?:\.\d+(?:[-+].*)?)?$/.exec(text)?.[1];
  return rolloutsVersions.some((version) => version === line);
}

const kubernetes: KeyType<string> = {
  schema: versionSchema('^v?1\\.\\d', { exclusiveMinimum: 1, exclusiveMaximum: 2 }),
  read(node, what, reading) {
    const text = writtenText(node, reading);
    if (text !== undefined && isKubernetesVersion(text)) return text;
    reading.fail(
      node.start,
      `${what} is ${nodeInWords(node)}; it must be a release, such as ${newestKubernetes}.`,
    );
    return undefined;
  },
};

const assumed: KeyType<string> = {
  schema: { type: 'string', pattern: '^[A-Za-z][\\w.]*/([^/\\s]+/)?[^/\\s]+$' },
  read(node, what, reading) {
    const text = string.read(node, what, reading);
    if (text === undefined) return text;
    const meant = assumableMeant(text);
    if (meant !== undefined)
      reading.fail(node.start, `"${text}" has an unknown kind. Did you mean "${meant}"?`);
    if (isAssumable(text)) return text;
    reading.fail(
      node.start,
      `"${text}" does not name an object; write kind/namespace/name, such as Service/shop/checkout.`,
    );
    return undefined;
  },
};

/** Definitions that the schemas of the keys refer to. */
export function definitions(names: readonly NamedRule[]): JsonSchema {
  const setting = { allOf: [{ $ref: '#/definitions/setting' }] };
  return {
    setting: {
      oneOf: [{ enum: severityWords }, { ...mapSchema(settingKeys('')), required: ['severity'] }],
    },
    rules: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        names.map(({ name, description }) => [name, { description, ...setting }]),
      ),
    },
  };
}

const protectKeys = {
  exposure: {
    about: 'the most requests that a bad version may get, as the time in which all traffic has as many',
    shape: duration,
  },
  detection: {
    about: 'the longest time until something notices a bad version',
    shape: duration,
  },
  requestsPerSecond: {
    about: 'the requests of all traffic in a second, by which `protect` counts those that a bad version gets',
    shape: rate,
  },
} satisfies Readonly<Record<string, Key>>;

const protectKey: KeyType<ProtectConfig> = {
  keys: protectKeys,
  schema: mapSchema(protectKeys),
  read(node, what, reading) {
    if (node.kind === 'map') return definedValues(readKeys(node.entries, protectKeys, reading));
    reading.fail(
      node.start,
      `${what} is ${nodeInWords(node)}; it must be a map with ${Object.keys(protectKeys).join(' or ')}.`,
    );
    return undefined;
  },
};

const clusterKeys = {
  rollouts: {
    about: 'the release of Argo Rollouts that `lint` checks for, and that `simulate` and `drift` play',
    shape: release(rolloutsVersions, isRolloutsVersion),
    option: 'rollouts',
  },
  awsVerifyTargetGroup: {
    about: 'whether the controller of Argo Rollouts runs with `--aws-verify-target-group`',
    shape: boolean,
    option: 'aws-verify-target-group',
  },
  argocd: {
    about: 'the release of Argo CD that `lint` checks for, and that `drift` compares with',
    shape: release(argoCdLines, (text) => parseArgoCdVersion(text) !== undefined),
    option: 'argocd',
  },
  kubernetes: {
    about: `the release of Kubernetes that charts are rendered for (default: ${newestKubernetes}). \`helm.kubeVersion\` of an Application takes precedence`,
    shape: kubernetes,
  },
  protect: {
    about:
      'limits on what a bad version costs: `exposure` and `detection`, each a duration; `protect` exits with 1 for Rollouts that exceed them. With `requestsPerSecond` it also counts requests',
    shape: protectKey,
  },
} satisfies Readonly<Record<string, Key>>;

const rulesKey: Key<readonly RuleSetting[]> = {
  about:
    'rules or areas, each with a severity: `off`, `info`, `warning`, `error`; or a map with `severity` and `reason`. The last matching entry wins',
  shape: ruleSettings,
  option: 'rule',
};

/** The keys that select objects; an override needs one of them. */
const whereKeys = ['files', 'namespaces', 'applications'] as const;

/** The keys of an override. */
const overrideKeys = {
  files: {
    about: 'the files that it holds for, as patterns of `.gitignore` relative to `rolloutkit.yaml`',
    shape: list(string, 'A pattern of "files"', { least: 1 }),
  },
  namespaces: {
    about: 'the namespaces that its objects are deployed to; `*` stands for any characters',
    shape: list(string, 'An entry of "namespaces"', { least: 1 }),
  },
  applications: {
    about:
      'the Applications that deploy its objects, by their names, and these Applications themselves; `*` stands for any characters',
    shape: list(string, 'An entry of "applications"', { least: 1 }),
  },
  rules: rulesKey,
  ...clusterKeys,
} satisfies Readonly<Record<string, Key>>;

const override: KeyType<Override> = {
  keys: overrideKeys,
  schema: {
    ...mapSchema(overrideKeys),
    anyOf: whereKeys.map((selector) => ({ required: [selector] })),
    not: { propertyNames: { enum: whereKeys } },
  },
  read(node, what, reading) {
    if (node.kind !== 'map') {
      reading.fail(
        node.start,
        `${what} is ${nodeInWords(node)}; it must be a map with ${whereKeys.join(', ')}.`,
      );
      return undefined;
    }
    const has = (key: string): boolean => node.entries.some((entry) => entry.key === key);
    // A misspelled key is reported on its own.
    const isKnown = node.entries.every(({ key }) => Object.hasOwn(overrideKeys, key));
    if (isKnown && !whereKeys.some(has))
      reading.fail(node.start, `${what} needs at least one of ${whereKeys.join(', ')}.`);
    else if (isKnown && node.entries.every(({ key }) => whereKeys.some((selector) => selector === key)))
      reading.fail(node.start, `${what} sets nothing; add "rules" or a release, such as "rollouts: 1.9".`);
    return {
      ...emptyOverride,
      ...definedValues(readKeys(node.entries, overrideKeys, reading)),
      line: reading.lineOf(node.start),
      lines: keyLines(node.entries, reading),
    };
  },
};

/** Each object is compared with each override. */
const mostOverrides = 100;

/** The keys of `rolloutkit.yaml`. */
export const configKeys = {
  extends: {
    about:
      'the severities to start from: `recommended` are those of the rules (default); `strict` raises each by one step, so that a warning is an error',
    shape: oneOf(presets),
  },
  failOn: {
    about:
      'the lowest severity that makes the exit code of `lint` 1: `info`, `warning`, `error` (default) or `never`',
    shape: oneOf(failThresholds),
    option: 'fail-on',
  },
  rules: rulesKey,
  overrides: {
    about: 'settings for a part of the repository. The last matching entry wins',
    shape: list(override, 'An entry of "overrides"', { most: mostOverrides }),
  },
  ...clusterKeys,
  render: {
    about:
      '`true` requests rendering of kustomizations and charts, which the user must enable; `false` disables it',
    shape: boolean,
    option: 'render',
  },
  helmValues: {
    about:
      'values files; each entry is one file or a list of files, and a chart is rendered once per entry. Paths are relative to the chart, else to `rolloutkit.yaml`, and inside the repository',
    shape: list(
      oneOrMore({
        schema: string.schema,
        read: (node, _what, reading) => string.read(node, 'An entry of "helmValues"', reading),
      }),
      'An entry of "helmValues"',
    ),
    option: 'helm-values',
  },
  ignore: {
    about:
      'files to skip, as patterns of `.gitignore` relative to `rolloutkit.yaml`; a file named on the command line is still read',
    shape: list(string, 'A pattern of "ignore"'),
  },
  assume: {
    about:
      'objects to assume exist in the cluster, as `kind/namespace/name` or `kind/name`; they are never reported as missing',
    shape: list(assumed, 'An entry of "assume"'),
    option: 'assume',
  },
  baseline: {
    about:
      'the file with the findings of the baseline, relative to `rolloutkit.yaml` and inside the repository (default: `rolloutkit-baseline.json`)',
    shape: string,
    option: 'baseline',
  },
} satisfies Readonly<Record<string, Key>>;

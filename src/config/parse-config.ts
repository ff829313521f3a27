import { argoCdLines, parseArgoCdVersion } from '../argocd/version.js';
import { rolloutsVersions } from '../cluster/version.js';
import type { Severity } from '../model/finding.js';
import { didYouMean, didYouMeanChoice, didYouMeanWithin } from '../model/nearest-name.js';
import { toValue, type MapEntry, type MapNode, type Node } from '../model/node.js';
import { splitDocuments } from '../parse/documents.js';
import { parseTree } from '../parse/tree.js';
import { assumableMeant, isAssumable } from './assumable.js';
import { isKubernetesVersion, newestKubernetes } from '../kinds/kubernetes-version.js';
import { type Config, emptyConfig } from './config.js';

/** A configuration, or what is wrong with it: one sentence each, with file, line and column. */
export type ParsedConfig = { readonly config: Config } | { readonly problems: readonly string[] };

/**
 * Reads a configuration file. `names` are the rules and areas that there are, for whoever knows them; `keys` are those
 * that the file may have.
 */
export function parseConfig(
  text: string,
  file: string,
  names?: readonly string[],
  keys: readonly string[] = Object.keys(emptyConfig),
): ParsedConfig {
  const parser = new Parser(text, file, names, keys);
  const config = parser.parse();
  return parser.problems.length > 0 ? { problems: parser.problems } : { config };
}

const severities: readonly Severity[] = ['error', 'warning', 'info'];

class Parser {
  readonly problems: string[] = [];

  constructor(
    private readonly text: string,
    private readonly file: string,
    private readonly names: readonly string[] | undefined,
    private readonly keys: readonly string[],
  ) {}

  parse(): Config {
    const [range, another] = splitDocuments(this.text);
    if (!range) return emptyConfig;
    if (another) this.fail(another.start, 'Only the first YAML document is read; merge this one into it.');
    const { root, problems } = parseTree(this.text, range.start, range.end);
    for (const { message, start } of problems) this.fail(start, message);
    if (!root) return emptyConfig;
    if (root.kind !== 'map') {
      this.fail(root.start, 'The configuration must be a map of keys, such as "render: true".');
      return emptyConfig;
    }
    const parts = this.entries(root, this.keys, (entry) => this.key(entry));
    return parts.reduce<Config>((config, part) => ({ ...config, ...part }), emptyConfig);
  }

  private key({ key, keyStart, value }: MapEntry): Partial<Config> {
    switch (key) {
      case 'render':
      case 'awsVerifyTargetGroup':
        if (isScalar(value) && typeof value.value === 'boolean') return { [key]: value.value };
        this.fail(value.start, `"${key}" is ${shown(value)}; it must be true or false.`);
        return {};
      case 'helmValues':
        return { helmValues: this.list(value, key, (item) => this.valuesFiles(item)) };
      case 'rollouts':
      case 'argocd':
        return { [key]: this.version(key, value) };
      case 'kubernetes':
        return { kubernetes: this.kubernetes(value) };
      case 'rules':
        if (value.kind === 'map')
          return { rules: this.entries(value, undefined, (entry) => this.rule(entry)) };
        this.fail(keyStart, '"rules" must be a map from rules or areas to severities.');
        return {};
      case 'baseline':
        return { baseline: this.string(value, '"baseline"') };
      case 'assume':
        return { assume: this.list(value, key, (item) => this.assumed(item)) };
      default:
        return { ignore: this.list(value, 'ignore', (item) => this.string(item, 'A pattern of "ignore"')) };
    }
  }

  /** What the entries of a map say; a key that is not among the known ones is a problem. */
  private entries<T>(
    map: MapNode,
    known: readonly string[] | undefined,
    read: (entry: MapEntry) => T | undefined,
  ): T[] {
    return map.entries.flatMap((entry) => {
      if (known && !known.includes(entry.key)) {
        const hint = didYouMean(entry.key, known) || ` The keys are ${known.join(', ')}.`;
        this.fail(entry.keyStart, `Unknown key "${entry.key}".${hint}`);
        return [];
      }
      const value = read(entry);
      return value === undefined ? [] : [value];
    });
  }

  private list<T>(node: Node, key: string, read: (item: Node) => T | undefined): T[] {
    if (node.kind === 'list') return node.items.map(read).filter((item) => item !== undefined);
    this.fail(node.start, `"${key}" is ${shown(node)}; it must be a list.`);
    return [];
  }

  private valuesFiles(item: Node): string[] | undefined {
    const files = (item.kind === 'list' ? item.items : [item]).flatMap(
      (file) => this.string(file, 'An entry of "helmValues"') ?? [],
    );
    return files.length === 0 ? undefined : files;
  }

  private string(node: Node, what: string): string | undefined {
    if (isScalar(node) && typeof node.value === 'string' && node.value !== '') return node.value;
    this.fail(node.start, `${what} is ${shown(node)}; it must be a string.`);
    return undefined;
  }

  private assumed(item: Node): string | undefined {
    const text = this.string(item, 'An entry of "assume"');
    if (text === undefined) return text;
    const meant = assumableMeant(text);
    if (meant !== undefined) this.fail(item.start, `"${text}" has an unknown kind. Did you mean "${meant}"?`);
    if (isAssumable(text)) return text;
    this.fail(
      item.start,
      `"${text}" does not name an object; write kind/namespace/name, such as Service/shop/checkout.`,
    );
    return undefined;
  }

  /** YAML reads 1.10 as the number 1.1. */
  private asWritten(node: Node): string | undefined {
    const text =
      isScalar(node) && node.style === undefined ? this.text.slice(node.start, node.end) : toValue(node);
    return typeof text === 'string' ? text : undefined;
  }

  private version(key: 'rollouts' | 'argocd', node: Node): string | undefined {
    const text = this.asWritten(node);
    if (text !== undefined) {
      if (key === 'argocd' && parseArgoCdVersion(text)) return text;
      const line = /^v?(\d+\.\d+)(?:\.\d+(?:[-+].*)?)?$/.exec(text)?.[1];
      if (key === 'rollouts' && rolloutsVersions.some((version) => version === line)) return text;
    }
    const known = key === 'argocd' ? argoCdLines : rolloutsVersions;
    this.fail(node.start, `"${key}" is ${shown(node)}; it must be a release of ${known.join(', ')}.`);
    return undefined;
  }

  private kubernetes(node: Node): string | undefined {
    const text = this.asWritten(node);
    if (text !== undefined && isKubernetesVersion(text)) return text;
    this.fail(
      node.start,
      `"kubernetes" is ${shown(node)}; it must be a release, such as ${newestKubernetes}.`,
    );
    return undefined;
  }

  private rule({ key, keyStart, value }: MapEntry): Config['rules'][number] | undefined {
    if (this.names && !this.names.includes(key)) {
      this.fail(keyStart, `Unknown rule or area "${key}".${didYouMeanWithin(key, this.names)}`);
      return undefined;
    }
    if (value.kind !== 'map') {
      const severity = this.severity(key, value);
      return severity === undefined ? undefined : [key, severity];
    }
    let severity: 'off' | Severity | undefined;
    this.entries(value, ['severity', 'reason'], (entry) => {
      if (entry.key === 'severity') severity = this.severity(key, entry.value);
      else this.string(entry.value, `The reason for "${key}"`);
    });
    if (!value.entries.some((entry) => entry.key === 'severity'))
      this.fail(keyStart, `"${key}" has no severity; set it to off, ${severities.join(', ')}.`);
    return severity === undefined ? undefined : [key, severity];
  }

  private severity(rule: string, node: Node): 'off' | Severity | undefined {
    const value = toValue(node);
    if (value === false || value === 'off') return 'off'; // YAML 1.1 reads off as false.
    const severity = severities.find((one) => one === value);
    if (severity === undefined)
      this.fail(
        node.start,
        `The severity of "${rule}" is ${shown(node)}; it must be one of off, ${severities.join(', ')}.${didYouMeanChoice(String(value), severities)}`,
      );
    return severity;
  }

  private fail(offset: number, message: string): void {
    const before = this.text
      .slice(0, Math.max(0, offset))
      .replace(/^\ufeff/, '')
      .split(/\r\n|\n|\r/);
    this.problems.push(`${this.file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${message}`);
  }
}

function isScalar(node: Node): node is Extract<Node, { kind: 'scalar' }> {
  return node.kind === 'scalar';
}

function shown(node: Node): string {
  if (node.kind !== 'scalar') return `a ${node.kind}`;
  return node.value === null ? 'empty' : `"${String(node.value)}"`;
}

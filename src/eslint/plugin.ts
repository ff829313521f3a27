import type { ESLint, Linter, Rule as EslintRule } from 'eslint';
import { withSlashes } from '../repository/files/ignore-files.js';
import { wideText } from '../repository/files/read-text.js';
import type { Severity } from '../model/finding.js';
import type { Repair, TextEdit } from '../model/fix.js';
import { groupBy } from '../model/multimap.js';
import { problemRules } from '../yaml/parse/problems.js';
import type { Rule } from '../rules/rule.js';
import { lineStarts } from '../model/lines.js';
import { language, locationIn } from './language.js';
import { type Granted, nothingGranted, Project } from './project.js';
import { checkedRule, type Report, reportsOf } from './reports.js';

// eslint-disable-next-line @typescript-eslint/no-require-imports -- It lies outside of the sources, beside dist/.
const { version } = require('../../package.json') as { readonly version: string };

/** The metadata of a rule that ESLint gets. */
interface RuleMetadata {
  readonly name: string;
  readonly description: string;
  readonly severity: Severity;
  readonly links: readonly string[];
  readonly fixes?: readonly Repair[];
}

/** Rules for reports that belong to no rule of the linter. */
const ownRules: readonly RuleMetadata[] = [
  {
    name: checkedRule,
    description: 'Require that everything that decides what is found in a file could be read.',
    severity: 'error',
    links: [],
  },
  {
    name: 'fault',
    description: 'Require that rolloutkit itself does not fail.',
    severity: 'error',
    links: [],
  },
];

/** Files that the configurations are for. */
const files = ['**/*.yaml', '**/*.yml'];

/** ESLint has no severity info: it becomes a warning. */
const eslintLevels: Readonly<Record<Severity, 'error' | 'warn'>> = {
  error: 'error',
  warning: 'warn',
  info: 'warn',
};

/** The parts of an ESLint plugin. */
export interface RolloutkitPlugin extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string };
  readonly rules: Readonly<Record<string, EslintRule.RuleModule>>;
  readonly configs: RolloutkitConfigs;
}

/** Configurations for `eslint.config.js`. */
export interface RolloutkitConfigs {
  /** For YAML that no other plugin parses. */
  readonly recommended: Linter.Config[];
  /** For YAML that another plugin parses, such as eslint-plugin-yml. */
  readonly beside: Linter.Config[];
  [name: string]: Linter.Config[];
}

/** A plugin with these rules; each working directory is a separate project. */
export function pluginOf(rules: readonly Rule[], granted: Granted = nothingGranted): RolloutkitPlugin {
  const run = new PluginRun(rules, granted);
  const known: readonly RuleMetadata[] = [...ownRules, ...problemRules, ...rules.map(({ meta }) => meta)];
  const reportsFor = (context: EslintRule.RuleContext): ReportsByRule => run.reportsFor(context);
  const plugin: Omit<RolloutkitPlugin, 'configs'> = {
    meta: { name: 'rolloutkit', version },
    rules: Object.fromEntries(known.map((rule) => [rule.name, ruleOf(rule, reportsFor)])),
    languages: { yaml: language },
    processors: {
      severities: {
        meta: { name: 'rolloutkit/severities', version },
        supportsAutofix: true,
        preprocess: (text: string, file: string) => [run.textOf(file, text)],
        postprocess: (messages: Linter.LintMessage[][], file: string) =>
          run.messagesOf(file, messages.flat()),
      },
    },
  };
  const ruleLevels = Object.fromEntries(
    known.map(({ name, severity }) => [`rolloutkit/${name}`, eslintLevels[severity]]),
  );
  const configOf = (name: string, more: Linter.Config): Linter.Config => ({
    name: `rolloutkit/${name}`,
    files,
    plugins: { rolloutkit: plugin },
    processor: 'rolloutkit/severities',
    // ESLint compares it before it uses cached results.
    settings: { rolloutkit: { state: digestOf(() => run.projectAt(process.cwd()).digest()) } },
    rules: ruleLevels,
    ...more,
  });
  return {
    ...plugin,
    configs: {
      get recommended() {
        return [configOf('recommended', { language: 'rolloutkit/yaml' })];
      },
      get beside() {
        return [configOf('beside', {})];
      },
    },
  };
}

type ReportsByRule = ReadonlyMap<string, readonly Report[]>;

/** What the rules of a plugin and its processor share. */
class PluginRun {
  private readonly projects = new Map<string, Project>();
  /** Reports on a file: ESLint calls all rules of a file one after the other, and the processor after them. */
  private readonly reports = new WeakMap<object, ReportsByRule>();
  /** Files in UTF-16: ESLint reads and writes UTF-8 alone, so their text is read here, and nothing is written to them. */
  private readonly wide = new Set<string>();
  private last: { readonly file: string; readonly reports: readonly Report[] } | undefined;

  constructor(
    private readonly rules: readonly Rule[],
    private readonly granted: Granted,
  ) {}

  projectAt(cwd: string): Project {
    let project = this.projects.get(cwd);
    if (!project) this.projects.set(cwd, (project = new Project(cwd, this.rules, this.granted)));
    return project;
  }

  reportsFor({ sourceCode, filename, physicalFilename, cwd }: EslintRule.RuleContext): ReportsByRule {
    let byRule = this.reports.get(sourceCode);
    if (byRule) return byRule;
    const text = sourceCode.hasBOM ? `\ufeff${sourceCode.text}` : sourceCode.text;
    // A block of another file, such as Markdown, is not deployed.
    const isFile = filename === physicalFilename;
    const reports = isFile ? reportsOf(withSlashes(filename), this.projectAt(cwd).judge(filename, text)) : [];
    byRule = groupBy(reports, ({ rule }) => rule);
    this.reports.set(sourceCode, byRule);
    this.last = { file: filename, reports };
    return byRule;
  }

  /** The text of a file, which ESLint has misread if it is in UTF-16. */
  textOf(file: string, text: string): string {
    const own = wideText(file, text);
    if (own === undefined) this.wide.delete(file);
    else this.wide.add(file);
    return own ?? text;
  }

  messagesOf(file: string, messages: readonly Linter.LintMessage[]): Linter.LintMessage[] {
    const its = withSeverities(messages, this.last?.file === file ? this.last.reports : []);
    return this.wide.has(file) ? its.map(withoutFixes) : its;
  }
}

function ruleOf(
  { name, description, links, fixes = [] }: RuleMetadata,
  reportsFor: (context: EslintRule.RuleContext) => ReportsByRule,
): EslintRule.RuleModule {
  return {
    meta: {
      type: 'problem',
      docs: { description, ...(links[0] !== undefined && { url: links[0] }) },
      schema: [],
      ...(fixes.includes('safe') && { fixable: 'code' }),
      ...(fixes.length > 0 && { hasSuggestions: true }),
    },
    create(context) {
      for (const report of reportsFor(context).get(name) ?? []) tell(context, report);
      return {};
    },
  };
}

function tell(context: EslintRule.RuleContext, report: Report): void {
  const { sourceCode } = context;
  // ESLint counts offsets after the byte order mark.
  const shift = sourceCode.hasBOM ? 1 : 0;
  const at = (offset: number): number => Math.min(Math.max(0, offset - shift), sourceCode.text.length);
  const locate = locator(sourceCode);
  const { message, start, end, fix, suggestions } = report;
  context.report({
    loc: { start: locate(at(start)), end: locate(at(end)) },
    message,
    ...(fix && { fix: editing(fix, at) }),
    suggest: suggestions.map(({ desc, edits }) => ({ desc, fix: editing(edits, at) })),
  });
}

function editing(edits: readonly TextEdit[], at: (offset: number) => number): EslintRule.ReportFixer {
  return (fixer) => edits.map(({ start, end, text }) => fixer.replaceTextRange([at(start), at(end)], text));
}

interface Located {
  readonly line: number;
  readonly column: number;
}

/** Converts offsets with the language's own method if it has one, because languages count columns differently. */
function locator(sourceCode: EslintRule.RuleContext['sourceCode']): (offset: number) => Located {
  if (typeof (sourceCode as Partial<typeof sourceCode>).getLocFromIndex === 'function')
    return (offset) => sourceCode.getLocFromIndex(offset);
  const starts = lineStarts(sourceCode.text);
  return (offset) => locationIn(starts, offset);
}

/** Messages with the severities of rolloutkit.yaml, which may differ from object to object. */
function withSeverities(
  messages: readonly Linter.LintMessage[],
  reports: readonly Report[],
): Linter.LintMessage[] {
  const known = new Map<string, Severity[]>();
  const keyOf = (rule: string, message: string): string => `${rule}\n${message}`;
  for (const { rule, message, severity } of reports) {
    const key = keyOf(rule, message);
    known.set(key, [...(known.get(key) ?? []), severity]);
  }
  return messages.map((message) => {
    const rule = message.ruleId?.replace(/^[^/]*\//, '') ?? '';
    const severity = known.get(keyOf(rule, message.message))?.shift();
    return severity ? { ...message, severity: severity === 'error' ? 2 : 1 } : message;
  });
}

function withoutFixes(message: Linter.LintMessage): Linter.LintMessage {
  const its = { ...message };
  delete its.fix;
  delete its.suggestions;
  return its;
}

/** Empty for an invalid configuration, which is reported when files are linted. */
function digestOf(state: () => string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  try {
    return createHash('sha256').update(state()).digest('hex').slice(0, 16);
  } catch {
    return '';
  }
}

import type { Config, RuleSetting } from '../repository/config/config.js';
import type { Held, HeldAt } from '../repository/config/held.js';
import type { Resource } from '../model/resource.js';
import { plain } from '../report/style.js';
import { table } from '../report/table.js';
import { some } from '../lint/project/some.js';

/** The settings that apply to a file or folder. */
export interface ConfigReport {
  readonly file: string;
  readonly config: Config;
  /** The configuration file; undefined if none exists. */
  readonly configFile: string | undefined;
  /** Whether the configuration ignores the file. */
  readonly isIgnored: boolean;
  /** Groups of objects with the same settings. Empty if the objects are unknown or all have the same settings. */
  readonly parts: readonly HeldPart[];
}

export interface HeldPart {
  readonly held: HeldAt;
  readonly objects: readonly Resource[];
}

/** Returns JSON for programs; `version` changes when a field changes its meaning. */
export function configJson(report: ConfigReport): string {
  const { file, config, configFile, isIgnored, parts } = report;
  const at = (line: number | undefined) => (line === undefined ? undefined : { file: configFile, line });
  const setting = ({ value, line }: Held<unknown>) => ({ value, at: at(line) });
  const rule = ({ name, severity, reason, line }: RuleSetting) => ({ name, severity, reason, at: at(line) });
  const all = everywhere(config).map(([key, held]) => [key, setting(held)]);
  return `${JSON.stringify(
    {
      version: 1,
      file,
      configuration: configFile,
      isIgnored,
      settings: Object.fromEntries(all) as unknown,
      parts: parts.map(({ held, objects }) => ({
        objects: objects.map(({ kind, namespace, name, source }) => ({
          kind,
          namespace,
          name,
          file: source.name,
        })),
        overrides: held.overrides.map((index) => at(config.overrides[index]?.line)),
        settings: Object.fromEntries(Object.entries(held.cluster).map(([key, one]) => [key, setting(one)])),
        rules: held.rules.map(rule),
      })),
    },
    undefined,
    2,
  )}\n`;
}

export function configText(report: ConfigReport): readonly string[] {
  const { file, config, configFile, isIgnored, parts } = report;
  const at = (line: number | undefined): string =>
    line === undefined ? 'default' : `${configFile ?? ''}:${line}`;
  const rows = (entries: readonly (readonly [string, Held<unknown>])[]) =>
    entries.map(([key, { value, line }]) => [key, settingText(value), at(line)] as const);
  return [
    configFile === undefined
      ? `No rolloutkit.yaml was found for ${file}; the defaults apply.`
      : `${configFile} applies to ${file}.`,
    ...(isIgnored ? [`${file} is ignored (${at(config.lines['ignore'])}).`] : []),
    '',
    ...grid(rows(everywhere(config))),
    ...parts.flatMap(({ held, objects }) => [
      '',
      heading(objects, parts.length),
      ...grid([
        ...rows(Object.entries(held.cluster)),
        ...held.rules.map(
          ({ name, severity, reason, line }) =>
            [name, severity, reason === undefined ? at(line) : `${at(line)}: ${reason}`] as const,
        ),
      ]),
      ...held.overrides.map((index) => `  The override at ${at(config.overrides[index]?.line)} applies.`),
    ]),
  ];
}

function heading(objects: readonly Resource[], parts: number): string {
  if (objects.length === 0) return parts === 1 ? 'All objects' : 'Other objects';
  return some(objects.map(({ kind, name }) => `${kind} "${name}"`));
}

/** The settings of the whole repository. */
function everywhere(config: Config): readonly (readonly [string, Held<unknown>])[] {
  const keys = ['extends', 'failOn', 'render', 'helmValues', 'ignore', 'assume', 'baseline'] as const;
  return keys.map((key) => [key, { value: config[key], line: config.lines[key] }]);
}

function settingText(value: unknown): string {
  const one = (item: unknown): string =>
    Array.isArray(item) ? item.map(one).join(' + ') : typeof item === 'string' ? item : JSON.stringify(item);
  if (value === undefined) return '-';
  if (!Array.isArray(value)) return one(value);
  return value.length === 0 ? '-' : value.map(one).join(', ');
}

function grid(rows: readonly (readonly [string, string, string])[]): readonly string[] {
  const titles = ['Setting', 'Value', 'From'].map((title) => ({ title }));
  return table(
    titles,
    rows.map((cells) => ({ cells })),
    Infinity,
    plain,
  ).map((line) => `  ${line}`);
}

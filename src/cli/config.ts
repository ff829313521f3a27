import path from 'node:path';
import { existsSync } from '../repository/files/disk.js';
import { heldAt } from '../repository/config/held.js';
import { missingPath } from '../repository/files/missing-path.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { readGraph } from '../repository/graph/read-graph.js';
import { type Where, Wheres, whereOfFile } from '../repository/graph/where.js';
import { ruleNames } from '../lint/select-rules.js';
import type { Resource } from '../model/resource.js';
import { type ConfigReport, configJson, configText, type HeldPart } from './config-report.js';
import { exitCodes, UsageError } from './exit.js';
import { discoverInputs, prepare, readSettings, type Settings } from './inputs.js';
import { parse } from './options.js';
import { print, printText } from './output.js';
import { allRules } from './own-rules.js';
import type { Surroundings } from './surroundings.js';
import { isWanted } from '../lint/project/wanted.js';

/** Prints the settings for the objects of a file or folder, with the line of the configuration that sets each. */
export function configCommand(args: string[], around: Surroundings): number {
  const { values, positionals } = parse('config', args);
  const [given = '.', another] = positionals;
  if (another !== undefined) throw new UsageError(`config takes one file or folder; remove "${another}".`);
  const file = path.resolve(around.folder, given);
  if (!existsSync(file)) throw new UsageError(`"${given}": ${missingPath(given, around.folder)}`);
  const settings = readSettings(
    { 'no-render': true },
    [given],
    around,
    ruleNames(allRules(values.plugin, around).rules),
  );
  const report = reportOn(withSlashes(file), given, settings);
  if (values.format === 'json') printText(around, configJson(report));
  else print(around, configText(report));
  return exitCodes.clean;
}

function reportOn(file: string, name: string, settings: Settings): ConfigReport {
  const { config } = settings;
  const holds = settings.overrides.map((override) => override.holds);
  const parts = new Map<string, { readonly held: HeldPart['held']; readonly objects: Set<Resource> }>();
  const add = (where: Where): Set<Resource> => {
    const held = heldAt(config, holds, where);
    const key = held.overrides.join(' ');
    const part = parts.get(key) ?? { held, objects: new Set() };
    parts.set(key, part);
    return part.objects;
  };
  // Without overrides, all objects have the same settings.
  const deployed = holds.length === 0 ? [] : objectsBelow(file, settings);
  for (const { object, wheres } of deployed) for (const where of wheres) add(where).add(object);
  if (deployed.length === 0) add(whereOfFile(file));
  return {
    file: name,
    config,
    configFile: settings.hasConfig ? settings.configFile : undefined,
    isIgnored: !isWanted([], settings)({ path: file }),
    parts: [...parts.values()].map(({ held, objects }) => ({ held, objects: [...objects] })),
  };
}

/** The objects of a file or folder and their destinations, which Applications and overlays in other files determine. */
function objectsBelow(
  file: string,
  settings: Settings,
): readonly { readonly object: Resource; readonly wheres: readonly Where[] }[] {
  const paths = [settings.folder, file];
  const { sources } = discoverInputs(paths, settings);
  const { graph } = readGraph(sources, { graph: prepare(sources, settings, paths).graph });
  const wheres = new Wheres(graph);
  const folder = file.endsWith('/') ? file : `${file}/`;
  return graph.resources
    .filter(({ source }) => source.path === file || source.path.startsWith(folder))
    .map((object) => ({ object, wheres: wheres.of(object) }));
}

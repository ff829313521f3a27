/* eslint-disable @typescript-eslint/no-require-imports -- The plugin is loaded where cdk8s may not be installed. */
import type * as Cdk8s from 'cdk8s';
import type { ApiObject, App, Chart } from 'cdk8s';
import { join } from 'node:path';
import type { Place, Source } from '../model/source.js';
import { pathOf } from './manifests.js';

/** What an app would write. */
export interface AppManifests {
  readonly sources: readonly Source[];
  /** The path of the construct whose object is written at a place; undefined for what is not the app's. */
  constructAt(this: void, place: Place): string | undefined;
}

/**
 * The manifests of an app in the files that `app.synth()` would write, though nothing is written: what is deployed
 * together is seen from the files. Validations of constructs do not run.
 * https://github.com/cdk8s-team/cdk8s-core/blob/2.x/src/app.ts
 */
export function appManifests(app: App): AppManifests {
  const { ApiObject, Chart, Yaml } = require('cdk8s') as typeof Cdk8s;
  const objects = app.node
    .findAll()
    .filter((construct): construct is ApiObject => ApiObject.isApiObject(construct));
  const byFile = new Map<string, Written[]>();
  for (const object of objects) {
    const file = join(app.outdir, fileOf(object, Chart.of(object), app));
    const written = byFile.get(file) ?? [];
    byFile.set(file, written);
    const last = written.at(-1);
    const start = last ? last.end + separator.length : 0;
    const text = Yaml.stringify(object.toJson());
    written.push({ text, start, end: start + text.length, construct: object.node.path });
  }

  const files = [...byFile].map(([name, written]) => {
    const text = written.map((document) => document.text).join(separator);
    const source: Source = { path: pathOf(name), name, read: () => text };
    return { source, written };
  });
  return {
    sources: files.map(({ source }) => source),
    constructAt: ({ source, start }) =>
      files
        .find((file) => file.source === source)
        ?.written.find(({ start: from, end }) => from <= start && start < end)?.construct,
  };
}

/** What cdk8s puts between the documents of a file. */
const separator = '---\n';

/** One document of a file, and where it stands. */
interface Written {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly construct: string;
}

/**
 * The file of an object. The number that cdk8s puts in front of a chart's name where one depends on another is left
 * out: only who shares a file or a folder matters.
 */
function fileOf(object: ApiObject, chart: Chart, { yamlOutputType, outputFileExtension }: App): string {
  const { Names, YamlOutputType } = require('cdk8s') as typeof Cdk8s;
  const resource = `${object.kind}.${object.name}`.replace(/[^0-9a-zA-Z-_.]/g, '');
  const path = {
    [YamlOutputType.FILE_PER_APP]: () => 'app',
    [YamlOutputType.FILE_PER_CHART]: () => Names.toDnsLabel(chart),
    [YamlOutputType.FILE_PER_RESOURCE]: () => resource,
    [YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE]: () => join(Names.toDnsLabel(chart), resource),
  }[yamlOutputType]();
  return path + outputFileExtension;
}

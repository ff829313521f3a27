import { isScript, runsCommands } from '../../model/command-files.js';
import type { Faults } from '../../model/fault.js';
import type { Finding } from '../../model/finding.js';
import type { Resource } from '../../model/resource.js';
import type { Source } from '../../model/source.js';
import type { Reader, Reading } from '../../yaml/parse/read.js';

/** A source that has been read. */
export interface ReadSource {
  readonly reading: Reading;
  /** Whether it configures a service that runs jobs. */
  readonly isOfCommands: boolean;
  readonly mayBeLive: boolean;
  readonly hasComments: boolean;
}

/** How sources are read. */
interface ReadingOptions {
  readonly isNamed: (source: Source) => boolean;
  /** Whether what is read is kept for another time. */
  readonly keepsReadings: boolean;
  readonly known?: { readonly readings: ReadonlyMap<Source, ReadSource> } | undefined;
  readonly onText?: ((source: Source, text: string) => void) | undefined;
}

/** The content of sources, read one after the other. */
export class ReadSources {
  readonly resources: Resource[] = [];
  readonly templates: Source[] = [];
  readonly empty: Source[] = [];
  readonly files: Source[] = [];
  readonly readings = new Map<Source, ReadSource>();
  readonly mayBeLive = new Set<Source>();
  readonly problems: Finding[] = [];
  readonly unreadable: { source: Source; error: unknown }[] = [];
  readonly commandFiles: Source[] = [];
  readonly commented: Source[] = [];

  constructor(
    private readonly reader: Reader,
    private readonly options: ReadingOptions,
    private readonly faults: Faults,
  ) {}

  add(source: Source): void {
    const { isNamed, known, keepsReadings } = this.options;
    const before = known?.readings.get(source);
    const isOfCommands = before ? before.isOfCommands : runsCommands(source.path);
    if (isOfCommands) this.commandFiles.push(source);
    if (!before && isScript(source.path)) return; // Rules may read it later.
    const its = before ?? this.read(source, isOfCommands);
    if (!its) return;
    this.files.push(source);
    if (keepsReadings) this.readings.set(source, its);
    if (its.mayBeLive) this.mayBeLive.add(source);
    if (its.reading.template) this.templates.push(source);
    else if (its.hasComments) this.commented.push(source);
    const { resources, problems, template } = its.reading;
    if (resources.length + problems.length === 0 && !template && !isOfCommands && isNamed(source))
      this.empty.push(source);
    for (const resource of resources) this.resources.push(resource);
  }

  /** Undefined if the content cannot be read or parsing it fails, which is recorded. */
  private read(source: Source, isOfCommands: boolean): ReadSource | undefined {
    let text: string;
    try {
      text = source.read();
    } catch (error) {
      this.unreadable.push({ source, error });
      return undefined;
    }
    const reading = this.faults.contain('read', { source, start: 0, end: 0 }, () =>
      this.reader.read(source, text, this.options.isNamed(source)),
    );
    if (!reading) return undefined;
    this.options.onText?.(source, text);
    for (const problem of reading.problems) this.problems.push(problem);
    return {
      reading,
      isOfCommands,
      mayBeLive: text.includes('resourceVersion') || text.includes('uid'),
      hasComments: text.includes('rolloutkit-ignore'),
    };
  }
}

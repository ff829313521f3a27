import path from 'node:path';
import { realpathSync } from '../repository/files/disk.js';
import { decode } from '../repository/files/decode.js';
import type { Finding } from '../model/finding.js';
import { isAtOrBelow } from '../model/paths.js';
import type { Source } from '../model/source.js';
import { isRendered } from '../repository/render/inputs.js';
import { causedOf, isTouched } from './caused.js';
import { Checkout } from './checkout.js';
import { type ChangedFile, type Git } from './git.js';
import { type Settings } from './inputs.js';
import { isLink } from '../repository/files/real-path.js';

/** A file that a change adds, modifies or deletes. */
export interface ChangedPath {
  readonly path: string;
  readonly isGone: boolean;
}

/** A change of a repository: the sources to lint and the findings to report. */
export interface RepositoryChange {
  /** Everything that is linted, in the state after the change. */
  readonly sources: readonly Source[];
  /** The files after the change, if programs must not read the working tree. */
  readonly after: Checkout | undefined;
  /** How the state after the change differs from the files on disk: with what is staged, and not with the working tree. */
  readonly apart: TextsApart;
  /** The state before the change; undefined if nothing has changed. */
  readonly before: Before | undefined;
  /**
   * The findings that the change touches or causes. It touches a finding if the place, a label or the resource of the
   * finding is in a changed file. It causes a finding that a run over the earlier state does not report.
   */
  select(findings: readonly Finding[], lint: (before: Before) => FindingsBefore): Finding[];
  /** Only the findings that the change touches. */
  touched(findings: readonly Finding[]): readonly Finding[];
  /** The changed files, including those that are not manifests. */
  readonly files: readonly ChangedPath[];
  /** Whether a source is a changed file. */
  isChanged(source: Pick<Source, 'path'>): boolean;
  /** Whether a changed file contributes to something, given by a predicate over paths. */
  reaches(isMadeOf: (path: string) => boolean): boolean;
  /** Whether a file is among the inputs but was not read. */
  isUnread(file: ChangedPath): boolean;
  /** Removes the files that were written for programs. */
  close(): void;
}

/** The findings in the state before a change. */
interface FindingsBefore {
  readonly findings: readonly Finding[];
  /** Whether a path of that state is part of what was not rendered. */
  readonly isUnbuilt?: ((path: string) => boolean) | undefined;
}

/** The state after a change. */
export interface LaterState {
  readonly sources: readonly Source[];
  /** The files in a folder of their own, if programs must not read the working tree. */
  readonly checkout?: Checkout | undefined;
  readonly apart?: TextsApart;
}

/** The texts of the files in which a state differs from the disk; undefined for those that are on disk alone. */
export type TextsApart = ReadonlyMap<string, string | undefined>;

/** The state before a change. */
export interface Before {
  sources(): readonly Source[];
  /** The earlier text of each file that the change touches; undefined for those that it adds. */
  texts(): ReadonlyMap<string, string | undefined>;
  /** Writes the state to files. */
  checkOut(): Checkout;
}

/** The messages of a command if there is nothing to compare with. */
export interface Words {
  readonly noRepository: string;
  readonly outside: string;
  readonly noCommit: string;
}

/** The inputs of a command. */
export interface Reads {
  readonly sources: readonly Source[];
  readonly paths: readonly string[];
  readonly settings: Settings;
  /** Whether files of any name matter, as those of charts do. */
  readonly readsAll?: boolean;
}

/** The inputs of a command and its repository. */
export interface InputFiles {
  /** Whether a tracked file would be an input if it existed. */
  readonly belongs: (file: string) => boolean;
  /** Whether the content of a file matters. */
  readonly isRead: (file: string) => boolean;
  readonly folder: string;
  readonly git: Git;
}

/** The contents of objects, read with one git process for all of them. */
export function gitTexts(git: Git, objects: readonly (string | undefined)[]): ReadonlyMap<string, string> {
  const distinct = [...new Set(objects.filter((object) => object !== undefined))];
  const texts = new Map<string, string>();
  let index = 0;
  for (const bytes of git.contents(distinct)) texts.set(distinct[index++] ?? '', decode(bytes));
  return texts;
}

/** A source with a different text. */
export function withText({ path: file, name }: Pick<Source, 'path' | 'name'>, text = ''): Source {
  return { path: file, name, read: () => text };
}

/** A deleted file, if its earlier text is known. */
export function deleted(file: string, folder: string, text: string | undefined): Source[] {
  return text === undefined ? [] : [withText({ path: file, name: slashedPath(file, folder) }, text)];
}

export class FoundChange implements RepositoryChange {
  private readonly changed: ReadonlyMap<string, ChangedFile>;
  private checkout: Checkout | undefined;
  private read: ReadonlySet<string> | undefined;
  readonly sources: readonly Source[];
  readonly after: Checkout | undefined;
  readonly apart: TextsApart;

  constructor(
    private readonly given: InputFiles,
    { sources, checkout, apart = new Map() }: LaterState,
    changed: readonly ChangedFile[],
    private readonly base: string,
  ) {
    this.sources = sources;
    this.after = checkout;
    this.apart = apart;
    const found = new Map<string, ChangedFile>();
    for (const file of changed) {
      // A file that Git reports as deleted and again as untracked is a modified file.
      const gone = file.status === 'added' ? found.get(file.path) : undefined;
      found.set(file.path, gone?.status === 'deleted' ? { ...gone, status: 'modified' } : file);
    }
    this.changed = found;
  }

  get before(): Before | undefined {
    if (this.changed.size === 0) return undefined;
    return {
      sources: () => this.sourcesBefore(),
      texts: () => this.textsBefore(),
      checkOut: () => this.checkOut(),
    };
  }

  get files(): readonly ChangedPath[] {
    return [...this.changed.values()].map(({ path: file, status }) => ({
      path: file,
      isGone: status === 'deleted',
    }));
  }

  isChanged({ path: file }: Pick<Source, 'path'>): boolean {
    return this.changed.has(inRepository(this.own(file), this.given.git));
  }

  reaches(isMadeOf: (path: string) => boolean): boolean {
    const { after } = this;
    return [...this.changed.keys()].some(
      (file) => isMadeOf(file) || (after !== undefined && isMadeOf(after.inside(file))),
    );
  }

  isUnread({ path: file }: ChangedPath): boolean {
    this.read ??= new Set(this.sources.map((source) => inRepository(source.path, this.given.git)));
    return !this.read.has(file) && this.given.belongs(file);
  }

  select(findings: readonly Finding[], lint: (before: Before) => FindingsBefore): Finding[] {
    const { before } = this;
    let isUnbuilt: FindingsBefore['isUnbuilt'];
    const lintBefore = (state: Before): readonly Finding[] => {
      const linted = lint(state);
      ({ isUnbuilt } = linted);
      return linted.findings;
    };
    return causedOf(findings, {
      isChanged: (source) => this.isChanged(source),
      before: before && (() => lintBefore(before)),
      fileOf: (source) => this.own(source.path),
      isUnknown: (source) => this.isUnknown(source) || isUnbuilt?.(this.pathBefore(source)) === true,
    });
  }

  touched(findings: readonly Finding[]): readonly Finding[] {
    return findings.filter((finding) => isTouched(finding, (source) => this.isChanged(source)));
  }

  close(): void {
    this.after?.remove();
    this.checkout?.remove();
  }

  private checkOut(): Checkout {
    return (this.checkout ??= new Checkout(this.given.git, this.base));
  }

  /** The path of a file in the repository, also if it was read from a checkout elsewhere. */
  private own(file: string): string {
    return this.after?.outside(this.checkout?.outside(file) ?? file) ?? this.checkout?.outside(file) ?? file;
  }

  /** The path of a source in the checkout of the earlier state. */
  private pathBefore({ path: file }: Source): string {
    return this.checkout?.inside(this.own(file)) ?? file;
  }

  /** Whether Git does not track a file, so that its earlier content is unknown. */
  private isUnknown(source: Source): boolean {
    const file = this.own(source.path);
    return this.checkout !== undefined && !isRendered(file) && !this.checkout.has(file);
  }

  private textsBefore(): ReadonlyMap<string, string | undefined> {
    const all = [...this.changed.values()];
    const texts = gitTexts(
      this.given.git,
      all.map(({ before }) => before),
    );
    return new Map(
      all.map(({ path: file, before }) => [file, before === undefined ? undefined : texts.get(before)]),
    );
  }

  /** The sources that would have been linted before the change. */
  private sourcesBefore(): readonly Source[] {
    const { git, belongs, folder } = this.given;
    const now = this.sources.map((source) => ({
      source,
      changed: this.changed.get(inRepository(source.path, git)),
    }));
    const deletions = [...this.changed.values()].filter(
      ({ path: file, status }) => status === 'deleted' && belongs(file),
    );
    const texts = gitTexts(
      git,
      [...now.map(({ changed }) => changed), ...deletions].map((file) => file?.before),
    );
    const kept = now.flatMap(({ source, changed }) => {
      if (!changed) return [source];
      return changed.before === undefined ? [] : [withText(source, texts.get(changed.before))];
    });
    const gone = deletions.flatMap(({ path: file, before }) =>
      deleted(file, folder, before && texts.get(before)),
    );
    return inOrderOfWalk(kept, gone);
  }
}

/** A path without symbolic links, as Git writes it. */
export function inRepository(file: string, git: Git): string {
  try {
    return isAtOrBelow(file, git.root) && !isLink(file) ? file : realpathSync(file).split(path.sep).join('/');
  } catch {
    return file;
  }
}

function slashedPath(file: string, folder: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}

/** Both lists merged, in the order in which a walk through the folders would find the files. */
export function inOrderOfWalk(sources: readonly Source[], others: readonly Source[]): readonly Source[] {
  if (others.length === 0) return sources;
  return [...sources, ...others].sort((left, right) => {
    const [here, there] = [left.path.split('/'), right.path.split('/')];
    const index = here.findIndex((segment, at) => segment !== there[at]);
    const areFiles = [here, there].map((segments) => segments.length - 1 === index);
    if (areFiles[0] !== areFiles[1]) return areFiles[0] ? -1 : 1;
    return (here[index] ?? '') < (there[index] ?? '') ? -1 : 1;
  });
}

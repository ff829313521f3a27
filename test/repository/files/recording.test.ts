import { statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { assumeRepeatable, canRepeat } from '../../../src/model/repeatable.js';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from '../../../src/repository/files/disk.js';
import { stillTrue } from '../../../src/repository/files/facts.js';
import { readText } from '../../../src/repository/files/read-text.js';
import { type Fact, hashOf, record, Recording, stampOf } from '../../../src/repository/files/recording.js';
import { folderOf } from '../../support/command.js';

/** What a recording knows after a function. */
function factsOf(ask: () => unknown): readonly Fact[] {
  const recording = new Recording();
  record(recording, ask);
  return recording.facts;
}

describe('a recording', () => {
  it('knows each answer, and errors by their codes', () => {
    const folder = folderOf({ a: 'text', link: { link: 'a' } });
    const at = (name: string): string => path.join(folder, name);
    const facts = factsOf(() => {
      existsSync(at('a'));
      lstatSync(at('link'));
      lstatSync(at('b'), { throwIfNoEntry: false });
      expect(() => lstatSync(at('b'))).toThrow('ENOENT');
      readlinkSync(at('link'));
      realpathSync(at('link'));
      expect(readFileSync(at('link'), 'utf8')).toBe('text');
      readText(at('a'));
      expect(() => readText(at('link'))).toThrow('it is a symbolic link.');
      readdirSync(folder);
      readdirSync(folder, { withFileTypes: true });
    });
    expect(
      facts.map(({ question, path: file, answer }) => [question, path.relative(folder, file), answer]),
    ).toEqual([
      ['exists', 'a', 'true'],
      ['lstat', 'link', 'link'],
      ['lstat?', 'b', '-'],
      ['lstat', 'b', '!ENOENT'],
      ['link', 'link', 'a'],
      ['real', 'link', at('a')],
      ['file', 'link', hashOf('text')],
      ['text', 'a', hashOf('text')],
      ['text', 'link', '!it is a symbolic link.'],
      ['names', '', hashOf('a\0link')],
      ['entries', '', hashOf('a/file\0link/link')],
    ]);
    expect(stillTrue(facts, new Recording())?.facts).toEqual(facts);
  });

  it('trusts a stamp only if the file was old when it began', () => {
    const recording = new Recording();
    const now = Date.now();
    expect(recording.trusted([1, now - 2000, now - 9000, 1])).toBeUndefined();
    expect(recording.trusted([1, now - 9000, now - 2000, 1])).toBeUndefined();
    expect(recording.trusted([1, now + 9000, now - 9000, 1])).toBeUndefined();
    expect(recording.trusted([1, now - 9000, now - 9000, 1])).toEqual([1, now - 9000, now - 9000, 1]);
  });

  it('is of no state if a file changes while it runs', () => {
    const file = path.join(folderOf({ a: 'one' }), 'a');
    assumeRepeatable();
    factsOf(() => {
      readText(file);
      writeFileSync(file, 'two');
      readText(file);
    });
    expect(canRepeat()).toBe(false);
  });
});

describe('facts of an old file', () => {
  const file = (): string => path.join(folderOf({ a: 'one' }), 'a');
  /** A recording of a later time. */
  const later = (): Recording => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
    const recording = new Recording();
    now.mockRestore();
    return recording;
  };

  it('hold by its stamp, without reading it', () => {
    const at = file();
    const recording = later();
    record(recording, () => readText(at));
    const [fact] = recording.facts;
    expect(fact?.stamp).toEqual(stampOf(statSync(at)));
    const unread = { ...fact!, answer: 'a hash that it does not have' };
    expect(stillTrue([unread], later())).toEqual({ facts: [unread], isReadAgain: false, changed: [] });
  });

  it('hold by its content where only the times are others, with the new stamp', () => {
    const at = file();
    const recording = later();
    record(recording, () => readText(at));
    utimesSync(at, 1, 1);
    const held = stillTrue(recording.facts, later());
    expect(held).toMatchObject({ isReadAgain: true, facts: [{ stamp: stampOf(statSync(at)) }] });
  });

  it('do not hold after an edit that keeps size and time', () => {
    const at = file();
    utimesSync(at, 1, 1);
    const recording = later();
    record(recording, () => readText(at));
    writeFileSync(at, 'two');
    utimesSync(at, 1, 1);
    expect(stillTrue(recording.facts, later())).toBeUndefined();
  });
});

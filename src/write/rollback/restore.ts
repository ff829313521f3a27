import { type Splice, spliced } from '../../yaml/edit/splice.js';
import type { Setting, SettingsByName, SettingsFile } from './settings.js';

/** A value and its replacement. */
export interface ValueChange {
  readonly name: string;
  readonly is: Setting['is'];
  readonly from: string;
  readonly to: string;
}

/** Two states of one file. */
export interface States {
  readonly now: string;
  readonly before: string;
}

/** The changes that give a file the settings of an earlier state. */
export interface Restoration {
  readonly changes: readonly ValueChange[];
  /** The text of the file with these changes and no others. */
  readonly text: string;
  /** Settings that did not exist in the earlier state, and stay. */
  readonly left: readonly string[];
  /** Why the file cannot be restored although it was different. */
  readonly problem?: RestoreProblem;
}

export interface RestoreProblem {
  readonly message: string;
  /** The line of the current file, from 1, if one value is the cause. */
  readonly line?: number;
}

/** Restores the settings of an earlier state; undefined if one of the states does not have them. */
export function restore(file: SettingsFile, { now, before }: States): Restoration | undefined {
  const [current, old] = [file.read(now), file.read(before)];
  if (!current || !old) return undefined;
  const left = [...current.keys()].filter((name) => !old.has(name));
  const changes: ValueChange[] = [];
  const splices: Splice[] = [];
  const problems: RestoreProblem[] = [];
  for (const [name, setting] of current) {
    const then = old.get(name);
    if (!then) continue;
    const keys = [settingKey(now, setting), settingKey(before, then)] as const;
    if (then.value === setting.value && keys[0] === keys[1]) continue;
    const isSame = keys[0] === keys[1];
    const obstacle = setting.obstacle ?? (then.obstacle && `${then.obstacle.replace(/^is /, 'was ')} then`);
    if (obstacle !== undefined) {
      const line = now.slice(0, setting.start).split('\n').length;
      problems.push({ message: `${name} ${obstacle}`, line });
      continue;
    }
    changes.push({
      name: isSame && keys[0] !== '' ? keys[0] : name,
      is: setting.is,
      from: isSame ? setting.value : settingText(keys[0], setting),
      to: isSame ? then.value : settingText(keys[1], then),
    });
    splices.push(
      isSame
        ? { start: setting.start, end: setting.end, text: quotedAsNow(now, setting, before, then) }
        : {
            start: setting.keyStart ?? setting.start,
            end: setting.end,
            text: before.slice(then.keyStart ?? then.start, then.end),
          },
    );
  }
  const [problem] = problems;
  if (problem) return { changes: [], text: now, left, problem };
  const lost = file.isWhole && [...old.keys()].some((name) => !current.has(name));
  if (file.isWhole && (left.length > 0 || lost))
    return {
      changes,
      text: now,
      left,
      problem: { message: `it had ${settingsText(old)} then, and has ${settingsText(current)} now` },
    };
  const text = spliced(now, splicesInOrder(splices));
  return isRestored(file.read(text), current, old)
    ? { changes, text, left }
    : {
        changes,
        text: now,
        left,
        problem: { message: 'its YAML cannot be edited in place' },
      };
}

/** An anchor that several aliases repeat is changed once. */
function splicesInOrder(splices: readonly Splice[]): readonly Splice[] {
  const sorted = [...splices].sort((left, right) => left.start - right.start);
  return sorted.filter(({ start }, index) => start !== sorted[index - 1]?.start);
}

/** The old value with the quotes of the new one, which keep a version a string. */
function quotedAsNow(now: string, setting: Setting, before: string, then: Setting): string {
  const [current, old] = [now.slice(setting.start, setting.end), before.slice(then.start, then.end)];
  const quote = /^["']/.exec(current)?.[0];
  if (quote === undefined || /^["']/.test(old)) return old;
  return /["'\\]/.test(old) ? JSON.stringify(old) : `${quote}${old}${quote}`;
}

/** The key of a setting, if it may differ between states. */
function settingKey(text: string, { keyStart }: Setting): string {
  return keyStart === undefined ? '' : (/^["']?(\w+)/.exec(text.slice(keyStart, keyStart + 40))?.[1] ?? '');
}

function settingText(key: string, { value }: Setting): string {
  return key === '' ? value : `${key} ${value}`;
}

function settingsText(settings: SettingsByName): string {
  return [...settings].map(([name, { value }]) => `${name} "${value}"`).join(', ') || 'nothing';
}

/** Whether the written file reads back as intended. */
function isRestored(
  result: SettingsByName | undefined,
  current: SettingsByName,
  old: SettingsByName,
): boolean {
  if (!result || result.size !== current.size) return false;
  return [...current].every(([name, { value }]) => {
    const [is, meant] = [result.get(name)?.value, old.get(name)?.value ?? value];
    // A quoted number is a string, so `1.10` is not `1.1`.
    return is === meant || (is !== undefined && Number(is) === Number(meant));
  });
}

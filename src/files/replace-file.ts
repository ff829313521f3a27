import { realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';

/** Gives a file another text, all at once: whoever reads it meanwhile gets the old one or the new one. */
export function replaceFile(path: string, text: string): void {
  const file = realpathSync(path);
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text, { mode: statSync(file).mode });
  renameSync(temporary, file);
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Screen } from '../output.ts';

export interface AddedFile {
  /** From the folder of the program. */
  path: string;
  text: string;
  /** Only the person who runs the command can read it. */
  isSecret?: boolean;
}

const plus = (text: string) => text.replaceAll(/^/gm, '+ ');

/** Writes the files that are missing. A file that exists stays as it is, and the screen says whether it differs. */
export function addFiles(folder: string, files: readonly AddedFile[], isDryRun: boolean, screen: Screen): void {
  for (const { path, text, isSecret } of files) {
    const target = join(folder, path);
    if (existsSync(target)) {
      const isSame = readFileSync(target, 'utf8') === text;
      screen.note(isSame ? `${path} is there already.` : `${path} exists and stays as it is.`);
      continue;
    }
    screen.note(`${isDryRun ? 'Would write' : 'Wrote'} ${path}`);
    if (isDryRun) {
      screen.note(plus(text.trimEnd()));
      continue;
    }
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text, { flag: 'wx', ...(isSecret && { mode: 0o600 }) });
  }
}

/** Adds a line to .gitignore, unless it is there. */
export function ignore(folder: string, line: string, isDryRun: boolean, screen: Screen): void {
  const path = join(folder, '.gitignore');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.split(/\r?\n/).some((each) => [line, `/${line}`].includes(each.trim()))) return;
  screen.note(`${isDryRun ? 'Would add' : 'Added'} ${line} to .gitignore`);
  if (isDryRun) return;
  writeFileSync(path, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
}

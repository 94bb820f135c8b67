import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const files = execFileSync('git', ['ls-files', 'console'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(css|tsx)$/.test(file) && existsSync(join(root, file)));

/** A side of the screen in a declaration of CSS, where a language from right to left needs a side of the line. */
const inSheets =
  /^\s*(?!--)((margin|padding|border|scroll-\w+)-(left|right)[\w-]*|left|right)\s*:|:\s*(left|right)\b|:[^;{]*\s(left|right)\s*;/;

/** The same in an inline style, or as the side of a menu. */
const inParts =
  /\b((margin|padding|border)(Left|Right)\w*|(left|right)): |textAlign: '(left|right)'|position: '(left|right)'/;

test('styles name the start and end of a line, and never left and right', () => {
  const physical = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => (file.endsWith('.css') ? inSheets : inParts).test(line))
      // The coordinates of a drawing are no styles, and `left` may be a number of days or seconds.
      .filter((line) => !/^const padding = \{ top|\(left: |\[left: |^left: number;$/.test(line.trim()))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(physical).toEqual([]);
});

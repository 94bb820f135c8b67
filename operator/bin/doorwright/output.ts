import { stripVTControlCharacters, styleText } from 'node:util';
import { stringify } from 'yaml';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Where a command writes: results to stdout, all else to stderr, so that a result can be piped on. */
export interface Screen {
  out: (text: string) => void;
  note: (text: string) => void;
  paint: (style: Style, text: string) => string;
}

/** In colour on a terminal, unless NO_COLOR or --no-color asks for none. */
export function createScreen({ isPlain }: { isPlain: boolean }): Screen {
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    // It looks at NO_COLOR, FORCE_COLOR and whether a terminal reads along.
    paint: (style, text) => (isPlain ? text : styleText(style, text, { stream: process.stdout })),
  };
}

/** Several documents, if it is a list. */
export function formatted(output: string, value: unknown): string {
  if (output === 'json') return JSON.stringify(value, undefined, 2);
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

const widthOf = (text: string) => stripVTControlCharacters(text).length;

/** As kubectl prints lists: capitals above, three spaces between. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ''))));
  const padded = (text: string, width: number) => text + ' '.repeat(width - widthOf(text));
  return all
    .map((row) =>
      row
        .map((cell, column) => padded(cell, widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

import { stripVTControlCharacters, styleText } from 'node:util';
import { stringify } from 'yaml';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Results go to stdout and everything else to stderr, so that results can be piped. */
export interface Screen {
  out: (text: string) => void;
  note: (text: string) => void;
  paint: (style: Style, text: string) => string;
}

/** Where a process writes. */
export type Streams = Record<'stdout' | 'stderr', NodeJS.WritableStream>;

/** Uses colours on a terminal, unless NO_COLOR or --no-color is set. */
export function createScreen({ isPlain, stdout, stderr }: Streams & { isPlain: boolean }): Screen {
  return {
    out: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    // styleText respects NO_COLOR, FORCE_COLOR and the kind of stream.
    paint: (style, text) => (isPlain ? text : styleText(style, text, { stream: stdout })),
  };
}

export function formatted(output: string, value: unknown): string {
  if (output === 'json') return JSON.stringify(value, undefined, 2);
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

const widthOf = (text: string) => stripVTControlCharacters(text).length;

/** The layout of kubectl's lists: headings in capitals, three spaces between columns. */
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

import { type CsvError, parse } from 'csv-parse';
import type { Loss } from '../contract.ts';
import { firstLine, openFile } from '../reading/read-lines.ts';

const delimiters = [',', ';', '\t'] as const;

/** The most frequent delimiter of the header, outside of quotes. */
function delimiterOf(header: string): string {
  const plain = header.replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => ({ delimiter, count: plain.split(delimiter).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}

/** The titles of a header that is in one line. */
export async function titlesOf(path: string): Promise<string[]> {
  const header = (await firstLine(path)) ?? '';
  return header.split(delimiterOf(header)).map((title) => title.trim().replaceAll(/^"|"$/g, ''));
}

export interface TableRow {
  /** The number of the line where the row ends, counted from 1. */
  line: number;
  cells: readonly string[];
}

const brokenLine = (line: number, why: string): Loss => ({ from: `line ${line}`, lost: 'the line', why });

interface Parsed {
  record: string[];
  info: { lines: number };
}

/** The rows of a table as RFC 4180 writes them, with any of the three delimiters. The first row is the header. */
export async function* readTable(path: string): AsyncIterable<TableRow | Loss> {
  const skipped: Loss[] = [];
  const file = openFile(path);
  const rows = file.pipe(
    parse({
      ...{ bom: true, delimiter: delimiterOf((await firstLine(path)) ?? ''), info: true, skip_empty_lines: true },
      ...{ relax_column_count: true, skip_records_with_error: true },
    }),
  );
  rows.on('skip', ({ lines }: CsvError) => {
    skipped.push(brokenLine(Number(lines), 'Its quotes are not closed as RFC 4180 wants.'));
  });
  file.on('error', (error) => rows.destroy(error));
  let width: number | undefined;
  for await (const { record, info } of rows as AsyncIterable<Parsed>) {
    yield* skipped.splice(0);
    width ??= record.length;
    if (record.length === width) yield { line: info.lines, cells: record };
    else yield brokenLine(info.lines, `It has ${record.length} cells. The header has ${width}.`);
  }
  yield* skipped;
}

import type { Archive } from './archive.ts';
import { dateOf } from './dates.ts';
import { checkLimit, LimitError, limits } from './limits.ts';
import { readXml } from './read-xml.ts';
import { plainText, richText } from './shared-texts.ts';
import type { Workbook } from './workbook.ts';

export type Cell = string | number | boolean | Date | null;

interface Place {
  row: number;
  column: number;
}

/** The position of `BC12`, counted from 0. */
function placeOf(reference: string): Place | undefined {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (!letters) return;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

/** The value of a cell, by the type in its sheet. */
function readCell(type: string | undefined, text: string, style: string | undefined, workbook: Workbook): Cell {
  if (type === 's') return workbook.sharedTexts[Number(text)] ?? null;
  if (type === 'str' || type === 'inlineStr') return plainText(text);
  if (type === 'b') return text.trim() === '1' || text.trim() === 'true';
  if (type === 'e' || text.trim() === '') return null;
  if (type === 'd') {
    const date = new Date(text.trim());
    return Number.isNaN(date.getTime()) ? plainText(text) : date;
  }
  const number = Number(text);
  if (Number.isNaN(number)) return plainText(text);
  return (workbook.isDate(style) && dateOf(number, workbook.startsIn1904)) || number;
}

/** Reads the cells of the first sheet. Empty cells take no memory, wherever they stand. */
export async function readSheet(archive: Archive, workbook: Workbook): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  const rich = richText();
  let [nextRow, nextColumn] = [0, 0];
  let cell: Record<string, string> = {};
  let [value, isInValue, isDone, characters] = ['', false, false, 0];

  const put = (found: Cell) => {
    if (found === null || found === '') return;
    if (nextRow > limits.rows) throw new LimitError('rows');
    checkLimit(nextColumn + 1, limits.columns);
    if (typeof found === 'string') characters += found.length;
    checkLimit(characters, limits.characters);
    while (rows.length <= nextRow) rows.push([]);
    const row = rows[nextRow] as Cell[];
    while (row.length < nextColumn) row.push(null);
    row[nextColumn] = found;
  };

  await readXml(archive.read(workbook.sheet), {
    open(name, attributes) {
      if (name === 'row') [nextRow, nextColumn] = [attributes.r ? Number(attributes.r) - 1 : nextRow, 0];
      if (name === 'c') {
        cell = attributes;
        const place = attributes.r ? placeOf(attributes.r) : undefined;
        if (place) [nextRow, nextColumn] = [place.row, place.column];
      }
      if (name === 'v') isInValue = true;
      rich.open(name, attributes);
    },
    text(text) {
      if (!isInValue) return rich.text(text);
      checkLimit(value.length + text.length, limits.cell * 2);
      value += text;
    },
    close(name) {
      rich.close(name);
      if (name === 'v') isInValue = false;
      if (name === 'c') {
        const text = rich.take();
        put(readCell(cell.t, cell.t === 'inlineStr' ? text : value, cell.s, workbook));
        value = '';
        nextColumn++;
      }
      if (name === 'row') [nextRow, nextColumn] = [nextRow + 1, 0];
      if (name === 'sheetData') isDone = true;
    },
    isDone: () => isDone,
  });
  return rows;
}

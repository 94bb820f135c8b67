import { checkLimit, limits } from './limits.ts';
import { readXml } from './read-xml.ts';

const milliseconds = 86_400_000;
/** Days from the start of Excel's calendar (1900) to 1970. */
const epoch = 25_569;
const from1904 = 1462;
/** The last day of the year 9999. */
const last = 2_958_465;

/** Built-in formats that show a date or a time (ECMA-376, 18.8.30). */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/**
 * Tells whether a format shows a date or a time. Quoted text, colours and conditions do not count. The pattern
 * reads each character once.
 */
const showsDate = (format: string) =>
  /[ymdhs]/i.test(format.slice(0, 255).replaceAll(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\][]*\]|General/gi, ''));

/** The cell styles of a workbook that show a number as a date. */
export async function dateStyles(chunks: AsyncIterable<Buffer>): Promise<Set<number>> {
  const own = new Map<number, boolean>();
  const dates = new Set<number>();
  let [isInCells, style] = [false, 0];
  await readXml(chunks, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      const id = Number(numFmtId);
      if (name === 'numFmt') checkLimit(own.set(id, showsDate(formatCode)).size, limits.styles);
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      if (own.get(id) ?? isDateFormat(id)) dates.add(style);
      checkLimit(++style, limits.styles);
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return dates;
}

/** The date of a number of days. Undefined outside the calendar of sheets. */
export function dateOf(days: number, startsIn1904: boolean): Date | undefined {
  const counted = startsIn1904 ? days + from1904 : days;
  if (!(counted >= 0 && counted <= last)) return;
  return new Date(Math.round((counted - epoch) * milliseconds));
}

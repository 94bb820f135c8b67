type Value = string | number;

/** Escapes cells that a spreadsheet program would run as formulas. */
const cell = (value: Value) =>
  `"${String(value)
    .replace(/^(?=[=+\-@\t\r])/, "'")
    .replaceAll('"', '""')}"`;

/** A line of a CSV file for spreadsheet programs, without its end. */
export const csvLine = (values: readonly Value[]): string => values.map(cell).join(',');

/** Spreadsheet programs learn from it that the text is UTF-8. It is the first character of the file. */
export const byteOrderMark = '\uFEFF';

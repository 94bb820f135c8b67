type Value = string | number;

/** Escapes cells that a spreadsheet program would run as formulas. */
const cell = (value: Value) =>
  `"${String(value)
    .replace(/^(?=[=+\-@\t\r])/, "'")
    .replaceAll('"', '""')}"`;

/** A CSV file for spreadsheet programs. */
export function csvOf(titles: readonly string[], rows: readonly (readonly Value[])[]): Blob {
  const text = [titles, ...rows].map((line) => line.map(cell).join(',')).join('\r\n');
  // The byte order mark tells spreadsheet programs that the text is UTF-8.
  return new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' });
}

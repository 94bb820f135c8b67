/** A text in a cell: a bar would end it, and Markdown would read what looks like an element or a value of Vue. */
const cell = (text: string) =>
  text.replaceAll('\n', ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{', '&#123;');

/** Words between backticks stay as they are. Vue reads nothing in them, and a bar is all that could end the cell. */
export const code = (text: string): { code: string } => ({ code: text });

type Cell = string | ReturnType<typeof code>;

const written = (value: Cell) => (typeof value === 'string' ? cell(value) : `\`${value.code.replaceAll('|', '\\|')}\``);

/** A table of Markdown. Its first column is as wide as its longest word, because readers look for names in it. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(written)))].join('\n');
}

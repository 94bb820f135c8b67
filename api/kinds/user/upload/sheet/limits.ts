const mebibyte = 2 ** 20;

/** What a workbook may hold. Each limit holds while it is read, so that nothing larger is ever made of it. */
export const limits = {
  /** Rows of people; the header comes on top. */
  rows: 10_000,
  columns: 60,
  /** Characters of one cell: as many as Excel itself allows. */
  cell: 32_767,
  /** Characters of all cells that have a value, a shared text counted for each cell that shows it. */
  characters: 8 * mebibyte,
  sharedTexts: 1_000_000,
  /** Styles of cells and formats of numbers, as many as Excel itself allows. */
  styles: 65_536,
  /** Files in the archive, and those that one of them refers to. */
  entries: 1000,
  /** Bytes of XML that are read, of all parts together. */
  xml: 64 * mebibyte,
  /** Bytes that one byte of the archive may unfold to; a sheet of equal rows comes to a tenth of it. */
  ratio: 500,
  elements: 3_000_000,
  depth: 32,
  /** Bytes without the end of a tag, a text or a comment: the longest cell in the widest signs. */
  token: mebibyte / 4,
} as const;

export type Excess = 'rows' | 'size';

/** The workbook is one, but too large. All else that is thrown says that it is none. */
export class BeyondLimits extends Error {
  readonly excess: Excess;

  constructor(excess: Excess) {
    super(`beyond the limit of ${excess}`);
    this.excess = excess;
  }
}

export function within(value: number, limit: number): void {
  if (value > limit) throw new BeyondLimits('size');
}

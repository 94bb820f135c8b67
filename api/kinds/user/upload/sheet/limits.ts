const mebibyte = 2 ** 20;

/** The limits of a workbook. Each one is checked while reading, so nothing larger is ever built. */
export const limits = {
  /** Rows of users, without the header. */
  rows: 10_000,
  /** A user has 41 columns, so a few more are enough. */
  columns: 45,
  /** Characters of one cell, as many as Excel allows. */
  cell: 32_767,
  /** Characters of all cells with a value. A shared text counts for each cell that shows it. */
  characters: 8 * mebibyte,
  sharedTexts: 1_000_000,
  /** Cell styles and number formats, as many as Excel allows. */
  styles: 65_536,
  /** Files in the archive, and references from one of them. */
  entries: 1000,
  /** Bytes of XML in all parts together. */
  xml: 64 * mebibyte,
  /** Unpacked bytes for one byte of the archive. A sheet of equal rows has a tenth of it. */
  ratio: 500,
  elements: 3_000_000,
  /** A cell has three at most. */
  attributes: 3_000_000,
  depth: 32,
  /** Bytes without the end of a tag, text or comment: the longest cell in the widest characters. */
  token: mebibyte / 4,
} as const;

export type ExceededLimit = 'rows' | 'size';

/** The workbook is valid but too large. Any other error means that it is no workbook. */
export class LimitError extends Error {
  readonly excess: ExceededLimit;

  constructor(excess: ExceededLimit) {
    super(`beyond the limit of ${excess}`);
    this.excess = excess;
  }
}

export function checkLimit(value: number, limit: number): void {
  if (value > limit) throw new LimitError('size');
}

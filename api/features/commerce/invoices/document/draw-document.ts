import { type DocumentWords, documentWords, type Facts, type Row, textsOf } from './document-words.ts';
import { page, type Sheet, sheetOn } from './sheet.ts';
import { typefaceFor } from './typeface.ts';

const grey = '#4d4d4d';
const text = { size: 10 };
const small = { size: 8.5, color: grey };
const columnWidth = 225;
const secondColumn = page.right - columnWidth;

/** A heading with lines below it. Returns the base line after them. */
function party(sheet: Sheet, x: number, base: number, heading: string, lines: readonly string[]): number {
  let at = sheet.write(heading, x, base, { ...small, width: columnWidth }) + 3;
  for (const line of lines) at = sheet.write(line, x, at, { ...text, width: columnWidth });
  return at;
}

function pairs(sheet: Sheet, base: number, rows: readonly Row[]): number {
  let at = base;
  for (const [label, value] of rows) {
    sheet.write(label, page.left, at, { ...text, color: grey, width: 150 });
    at = sheet.write(value, page.left + 160, at, { ...text, width: page.right - page.left - 160 });
  }
  return at;
}

function sums(sheet: Sheet, base: number, rows: readonly Row[]): number {
  let at = base;
  for (const [label, value] of rows) {
    sheet.write(label, secondColumn - 60, at, { ...text, width: 170 });
    sheet.writeTo(value, page.right, at, text);
    at += text.size * 1.8;
  }
  return at;
}

function drawWords(sheet: Sheet, words: DocumentWords): void {
  const { headings } = words;
  let at = sheet.write(words.title, page.left, page.top + 22, { size: 22, width: page.right - page.left }) + 8;
  at = pairs(sheet, at, words.facts) + 18;
  const ends = [
    party(sheet, page.left, at, headings.seller, words.seller),
    party(sheet, secondColumn, at, headings.buyer, words.buyer),
  ];
  at = Math.max(...ends) + 24;
  sheet.write(headings.item, page.left, at, { ...small, width: 300 });
  sheet.writeTo(headings.amount, page.right, at, small);
  sheet.rule(at + 7);
  const [, , gross] = words.amounts;
  sheet.writeTo(gross?.[1] ?? '', page.right, at + 24, text);
  at = sheet.write(words.product, page.left, at + 24, { ...text, width: 340 });
  sheet.rule(at);
  at = sums(sheet, at + 20, words.amounts) + 20;
  for (const note of words.notes) at = sheet.write(note, page.left, at, { ...text, width: page.right - page.left });
}

/** An invoice or a credit note as a PDF of one page, whose text people can select. The same facts make the same bytes. */
export async function drawDocument(facts: Facts): Promise<Buffer> {
  // Most processes never draw one.
  const { default: PDFDocument } = await import('pdfkit');
  const words = await documentWords(facts);
  const typeface = await typefaceFor(textsOf(words), facts.language);
  const pdf = new PDFDocument({
    ...{ size: 'A4', margin: 0, lang: facts.language, displayTitle: true },
    info: { Title: `${words.title} ${facts.number}`, Author: facts.seller.name, CreationDate: facts.date },
  });
  for (const [name, font] of typeface.fonts) pdf.registerFont(name, font);
  drawWords(sheetOn(pdf, typeface, facts.language), words);
  pdf.end();
  const parts: Buffer[] = [];
  for await (const part of pdf) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

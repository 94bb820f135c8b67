import type { Language } from '@doorwright/locales';
import type PDFDocument from 'pdfkit';
import type { Typeface } from './typeface.ts';

type Pdf = InstanceType<typeof PDFDocument>;

/** Millimetres are for people: all lengths are points, 72 in an inch. A4 has 595 by 842. */
export const page = { left: 56, right: 539, top: 64, bottom: 790 } as const;

interface Ink {
  size: number;
  color?: string;
}

/** The page with a pen. Fonts change within a line, so each line stands on one base line, and breaks are made here. */
export function sheetOn(pdf: Pdf, { runsOf }: Pick<Typeface, 'runsOf'>, language: Language) {
  const widthOf = (text: string, size: number): number =>
    runsOf(text).reduce((width, run) => width + pdf.font(run.font).fontSize(size).widthOfString(run.text), 0);

  function draw(text: string, x: number, base: number, { size, color = '#151515' }: Ink): void {
    let at = x;
    for (const run of runsOf(text)) {
      pdf.font(run.font).fontSize(size).fillColor(color);
      pdf.text(run.text, at, base, { lineBreak: false, baseline: 'alphabetic' });
      at += pdf.widthOfString(run.text);
    }
  }

  /** The longest beginning that fits ends a line. A word that is longer than a line is cut. */
  function linesOf(text: string, width: number, size: number): string[] {
    const words = new Intl.Segmenter(language, { granularity: 'word' });
    const lines: string[] = [];
    for (const paragraph of text.split('\n')) {
      let line = '';
      for (const { segment } of words.segment(paragraph)) {
        const pieces = widthOf(segment, size) > width ? [...segment] : [segment];
        for (const piece of pieces) {
          if (line && widthOf(line + piece.trimEnd(), size) > width) {
            lines.push(line.trimEnd());
            line = '';
          }
          line += line === '' ? piece.trimStart() : piece;
        }
      }
      lines.push(line.trimEnd());
    }
    return lines;
  }

  return {
    /** Draws a text in a column, and returns the base line below it. */
    write(text: string, x: number, base: number, ink: Ink & { width: number }): number {
      let at = base;
      for (const line of linesOf(text, ink.width, ink.size)) {
        draw(line, x, at, ink);
        at += ink.size * 1.5;
      }
      return at;
    },
    /** Draws a text that ends at a place. */
    writeTo(text: string, end: number, base: number, ink: Ink): void {
      draw(text, end - widthOf(text, ink.size), base, ink);
    },
    rule(y: number): void {
      pdf.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor('#8f8f8f').stroke();
    },
  };
}

export type Sheet = ReturnType<typeof sheetOn>;

import { crc32, deflateSync } from 'node:zlib';

export type Point = readonly [x: number, y: number];
/** A closed outline. */
export type Outline = readonly Point[];

/** Lines of samples in each pixel. */
const samples = 4;

/** Where outlines cross a horizontal line, from left to right. */
function crossings(outlines: readonly Outline[], y: number): number[] {
  const found: number[] = [];
  for (const outline of outlines)
    outline.forEach(([toX, toY], at) => {
      const [fromX, fromY] = outline.at(at - 1) as Point;
      if (fromY <= y !== toY <= y) found.push(fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX));
    });
  return found.sort((a, b) => a - b);
}

/** Adds the part of each pixel that lies between two places of a line. */
function cover(line: Float64Array, from: number, to: number): void {
  const [left, right] = [Math.max(0, from), Math.min(line.length, to)];
  for (let x = Math.floor(left); x < right; x++)
    line[x] = (line[x] ?? 0) + (Math.min(x + 1, right) - Math.max(x, left)) / samples;
}

/**
 * The darkness of each pixel, from 0 to 1. It is light where an even number of outlines overlap, so a shape over a digit inverts
 * that part of the digit.
 */
export function darkness(outlines: readonly Outline[], width: number, height: number): Float64Array[] {
  return Array.from({ length: height }, (_, y) => {
    const line = new Float64Array(width);
    for (let sample = 0; sample < samples; sample++) {
      const places = crossings(outlines, y + (sample + 0.5) / samples);
      for (let at = 0; at + 1 < places.length; at += 2) cover(line, places[at] as number, places[at + 1] as number);
    }
    return line;
  });
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** A picture in shades of grey (PNG, w3.org/TR/png). */
export function greyPng(lines: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(lines[0]?.length ?? 0, 0);
  header.writeUInt32BE(lines.length, 4);
  // Eight bits for each pixel, without colours.
  header[8] = 8;
  const rows = Buffer.concat(lines.flatMap((line) => [Buffer.of(0), line]));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

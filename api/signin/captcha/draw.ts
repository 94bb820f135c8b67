import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'opentype.js';
import { darkness, greyPng, type Outline, type Point } from './raster.ts';

const width = 200;
const height = 80;
/** Pixels of the picture for one of the page. */
const density = 1.5;

const require = createRequire(import.meta.url);
let font: Font | undefined;

/** The font, from the first picture on. */
function readFont(): Font {
  const { parse }: typeof import('opentype.js') = require('opentype.js');
  const file = require.resolve('@fontsource/luckiest-guy/files/luckiest-guy-latin-400-normal.woff');
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  return parse(buffer.slice(byteOffset, byteOffset + byteLength));
}

/** A random number between two others. The picture of an answer must not be predictable. */
const between = (least: number, most: number) => least + (randomInt(1_000_001) / 1_000_000) * (most - least);

type Move = (point: Point) => Point;

const steps = 8;

const along = (count: number) => Array.from({ length: count }, (_, at) => (at + 1) / count);

/** A curve as points. A line is a curve whose middle lies on it. */
const curve = (from: Point, middle: Point, to: Point): Point[] =>
  along(steps).map((t) => {
    const at = (axis: 0 | 1) => (1 - t) ** 2 * from[axis] + 2 * (1 - t) * t * middle[axis] + t ** 2 * to[axis];
    return [at(0), at(1)];
  });

/** The outlines of a digit around the origin. The font has lines and quadratic curves only. */
function outlinesOf(digit: string, size: number): Outline[] {
  font ??= readFont();
  const glyph = font.getPath(digit, 0, 0, size);
  const { x1, x2, y1, y2 } = glyph.getBoundingBox();
  const centred = (x: number, y: number): Point => [x - (x1 + x2) / 2, y - (y1 + y2) / 2];
  const outlines: Point[][] = [];
  for (const command of glyph.commands) {
    if (command.type === 'Z') continue;
    const to = centred(command.x, command.y);
    const from = outlines.at(-1)?.at(-1) ?? to;
    if (command.type === 'M') outlines.push([to]);
    else outlines.at(-1)?.push(...curve(from, command.type === 'Q' ? centred(command.x1, command.y1) : from, to));
  }
  return outlines;
}

/** Rotates, slants and scales a digit on its way to its place. */
function placed([atX, atY]: Point): Move {
  const turn = between(-0.35, 0.35);
  const lean = between(-0.25, 0.25);
  const [wide, high] = [between(0.85, 1.15), between(0.85, 1.15)];
  return ([x, y]) => {
    const [leant, tall] = [(x + lean * y) * wide, y * high];
    return [atX + leant * Math.cos(turn) - tall * Math.sin(turn), atY + leant * Math.sin(turn) + tall * Math.cos(turn)];
  };
}

/** Bends the whole picture, so that no two digits have the same outline. */
function bent(): Move {
  const wave = () => {
    const [swing, length, phase] = [between(1.5, 3), between(22, 40), between(0, 2 * Math.PI)];
    return (at: number) => swing * Math.sin((at / length) * Math.PI + phase);
  };
  const [across, down] = [wave(), wave()];
  return ([x, y]) => [x + across(y), y + down(x)];
}

/** A band from edge to edge, with waves. */
function band(): Outline {
  const middle = between(0.3, 0.7) * height;
  const thick = between(5, 7);
  const slope = between(-0.25, 0.25);
  const [swing, length, phase] = [between(6, 14), between(40, 90), between(0, 2 * Math.PI)];
  const xs = along(50).map((t) => t * (width + 20) - 10);
  const y = (x: number) => middle + slope * (x - width / 2) + swing * Math.sin((x / length) * Math.PI + phase);
  return [...xs.map((x): Point => [x, y(x)]), ...xs.toReversed().map((x): Point => [x, y(x) + thick])];
}

/** A round spot. */
function spot(): Outline {
  const [x, y, radius] = [between(0, width), between(0, height), between(4, 7)];
  return along(24).map((t) => [x + radius * Math.cos(t * 2 * Math.PI), y + radius * Math.sin(t * 2 * Math.PI)]);
}

const many = (count: number, make: () => Outline) => Array.from({ length: count }, make);

/**
 * Draws the answer as a picture of pixels. Digits, bands and spots have one shade, and invert each other where they overlap.
 * People can still read the digits, and programs find no separate one.
 */
export function draw(answer: string): Buffer {
  const step = (width - 30) / answer.length;
  const digits = [...answer].flatMap((digit, at) => {
    const move = placed([15 + (at + 0.5) * step + between(-2, 2), height / 2 + between(-8, 8)]);
    return outlinesOf(digit, between(50, 58)).map((outline) => outline.map(move));
  });
  const bend = bent();
  const outlines = [...digits, ...many(1, band), ...many(5, spot)].map((outline) =>
    outline.map((point): Point => {
      const [x, y] = bend(point);
      return [x * density, y * density];
    }),
  );
  const [dark, light] = [between(40, 90), between(225, 250)];
  const shade = (part: number) => light + (dark - light) * Math.min(1, part);
  const lines = darkness(outlines, width * density, height * density);
  return greyPng(lines.map((line) => Uint8Array.from(line, (part) => Math.max(0, Math.min(255, shade(part))))));
}

import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';

const width = 200;
const height = 80;
const background = '#f4f4f4';

const file = createRequire(import.meta.url).resolve(
  '@fontsource/luckiest-guy/files/luckiest-guy-latin-400-normal.woff',
);
const { buffer, byteOffset, byteLength } = readFileSync(file);
const font = opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength));

/** A random number between two others. The picture of an answer must not be predictable. */
const between = (least: number, most: number) => least + (randomInt(1_000_001) / 1_000_000) * (most - least);

type Move = (x: number, y: number) => [x: number, y: number];

/** Rotates, slants and bends a glyph, so that no two pictures have the same outline of a digit. */
function distortion(atX: number, atY: number): Move {
  const turn = between(-0.35, 0.35);
  const lean = between(-0.25, 0.25);
  const [wide, high] = [between(0.85, 1.1), between(0.85, 1.15)];
  const [swing, length, phase] = [between(1.5, 3.5), between(14, 26), between(0, 2 * Math.PI)];
  return (x, y) => {
    const [leant, tall] = [(x + lean * y) * wide, y * high];
    const turnedX = leant * Math.cos(turn) - tall * Math.sin(turn);
    const turnedY = leant * Math.sin(turn) + tall * Math.cos(turn);
    return [
      atX + turnedX + swing * Math.sin((turnedY / length) * Math.PI + phase),
      atY + turnedY + swing * Math.sin((turnedX / length) * Math.PI + phase),
    ];
  };
}

const written = (...points: [number, number][]) =>
  points.map((point) => point.map((each) => each.toFixed(2)).join(' ')).join(' ');

function digit(text: string, atX: number, atY: number): string {
  const glyph = font.getPath(text, 0, 0, between(54, 62));
  const { x1, x2, y1, y2 } = glyph.getBoundingBox();
  const bend = distortion(atX, atY);
  const move: Move = (x, y) => bend(x - (x1 + x2) / 2, y - (y1 + y2) / 2);
  return glyph.commands
    .map((command) => {
      if (command.type === 'Z') return 'Z';
      const end = move(command.x, command.y);
      if (command.type === 'C') return `C${written(move(command.x1, command.y1), move(command.x2, command.y2), end)}`;
      if (command.type === 'Q') return `Q${written(move(command.x1, command.y1), end)}`;
      return `${command.type}${written(end)}`;
    })
    .join('');
}

/** Dark enough to be read on the background. */
const colour = () => `hsl(${randomInt(360)} ${randomInt(35, 75)}% ${randomInt(25, 40)}%)`;

/** A line across several digits. */
const line = () => {
  const point = (from: number, to: number): [number, number] => [between(from, to), between(8, height - 8)];
  return `<path d="M${written(point(2, 40))}C${written(point(50, 90), point(110, 150), point(160, 198))}" fill="none" stroke="${colour()}" stroke-width="${between(1, 2.5).toFixed(1)}"/>`;
};

/** Draws the answer as paths, without text, fonts, scripts or addresses. */
export function draw(answer: string): string {
  const step = (width - 20) / answer.length;
  const glyphs = [...answer].map((each, at) => {
    const path = digit(each, 10 + (at + 0.5) * step + between(-3, 3), height / 2 + between(-6, 6));
    return `<path d="${path}" fill="${colour()}"/>`;
  });
  // The order is random, so that it tells neither digits from lines nor their places.
  const paths = [...glyphs, line(), line(), line(), line()];
  for (let at = paths.length - 1; at > 0; at--) {
    const other = randomInt(at + 1);
    [paths[at], paths[other]] = [paths[other] as string, paths[at] as string];
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${background}"/>${paths.join('')}</svg>`;
}

/** The part of a picture that becomes the avatar: a square of the picture, turned in quarters. */
export interface Framing {
  /** 1 shows as much as fits into the square. */
  zoom: number;
  /** The middle of the square, as shares of the turned picture. */
  x: number;
  y: number;
  /** Quarter turns to the right. */
  turns: number;
}

interface Size {
  width: number;
  height: number;
}

export const wholePicture: Framing = { zoom: 1, x: 0.5, y: 0.5, turns: 0 };
export const mostZoom = 4;

const clamped = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The size of the picture after its turns. */
const turned = ({ width, height }: Size, { turns }: Framing): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** The side of the square in pixels of the picture. */
const sideOf = (picture: Size, { zoom }: Framing) => Math.min(picture.width, picture.height) / zoom;

/** The nearest framing whose square is full. */
export function settled(picture: Size, framing: Framing): Framing {
  const zoom = clamped(framing.zoom, 1, mostZoom);
  const { width, height } = turned(picture, framing);
  const half = sideOf(picture, { ...framing, zoom }) / 2;
  return {
    zoom,
    turns: ((framing.turns % 4) + 4) % 4,
    x: clamped(framing.x, half / width, 1 - half / width),
    y: clamped(framing.y, half / height, 1 - half / height),
  };
}

/** Moves the picture by shares of the square's side. */
export function moved(picture: Size, framing: Framing, right: number, down: number): Framing {
  const { width, height } = turned(picture, framing);
  const side = sideOf(picture, framing);
  return settled(picture, {
    ...framing,
    x: framing.x - (right * side) / width,
    y: framing.y - (down * side) / height,
  });
}

export const zoomed = (picture: Size, framing: Framing, by: number): Framing =>
  settled(picture, { ...framing, zoom: framing.zoom * by });

/** A quarter turn keeps the middle of the square. */
export function rotated(picture: Size, { zoom, x, y, turns }: Framing, toRight: boolean): Framing {
  const middle = toRight ? { x: 1 - y, y: x } : { x: y, y: 1 - x };
  return settled(picture, { zoom, ...middle, turns: turns + (toRight ? 1 : 3) });
}

/** Draws the framed part over the whole square canvas. */
export function drawFramed(canvas: HTMLCanvasElement, picture: ImageBitmap, framing: Framing): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const { width, height } = turned(picture, framing);
  const scale = canvas.width / sideOf(picture, framing);
  context.setTransform(1, 0, 0, 1, 0, 0);
  // JPEG has no transparency. White is the paper of most pages.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.translate(canvas.width / 2 - framing.x * width * scale, canvas.height / 2 - framing.y * height * scale);
  context.scale(scale, scale);
  context.translate(width / 2, height / 2);
  context.rotate((framing.turns * Math.PI) / 2);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
}

export type Rgb = readonly [red: number, green: number, blue: number];

/** What WCAG 2.2 asks for text: 4.5:1 (1.4.3). */
export const readable = 4.5;

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const channelsOf = (color: string): Rgb => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return [red as number, green as number, blue as number];
};

const hex = (channels: Rgb): string =>
  `#${channels.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`;

/** The relative luminance, as WCAG defines it. */
function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colors, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export const lowestContrast = (color: string, backgrounds: readonly string[]): number =>
  Math.min(...backgrounds.map((each) => contrast(color, each)));

/** A color with a part of another, from 0 to 1. */
export function mixed(color: string, other: string, part: number): string {
  const [from, to] = [channelsOf(color), channelsOf(other)];
  return hex(from.map((each, index) => each + ((to[index] as number) - each) * part) as unknown as Rgb);
}

const distance = (one: string, other: string): number =>
  Math.hypot(...channelsOf(one).map((each, index) => each - (channelsOf(other)[index] as number)));

const steps = 255;

/** The first color on the way to black or white that is readable on all backgrounds. */
function towards(end: string, color: string, backgrounds: readonly string[]): string | undefined {
  for (let step = 1; step <= steps; step++) {
    const found = mixed(color, end, step / steps);
    if (lowestContrast(found, backgrounds) >= readable) return found;
  }
}

/** The color itself if it is readable on all backgrounds, or else the nearest of its hue that is. */
export function nearestReadable(color: string, backgrounds: readonly string[]): string {
  if (lowestContrast(color, backgrounds) >= readable) return color;
  const found = ['#000000', '#ffffff'].flatMap((end) => towards(end, color, backgrounds) ?? []);
  return found.sort((one, other) => distance(color, one) - distance(color, other))[0] ?? color;
}

/** White, or black where white would be hard to read. One of the two always has more than 4.5:1. */
export const textOn = (color: string): string => (contrast('#ffffff', color) >= readable ? '#ffffff' : '#000000');

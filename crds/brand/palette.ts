import { lowestContrast, mixed, nearestReadable, readable, textOn } from './contrast.ts';

export const brandThemes = ['light', 'dark'] as const;
export type BrandTheme = (typeof brandThemes)[number];

/** The colors of the pages that a brand does not change (`console/src/portal/frame/frame.css`). */
export const surfaces = {
  light: { card: '#ffffff', page: '#f0f2f5', info: '#e7f1fa' },
  dark: { card: '#212427', page: '#151515', info: '#17304a' },
} as const satisfies Record<BrandTheme, Record<string, string>>;

/** The colors that a primary color gives a page. */
export interface Palette {
  /** Links, outlines and marks: readable wherever they stand. */
  accent: string;
  accentStrong: string;
  /** The main button, in the color as it was chosen. */
  button: string;
  buttonStrong: string;
  buttonText: string;
  /** Behind a button under the pointer. */
  hover: string;
  glow: string;
}

const away = { light: '#000000', dark: '#ffffff' } as const;

/** The backgrounds on which links and buttons stand in a theme. */
export function backgroundsOf(color: string, theme: BrandTheme): { all: string[]; hover: string; glow: string } {
  const { card, page, info } = surfaces[theme];
  const hover = mixed(card, color, 0.08);
  const glow = mixed(page, color, 0.08);
  return { all: [card, page, info, hover, glow], hover, glow };
}

/** The color, or the nearest that can be read on all backgrounds of a theme. Some of these follow from the color itself. */
export function readableIn(color: string, theme: BrandTheme): string {
  let found = color;
  for (let turn = 0; turn < 10; turn++) {
    const { all } = backgroundsOf(found, theme);
    if (lowestContrast(found, all) >= readable) break;
    found = nearestReadable(found, all);
  }
  return found;
}

/** The colors of a theme. Whatever color is chosen, all texts have at least 4.5:1. */
export function paletteOf(color: string, theme: BrandTheme): Palette {
  const accent = readableIn(color, theme);
  const { hover, glow } = backgroundsOf(accent, theme);
  const buttonText = textOn(color);
  return {
    accent,
    accentStrong: mixed(accent, away[theme], 0.25),
    button: color,
    // Away from its text, so that the text stays as readable.
    buttonStrong: mixed(color, buttonText === '#ffffff' ? '#000000' : '#ffffff', 0.15),
    buttonText,
    hover,
    glow,
  };
}

/** The color of a theme: its own, or the other theme's made readable. */
export const colorIn = (
  { primaryColor, primaryColorDark }: { primaryColor: string; primaryColorDark: string },
  theme: BrandTheme,
): string => {
  if (theme === 'light') return primaryColor;
  return primaryColorDark || (primaryColor && readableIn(primaryColor, 'dark'));
};

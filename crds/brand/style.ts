import type { Brand } from './brand-of.ts';
import { isColor, mixed, textOn } from './contrast.ts';
import { type Corners, type Font, familiesOf, radiusOf } from './options.ts';
import { scopedCss } from './own-css.ts';
import { type BrandTheme, colorIn, paletteOf, surfaces } from './palette.ts';

/** A web address that somebody wrote. Other schemes, such as scripts, are left out. */
export function webAddress(text = ''): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

/** An address within url(). No character of it ends the text. */
const urlOf = (address: string) =>
  `url("${address.replaceAll(/["'()\\<>\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}")`;

type Variables = Readonly<Record<string, string | undefined>>;

/** The page's own colors around the card. A brand may change them in one theme only. */
const around = {
  light: { page: surfaces.light.page, glow: '#dbe8f8', 'on-page': '#4d4d4d' },
  dark: { page: surfaces.dark.page, glow: '#1b2a3d', 'on-page': '#c7c7c7' },
} as const;

/** Stronger than the page's own rules, whichever theme they are for. */
const block = (variables: Variables) => {
  const set = Object.entries(variables).filter(([, value]) => value);
  return set.length > 0 ? `:root:root:root{${set.map(([name, value]) => `--${name}:${value}`).join(';')}}` : '';
};

/** One value for both themes. All pages say by `color-scheme` which one they have. */
const inThemes = (light: Record<string, string>, dark: Record<string, string>): Variables =>
  Object.fromEntries(Object.entries(light).map(([name, value]) => [name, `light-dark(${value},${dark[name]})`]));

function colorsIn(brand: Brand, theme: BrandTheme): Record<string, string> {
  const { accent, accentStrong, button, buttonStrong, buttonText, hover, glow } = paletteOf(
    colorIn(brand, theme),
    theme,
  );
  return {
    ...{ accent, 'accent-strong': accentStrong, hover, glow },
    ...{ button, 'button-strong': buttonStrong, 'button-text': buttonText },
  };
}

const colors = (brand: Brand): Variables =>
  isColor(brand.primaryColor) ? inThemes(colorsIn(brand, 'light'), colorsIn(brand, 'dark')) : {};

/** The texts around the card stand on the background itself, unless a picture is there: then they get a card. */
function backgroundIn(brand: Brand, theme: BrandTheme): Record<string, string> {
  const color = theme === 'light' ? brand.backgroundColor : brand.backgroundColorDark;
  if (!isColor(color)) return around[theme];
  return {
    page: color,
    glow: color,
    'on-page': webAddress(brand.backgroundImage) ? around[theme]['on-page'] : textOn(color),
  };
}

function background(brand: Brand): Variables {
  if (!isColor(brand.backgroundColor) && !isColor(brand.backgroundColorDark)) return {};
  const { page, 'on-page': onPage, glow } = inThemes(backgroundIn(brand, 'light'), backgroundIn(brand, 'dark'));
  return { page, 'on-page': onPage, glow };
}

function shapes({ corners, font }: Brand): Variables {
  const [card, box, button] = radiusOf[corners as Corners] ?? [];
  return {
    ...{ 'corner-card': card, 'corner-box': box, 'corner-button': button },
    font: familiesOf[font as Font],
  };
}

const pictured = (address: string) =>
  `body{background:var(--page) ${urlOf(address)} center/cover fixed no-repeat}footer,.waiting{padding:.5rem 1rem;border-radius:var(--corner-box);background:var(--card)}`;

/** What stands beside the form: a text, or a picture that screen readers need not know. */
export interface SidePanel {
  title?: string;
  paragraphs?: string[];
}

export function sidePanelOf({ sidePanel, sidePanelText, sidePanelImage }: Brand): SidePanel | undefined {
  if (sidePanel === 'picture' && webAddress(sidePanelImage)) return {};
  const [first = '', ...rest] = sidePanelText.trim().split('\n');
  if (sidePanel !== 'text' || !first) return undefined;
  const paragraphs = rest
    .join('\n')
    .split(/\n\s*\n/)
    .map((each) => each.trim())
    .filter(Boolean);
  return { title: first.trim(), paragraphs };
}

/** The panel is beside the form where the window has room for both. Elsewhere the form alone is enough. */
function panelStyle(brand: Brand): string {
  const panel = sidePanelOf(brand);
  if (!panel) return '';
  const color = isColor(brand.primaryColor) ? brand.primaryColor : '#004d99';
  const look = panel.title
    ? `linear-gradient(160deg,${color},${mixed(color, textOn(color) === '#ffffff' ? '#000000' : '#ffffff', 0.3)})`
    : `${color} ${urlOf(webAddress(brand.sidePanelImage) ?? '')} center/cover`;
  return `.side{display:none}
@media (width >= 56rem){body{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,7fr)}
.side{display:flex;flex-direction:column;justify-content:center;position:sticky;top:0;height:100dvh;overflow:auto;padding:clamp(2rem,5vw,5rem);background:${look};color:${textOn(color)}}
.side h2{margin:0 0 1rem;font-size:clamp(1.75rem,3vw,2.75rem);line-height:1.2;text-wrap:balance}
.side p{max-width:36rem;margin:0 0 1rem;font-size:1.125rem;white-space:pre-line}}`;
}

/**
 * The style of a brand, for a style element of the page. An empty one leaves the page as it is. A page without a form in its middle, such as
 * the account, has the colors and shapes only.
 */
export function brandStyle(brand: Brand, { isDoor }: { isDoor: boolean }): string {
  const image = webAddress(brand.backgroundImage);
  const parts = [
    block({ ...shapes(brand), ...colors(brand), ...(isDoor && background(brand)) }),
    isDoor && image && pictured(image),
    isDoor && panelStyle(brand),
    scopedCss(brand.customCss),
  ];
  return parts.filter(Boolean).join('\n');
}

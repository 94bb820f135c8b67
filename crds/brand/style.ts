import type { Brand } from './brand-of.ts';
import { isColor, mixed, textOn } from './contrast.ts';
import { type Corners, type Font, familiesOf, radiusOf } from './options.ts';
import { scopedCss } from './own-css.ts';
import { type BrandTheme, brandThemes, colorIn, paletteOf } from './palette.ts';

/** How a page tells its theme: the selector of its root. */
export type ThemeSelectors = Readonly<Record<BrandTheme, string>>;

/** A web address that somebody wrote. Other schemes, such as scripts, are left out. */
export function webAddress(text = ''): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

/** An address within url(). No character of it ends the text. */
const urlOf = (address: string) =>
  `url("${address.replaceAll(/["'()\\<>\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}")`;

type Variables = Readonly<Record<string, string | false | undefined>>;

const block = (selector: string, variables: Variables) => {
  const set = Object.entries(variables).filter(([, value]) => value);
  return set.length > 0 ? `${selector}{${set.map(([name, value]) => `--${name}:${value}`).join(';')}}` : '';
};

function colorsIn(brand: Brand, theme: BrandTheme): Variables {
  const color = colorIn(brand, theme);
  if (!isColor(color)) return {};
  const { accent, accentStrong, button, buttonStrong, buttonText, hover, glow } = paletteOf(color, theme);
  return {
    ...{ accent, 'accent-strong': accentStrong, hover, glow },
    ...{ button, 'button-strong': buttonStrong, 'button-text': buttonText },
  };
}

/** The texts around the card stand on the background itself, unless a picture is there: then they get a card. */
function backgroundIn(brand: Brand, theme: BrandTheme): Variables {
  const color = theme === 'light' ? brand.backgroundColor : brand.backgroundColorDark;
  if (!isColor(color)) return {};
  return { page: color, glow: color, 'on-page': !webAddress(brand.backgroundImage) && textOn(color) };
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
@media (width >= 60rem){body{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,7fr)}
.side{display:flex;flex-direction:column;justify-content:center;position:sticky;top:0;height:100dvh;overflow:auto;padding:clamp(2rem,5vw,5rem);background:${look};color:${textOn(color)}}
.side h2{margin:0 0 1rem;font-size:clamp(1.75rem,3vw,2.75rem);line-height:1.2;text-wrap:balance}
.side p{max-width:36rem;margin:0 0 1rem;font-size:1.125rem;white-space:pre-line}}`;
}

export interface StyleOptions {
  selectors: ThemeSelectors;
  /** Pages without a form, such as the account, have the colors only. */
  isDoor: boolean;
}

/** The style of a brand, for the page's own style element. An empty one leaves the page as it is. */
export function brandStyle(brand: Brand, { selectors, isDoor }: StyleOptions): string {
  const image = webAddress(brand.backgroundImage);
  const parts = [
    block(':root', shapes(brand)),
    ...brandThemes.map((theme) =>
      block(selectors[theme], { ...colorsIn(brand, theme), ...(isDoor && backgroundIn(brand, theme)) }),
    ),
    isDoor && image && pictured(image),
    isDoor && panelStyle(brand),
    scopedCss(brand.customCss),
  ];
  return parts.filter(Boolean).join('\n');
}

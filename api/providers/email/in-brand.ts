import type { Brand } from '@doorwright/crds/brand/brand-of.ts';
import { isColor, nearestReadable, textOn } from '@doorwright/crds/brand/contrast.ts';
import { webAddress } from '@doorwright/crds/brand/style.ts';
import escapeHtml from 'escape-html';

interface Sender {
  name: string;
  looks: Pick<Brand, 'logo' | 'primaryColor'>;
}

const headOf = ({ name, looks: { logo, primaryColor } }: Sender): string => {
  const address = webAddress(logo);
  if (address) return `<p><img src="${escapeHtml(address)}" alt="${escapeHtml(name)}" height="48"></p>`;
  const style = `padding: 12px 20px; border-radius: 6px; background-color: ${primaryColor}; color: ${textOn(primaryColor)}; font-weight: bold`;
  return `<p style="${style}">${escapeHtml(name)}</p>`;
};

/**
 * The content of a letter below the logo, or the name on the color, of its sender. Links have the color where it can be read. Readers of
 * mail know no style sheets, so each style stands at its element. A sender without looks sends the content as it is.
 */
export function inBrand(content: string, sender: Sender): string {
  const { logo, primaryColor } = sender.looks;
  if (!webAddress(logo) && !isColor(primaryColor)) return content;
  const color = isColor(primaryColor) ? nearestReadable(primaryColor, ['#ffffff']) : '';
  const linked = color ? content.replaceAll('<a href=', `<a style="color: ${color}" href=`) : content;
  const line = `border-top: 3px solid ${color || '#e3e5e8'}`;
  return `<div style="max-width: 560px; margin: 0 auto; padding: 16px; background-color: #ffffff; color: #151515; font-family: Arial, Helvetica, sans-serif; line-height: 1.5">
${headOf(sender)}<div style="padding: 8px 0; ${line}">${linked}</div></div>`;
}

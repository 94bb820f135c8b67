import { type Brand as Looks, brandOf as looksOf } from '@doorwright/crds/brand/brand-of.ts';
import { webAddress } from '@doorwright/crds/brand/style.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import escapeHtml from 'escape-html';

/** The name and the looks of a page, as the portal's pages show them. */
export interface Brand {
  name: string;
  looks: Looks;
  homepage?: string | undefined;
}

type Shown = Pick<Application, 'displayName' | 'name' | 'homepageUrl'>;

/** The brand of an application, as strangers may know it. Without one it is that of the product. */
export const brandOf = (application?: Shown | undefined, looks: Looks = looksOf()): Brand => ({
  name: application?.displayName || application?.name || 'Doorwright',
  looks,
  homepage: webAddress(application?.homepageUrl),
});

export const iconOf = ({ looks }: Brand): string => webAddress(looks.favicon) ?? '/icon.svg';

const picture = (name: string, src: string, alt: string) =>
  `<img class="${name}" src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`;

function drawLogo(brand: Brand): string {
  const { name, looks } = brand;
  const [logo, dark] = [webAddress(looks.logo), webAddress(looks.logoDark)];
  if (!logo) return `${picture('icon', iconOf(brand), '')}${escapeHtml(name)}`;
  return dark
    ? picture('logo in-light', logo, name) + picture('logo in-dark', dark, name)
    : picture('logo', logo, name);
}

/** The head of a page: the logo, or the icon and the name. */
export function drawBrand(brand: Brand): string {
  const shown = drawLogo(brand);
  return brand.homepage
    ? `<a class="brand" href="${escapeHtml(brand.homepage)}">${shown}</a>`
    : `<div class="brand">${shown}</div>`;
}

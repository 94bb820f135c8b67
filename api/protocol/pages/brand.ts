import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import escapeHtml from 'escape-html';

/** The name and the pictures at the top of a page, as the portal's pages show them. */
export interface Brand {
  name: string;
  icon: string;
  logo?: string | undefined;
  homepage?: string | undefined;
}

/** A configured address, if it is a web address and no script. */
function webAddress(text = ''): string | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

type Shown = Pick<Application, 'displayName' | 'name' | 'favicon' | 'logo' | 'homepageUrl'>;

/** The brand of an application, as strangers may know it. Without one it is that of the product. */
export const brandOf = (
  application?: Shown | undefined,
  organization?: Pick<Organization, 'favicon'> | undefined,
): Brand => ({
  name: application?.displayName || application?.name || 'Doorwright',
  icon: webAddress(application?.favicon) ?? webAddress(organization?.favicon) ?? '/icon.svg',
  logo: webAddress(application?.logo),
  homepage: webAddress(application?.homepageUrl),
});

const picture = (name: string, src: string, alt: string) =>
  `<img class="${name}" src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`;

/** The head of a page: the logo, or the icon and the name. */
export function drawBrand({ name, icon, logo, homepage }: Brand): string {
  const shown = logo ? picture('logo', logo, name) : `${picture('icon', icon, '')}${escapeHtml(name)}`;
  return homepage
    ? `<a class="brand" href="${escapeHtml(homepage)}">${shown}</a>`
    : `<div class="brand">${shown}</div>`;
}

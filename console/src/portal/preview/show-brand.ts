import { brandOfPage } from '@doorwright/crds/brand/brand-of.ts';
import { brandStyle, sidePanelOf } from '@doorwright/crds/brand/style.ts';
import type { Application } from '../page.ts';

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

const element = (name: string, text: string) => Object.assign(document.createElement(name), { textContent: text });

/** Gives the page the looks of a draft. On a visitor's page the server does this (`api/features/pages/portal-page.ts`). */
export function showBrand(application: Application, isDoor: boolean): void {
  const organization = application.organizationObj ?? undefined;
  const looks = brandOfPage({ application, organization });
  sheet.replaceSync(brandStyle(looks, { isDoor }));
  document.querySelector('.side')?.remove();
  const panel = isDoor ? sidePanelOf(looks) : undefined;
  if (!panel) return;
  const side = document.createElement(panel.title ? 'aside' : 'div');
  side.className = 'side';
  if (panel.title) {
    side.ariaLabel = organization?.displayName || organization?.name || '';
    side.append(element('h2', panel.title), ...(panel.paragraphs ?? []).map((each) => element('p', each)));
  } else side.ariaHidden = 'true';
  document.body.prepend(side);
}

import type { Page } from 'playwright-core';

/** Opens every section of the menu. The browser of the user keeps them open. */
export async function unfoldMenu(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Home', exact: true }).waitFor();
  const folded = menu.getByRole('button', { expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
}

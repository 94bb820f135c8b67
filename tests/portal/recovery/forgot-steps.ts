import type { Page } from 'playwright-core';
import type { PagesWorld } from '../world/pages-world.ts';

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The page is at this step. */
export const at = (page: Page, step: string) => page.locator('[aria-current=step]', { hasText: step }).waitFor();

export async function identify(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username, email or phone').fill(username);
  await press(page, 'Next step');
  await at(page, 'Verify');
}

/** The first two steps, with the code from the mail server. */
export async function prove({ mail }: Pick<PagesWorld, 'mail'>, page: Page, name: string): Promise<void> {
  await identify(page, name);
  await press(page, 'Send Code: Verification code');
  await page.getByRole('button', { name: 'Code Sent' }).waitFor();
  await page.getByLabel('Verification code', { exact: true }).fill(await mail.codeTo(`${name}@acme.example`));
  await press(page, 'Next step');
  await at(page, 'Reset');
}

/** The last step. */
export async function change(page: Page, newPassword: string, confirm = newPassword): Promise<void> {
  const [field, status] = [page.getByLabel('New password', { exact: true }), page.getByRole('status')];
  await field.fill('correct-horse-battery-staple-9');
  await status.getByText('Strength: strong', { exact: true }).waitFor();
  await field.fill(newPassword);
  await page.getByLabel('Confirm', { exact: true }).fill(confirm);
  await press(page, 'Change Password');
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '@doorwright/locales/languages.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { openBrowser } from '../../console/world/browser.ts';
import { type Desk, deskAt } from '../../console/world/desk.ts';
import { unfoldMenu } from '../../console/world/menu.ts';
import { add } from '../../harness/world.ts';
import { copyRepository, type RepositoryCopy } from './repository-copy.ts';
import { startServer } from './server.ts';

/**
 * What CONTRIBUTING promises: three files add a kind, and the console has its list, its editor and its place in menu and search. One folder
 * and one line add a language, and the product offers it.
 */

type NewKindDesk = Omit<Desk, 'app'> & { app: { url: string } };

let copy: RepositoryCopy;
let desk: NewKindDesk;
/** The files that are new, and those that are different. */
let written: string[];

const registry = 'crds/kinds/index.ts';

/** The two files by hand, in place of a developer. `npm run generate` writes the third. */
async function addKind(): Promise<void> {
  const definition = await readFile(join(import.meta.dirname, 'invitation.ts'), 'utf8');
  await copy.write('crds/kinds/invitation.ts', definition.replaceAll('@doorwright/crds/', '../'));
  const kinds = await copy.read(registry);
  await copy.write(
    registry,
    kinds
      .replace('import { ldap }', "import { invitation } from './invitation.ts';\nimport { ldap }")
      .replace('  webhook,\n', '  webhook,\n  invitation,\n'),
  );
}

const languageList = 'crds/options/languages.ts';

/** A folder, with one text in the new language, and a line. */
async function addLanguage(): Promise<void> {
  await copy.copyFolder('locales/en', 'locales/nl');
  const errors = JSON.parse(await copy.read('locales/nl/errors.json'));
  await copy.write('locales/nl/errors.json', JSON.stringify({ ...errors, 'sign-in-first': 'Meld u eerst aan' }));
  const names = await copy.read(languageList);
  await copy.write(languageList, names.replace("  fr: 'Français',\n", "  fr: 'Français',\n  nl: 'Nederlands',\n"));
}

beforeAll(async () => {
  copy = await copyRepository();
  await addLanguage();
  await addKind();
  const before = await copy.list('api/db/migrations');
  await copy.node('api/process/bin/generate.ts');
  written = (await copy.list('api/db/migrations')).filter((file) => !before.includes(file));
  desk = await deskAt(await openBrowser(copy.folder), await startServer(copy.folder));
}, 180_000);
afterAll(async () => {
  await desk?.close();
  await copy?.remove();
});
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const add3 = async (prefix: string) => {
  for (const number of [1, 2, 3])
    await add(desk.admin, 'invitation', { name: `${prefix}-${number}`, organization: 'built-in', greeting: 'Come in' });
};
const link = (name: string) => desk.page.getByRole('link', { name, exact: true });
const dialog = () => desk.page.getByRole('dialog');
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });
const heads = async () => {
  const all = desk.page.getByRole('grid', { name: 'Invitations' }).getByRole('columnheader');
  return (await all.allTextContents()).filter((text) => text && text !== 'Action');
};

test('a new kind is a definition, a line in the registry and one migration, and the generated files agree', async () => {
  expect(written).toEqual([expect.stringMatching(/^\d{14}_invitations\.ts$/)]);
  await copy.node('api/process/bin/generate.ts', '--check');
  for (const language of languages) expect(await copy.list(`locales/${language}`)).toContain('invitation.json');
});

describe('The list of a new kind', () => {
  test('says what the kind is for while it is empty, with a picture and a button', async () => {
    const { page, admin, heading, button } = desk;
    for (const { name } of (await admin.get('get-invitations', { owner: 'admin' })).body.data)
      await admin.post('delete-invitation', { owner: 'admin', name });
    await page.goto('/');
    await unfoldMenu(page);
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Invitations', exact: true })
      .click();
    await heading('Invitations');
    await page.getByText('A letter that lets its readers join an organization.').waitFor();
    await page.getByRole('main').locator('.pf-v6-c-empty-state__icon svg').first().waitFor();
    expect(await findings(page)).toEqual([]);
    await button('Add Invitation').click();
    await page.waitForURL('**/new/invitations');
  });

  test('starts with five columns, which the user changes', async () => {
    const { page, button } = desk;
    await add3('column');
    await page.goto('/invitations');
    await expect.poll(heads).toEqual(['Name', 'Display name', 'Organization', 'Greeting', 'Created time']);
    expect(await findings(page)).toEqual([]);
    await button('Manage columns').click();
    await dialog().getByLabel('Places').check();
    await inDialog('Save').click();
    await expect.poll(async () => (await heads()).at(-1)).toBe('Places');
  });

  test('holds the place of its rows with skeletons until they come', async () => {
    const { page } = desk;
    await add3('slow');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/get-invitations*', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto('/invitations');
    await page.locator('.skeleton-row').first().waitFor();
    resolve();
    await link('slow-1').waitFor();
    expect(await page.locator('.skeleton-row').count()).toBe(0);
    await page.unroute('**/api/get-invitations*');
  });

  test('disables and deletes selected rows together', async () => {
    const { page, button, stored } = desk;
    await add3('bulk');
    await page.goto('/invitations?field=name&value=bulk');
    for (const name of ['bulk-1', 'bulk-2']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByText('2 selected').waitFor();
    await button('Disable').click();
    await inDialog('Disable').click();
    await page.getByText('2 objects disabled').waitFor();
    await page
      .getByRole('row')
      .filter({ has: link('bulk-1') })
      .getByText('Disabled', { exact: true })
      .waitFor();
    expect((await stored('invitation', 'admin/bulk-2')).isEnabled).toBe(false);
    await page.getByRole('checkbox', { name: 'Select bulk-3' }).check();
    await button('Delete').click();
    await inDialog('Delete').click();
    await page.getByText('1 object deleted').waitFor();
    expect(await stored('invitation', 'admin/bulk-3')).toBe(null);
  });

  test('keeps a filter under a name', async () => {
    const { page, button, choose } = desk;
    await add3('kept');
    await page.goto('/invitations');
    await choose(page.getByRole('button', { name: /^State:/ }), 'Open');
    await page.waitForURL(/value=Open/);
    await button('Saved filters').click();
    await page.getByRole('menuitem', { name: 'Save this filter' }).click();
    await dialog().getByLabel('Name').fill('Open ones');
    await inDialog('Save').click();
    await page.goto('/invitations');
    await button('Saved filters').click();
    await page.getByRole('menuitem', { name: 'Open ones' }).click();
    await page.waitForURL(/value=Open/);
  });
});

test('Ctrl+K finds objects of a new kind, its list and its button', async () => {
  const { page } = desk;
  await add(desk.admin, 'invitation', { name: 'harvest-feast', displayName: 'Harvest', organization: 'built-in' });
  await page.goto('/');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Quick search' }).fill('invitat');
  await page.getByRole('option', { name: /^Invitations/ }).waitFor();
  await page.getByRole('option', { name: 'Add Invitation' }).waitFor();
  await page.getByRole('combobox', { name: 'Quick search' }).fill('harvest');
  await page.getByRole('option', { name: /^Harvest .*harvest-feast/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/invitations/harvest-feast');
});

describe('The editor of a new kind', () => {
  test('opens a draft, which only Save stores, and shows an error at its field', async () => {
    const { page, button, field, heading, save, stored } = desk;
    await page.goto('/invitations');
    await button('Add').click();
    await heading('New invitation');
    await field('Name').fill('draft');
    await field('Places').fill('501');
    expect(await stored('invitation', 'admin/draft')).toBe(null);
    await button('Save').click();
    await expect.poll(() => page.locator('#places-problem').textContent()).toContain('500');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('places');
    expect(await findings(page)).toEqual([]);
    expect(await stored('invitation', 'admin/draft')).toBe(null);
    await field('Places').fill('12');
    await save();
    await page.waitForURL('**/invitations/draft');
    expect(await stored('invitation', 'admin/draft')).toMatchObject({ places: 12, state: 'Open', isEnabled: true });
  });

  test('has the tabs of its form with their addresses, a folded section, and a Save bar', async () => {
    const { page, tab, field, save, stored, unfold } = desk;
    await add(desk.admin, 'invitation', { name: 'tabs', organization: 'built-in', code: 'open sesame' });
    await page.goto('/invitations/tabs?tab=guest-list');
    await field('Code').waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Settings', 'Guest list', 'YAML']);
    expect(await findings(page)).toEqual([]);
    await tab('Settings');
    await field('Greeting').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await page.locator('.editor-title .pf-v6-c-label').allTextContents()).toEqual([
      'Invitation',
      'Enabled',
      'Open',
    ]);
    expect(await field('Picture').isVisible()).toBe(false);
    await unfold('Appearance');
    await field('Picture').waitFor();
    expect(await findings(page)).toEqual([]);
    await field('Greeting').fill('Welcome');
    await page.getByText('Unsaved changes').waitFor();
    await save();
    expect(await stored('invitation', 'admin/tabs')).toMatchObject({ greeting: 'Welcome', code: '***' });
  });

  test('has a menu with the address, the custom resource, the records and Delete', async () => {
    const { page, app, button, stored, visitor } = desk;
    const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await add(desk.admin, 'invitation', { name: 'menu', organization: 'built-in', greeting: 'Come in' });
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/invitations/menu');
    await button('Actions').click();
    await item('Copy link').click();
    await page.getByText('Copied to clipboard').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${app.url}/invitations/menu`);
    await button('Actions').click();
    await item('Show YAML').click();
    await page.getByText('kind: Invitation').waitFor();
    expect(await findings(page)).toEqual([]);
    await button('Actions').click();
    await item('Records of this object').click();
    await page.getByRole('gridcell', { name: 'Invitation added', exact: true }).waitFor();
    await page.goBack();
    await button('Actions').click();
    await item('Delete').click();
    await inDialog('Delete').click();
    await page.waitForURL('**/invitations');
    expect(await stored('invitation', 'admin/menu')).toBe(null);
  });
});

describe('A new language is a folder and a line', () => {
  test('of which errors, organizations and letters know', async () => {
    const { app, admin } = desk;
    const refused = await fetch(`${app.url}/api/get-account`, { headers: { 'accept-language': 'nl' } });
    expect(await refused.json()).toMatchObject({ code: 'sign-in-first', msg: 'Meld u eerst aan' });
    await add(admin, 'organization', { owner: 'admin', name: 'polder', displayName: 'Polder', language: 'nl' });
    const letter = { letter: 'code', language: 'nl', title: 'Code', content: '{{code}}' };
    await add(admin, 'provider', {
      owner: 'admin',
      name: 'polder-mail',
      category: 'Email',
      type: 'Default',
      mailTemplates: [letter],
    });
  });

  test('which the console offers in its menu', async () => {
    const { page, button } = desk;
    await page.goto('/');
    await button('Language').click();
    await page.getByRole('menuitem', { name: 'Nederlands' }).click();
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('nl');
  });
});

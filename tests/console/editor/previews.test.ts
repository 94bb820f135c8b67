import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { findings } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { overflow } from '../world/overflow.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { admin } = desk;
  await add(admin, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(admin, 'provider', {
    name: 'hub',
    category: 'OAuth',
    type: 'GitHub',
    clientId: 'id',
    clientSecret: 'secret',
  });
  await add(admin, 'application', {
    ...{ name: 'shop', displayName: 'Shop', organization: 'acme', cert: 'cert-built-in', enableSignUp: true },
    redirectUris: ['http://localhost:9000/callback'],
    providers: [{ name: 'hub', canSignIn: true, canSignUp: true, visible: true }],
  });
});
afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const panel = () => desk.page.getByRole('tabpanel').getByRole('region', { name: 'Preview' });
const toggle = () => desk.page.getByRole('tabpanel').getByRole('button', { name: 'Preview', exact: true });
const inside = () => panel().frameLocator('iframe');
const choose = (name: string) => panel().getByRole('button', { name, exact: true }).click();

async function open(tab: string): Promise<void> {
  await desk.page.goto(`/applications/shop?tab=${tab}`);
  await desk.heading('shop');
  if ((await toggle().getAttribute('aria-expanded')) === 'false') await toggle().click();
  await inside().getByRole('heading', { level: 1 }).waitFor();
}

const stored = () => desk.stored('application', 'admin/shop');

describe('The editor of an application', () => {
  test('loads the preview when it is opened, and keeps that choice', async () => {
    const { page } = desk;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/applications/shop?tab=branding');
    await toggle().waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => /PagePreview|^\/preview/.test(path))).toEqual([]);
    await toggle().click();
    await inside().getByRole('heading', { name: 'Sign In' }).waitFor();
    expect(asked.filter((path) => /PagePreview/.test(path))).toHaveLength(1);
    await page.reload();
    await inside().getByRole('heading', { name: 'Sign In' }).waitFor();
    await toggle().click();
    await panel().locator('iframe').waitFor({ state: 'detached' });
    await page.reload();
    await toggle().waitFor();
    expect(await toggle().getAttribute('aria-expanded')).toBe('false');
  });

  test('shows its sign-in page as somebody types, and stores nothing', async () => {
    const { page, field } = desk;
    const before = await stored();
    await open('sign-in');
    await inside().getByRole('heading', { name: 'Sign In' }).waitFor();
    await inside().getByLabel('Password', { exact: true }).waitFor();
    await field('Code sign-in').click({ force: true });
    await inside().getByRole('button', { name: 'Sign in with code' }).waitFor();
    await field('Password sign-in').click({ force: true });
    await inside().getByLabel('Password', { exact: true }).waitFor({ state: 'detached' });
    await desk.tab('Settings');
    await page.getByRole('textbox', { name: 'Display name' }).fill('The new shop');
    await desk.tab('Branding');
    await inside().getByText('The new shop').first().waitFor();
    expect(await stored()).toEqual(before);
  });

  test('shows the sign-up page with its items, and the prompt only where something is prompted', async () => {
    await open('sign-up');
    await inside().getByLabel('Username', { exact: true }).waitFor();
    await choose('Prompt');
    await panel().getByText('The application asks for nothing after sign-in.').waitFor();
    expect(await panel().locator('iframe').count()).toBe(0);
    await desk.tab('Providers');
    await desk.openRow('Providers', 1);
    await desk.page.getByRole('grid', { name: 'Providers' }).getByLabel('Prompted 1').click({ force: true });
    await choose('Prompt');
    await inside().getByRole('button', { name: 'Link GitHub' }).waitFor();
    await inside().getByRole('button', { name: 'Submit and complete' }).waitFor();
  });

  test('shows the page in both themes, and at the width of a phone', async () => {
    await open('sign-in');
    const root = inside().locator('html');
    for (const [theme, isDark] of [
      ['Dark', true],
      ['Light', false],
    ] as const) {
      await choose(theme);
      await expect
        .poll(async () => (await root.getAttribute('class'))?.includes('pf-v6-theme-dark') ?? false)
        .toBe(isDark);
    }
    const width = () => root.evaluate('innerWidth');
    // The frame has a border.
    expect(await width()).toBe(388);
    await choose('Wide');
    await expect.poll(width).toBe(898);
    // It has the theme of its editor at first, and leaves that alone.
    expect(await desk.page.locator('html.pf-v6-theme-dark').count()).toBe(0);
    expect(await findings(desk.page)).toEqual([]);
  });

  test('stands beside the form where both have room, and below it on a phone', async () => {
    const { page } = desk;
    await open('branding');
    const form = page.getByRole('tabpanel').locator('form');
    const [beside, left] = [await panel().boundingBox(), await form.boundingBox()];
    expect(beside?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0) - 1);
    await page.setViewportSize({ width: 390, height: 800 });
    const [below, above] = [await panel().boundingBox(), await form.boundingBox()];
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0) - 1);
    await panel().scrollIntoViewIfNeeded();
    await inside().getByRole('heading', { name: 'Sign In' }).waitFor();
    expect((await panel().locator('iframe').boundingBox())?.width).toBeLessThanOrEqual(390);
    expect(await overflow(page)).toEqual([]);
    await page.setViewportSize({ width: 1600, height: 1000 });
  });

  test('shows its looks as somebody types, on pages, the question for consent and a letter', async () => {
    const { page } = desk;
    await open('branding');
    const typed = desk.field('Primary color');
    await typed.fill('#ffdd00');
    const main = inside().getByRole('button', { name: 'Sign In', exact: true });
    const color = () => main.evaluate((button) => getComputedStyle(button).backgroundColor);
    await expect.poll(color).toBe('rgb(255, 221, 0)');
    // One press takes the nearest color that can be read.
    await page.getByText(/^Contrast 1.\d:1 in the theme Light\. Texts need 4\.5:1/).waitFor();
    await page.getByRole('button', { name: /^Take #[0-9a-f]{6}$/ }).click();
    await page.getByText(/^Contrast (4\.[5-9]|5)[.\d]*:1 in the theme Light(?!\.)/).waitFor();
    await expect.poll(color).not.toBe('rgb(255, 221, 0)');
    await page.getByRole('button', { name: /^Corners:/ }).click();
    await page.getByRole('option', { name: 'Square' }).click();
    await expect.poll(() => main.evaluate((button) => getComputedStyle(button).borderRadius)).toBe('0px');
    await choose('Consent');
    await inside()
      .getByRole('heading', { name: /^Allow / })
      .waitFor();
    await inside().getByText('Signed in as Alex').waitFor();
    await choose('Mail');
    await inside().getByText('123456').first().waitFor();
    const name = inside().getByText('Shop', { exact: true }).first();
    await expect.poll(() => name.evaluate((text) => getComputedStyle(text).backgroundColor)).toMatch(/^rgb\(\d/);
    await choose('Sign-in');
    await choose('Dark');
    await choose('Wide');
    await main.waitFor();
    expect(await findings(page)).toEqual([]);
  });

  test('has an uploaded logo on its page at once, and stores it with the save', async () => {
    const { page } = desk;
    await open('branding');
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Click to upload: Logo', exact: true }).click();
    const buffer = Buffer.from(onePixel, 'base64');
    await (await chosen).setFiles({ name: 'Our logo.png', mimeType: 'image/png', buffer });
    const address = new RegExp(`^${desk.app.url}/files/brand/acme/logo-[0-9a-f]{8}\\.png`);
    await expect.poll(() => desk.field('Logo').inputValue()).toMatch(address);
    const drawn = inside().getByRole('img', { name: 'Shop' }).first();
    await expect.poll(() => drawn.evaluate((picture) => (picture as HTMLImageElement).naturalWidth)).toBe(1);
    await desk.save();
    const { logo } = await stored();
    expect(logo).toMatch(address);
    const answer = await fetch(logo);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('names the first rule of its own CSS that pages would not take, while somebody types', async () => {
    const { page } = desk;
    await open('branding');
    const css = page.getByRole('textbox', { name: 'Own CSS' });
    if (!(await css.isVisible()))
      await page
        .getByRole('button', { name: /^Own CSS/ })
        .first()
        .click();
    await css.fill('h1 { color: #b00020 }\n.box { position: fixed }');
    // The focus stays in the field.
    await page.getByText('line 2: the property position is not allowed').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('customCss');
    await css.fill('h1 { color: #b00020 }');
    await page.getByText('the property position is not allowed').waitFor({ state: 'detached' });
    const title = inside().getByRole('heading', { name: 'Sign In' });
    await expect.poll(() => title.evaluate((each) => getComputedStyle(each).color)).toBe('rgb(176, 0, 32)');
  });

  test('copies the address of each page', async () => {
    const { page } = desk;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { clientId } = await stored();
    await open('sign-in');
    const copied = async (name: string) => {
      await choose(name);
      await choose(`Copy page URL: ${name}`);
      await page.getByText('Page URL copied to clipboard.').first().waitFor();
      return new URL(await page.evaluate<string>('navigator.clipboard.readText()'));
    };
    const signIn = await copied('Sign-in');
    expect([signIn.pathname, signIn.searchParams.get('client_id')]).toEqual(['/login/oauth/authorize', clientId]);
    await expect.poll(async () => (await copied('Sign-up')).pathname).toBe('/signup/shop');
    await expect.poll(async () => (await copied('Prompt')).pathname).toBe('/prompt/shop');
  });

  test('says what a page leaves out of its HTML before the save, and shows the rest', async () => {
    const { page } = desk;
    await open('branding');
    const html = `<title>Ahoy</title><h2>Welcome aboard</h2><p onclick="x()">Read <a href="javascript:x()">this</a>.</p><script>x()</script>`;
    await page.getByRole('textbox', { name: 'Sign-in HTML' }).fill(html);
    await page.getByText('The page leaves out: <title>, <script>, <p onclick>, <a href>').waitFor();
    await inside().getByRole('heading', { name: 'Welcome aboard' }).waitFor();
    expect(await inside().getByText('Ahoy').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Sign-in HTML' }).fill('<h2>Welcome</h2>');
    await page.getByText('The page leaves out').waitFor({ state: 'detached' });
  });

  test.each(['Sign-in HTML', 'Sign-up HTML'])('says what a page leaves out of an uploaded file: %s', async (label) => {
    const { page } = desk;
    const told = page.getByText('The page leaves out: <form>, <p onclick>');
    await open('branding');
    expect(await told.count()).toBe(0);
    const buffer = Buffer.from('<form action="/x">Welcome</form><p onclick="x()">aboard</p>');
    const file = page.locator(`input[type=file][aria-label="${label}"]`);
    await file.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer });
    await told.waitFor();
    expect((await stored())[label === 'Sign-in HTML' ? 'signinHtml' : 'signupHtml']).toBe('');
  });

  test('keeps its reader on the page: links, buttons and forms of the preview do nothing', async () => {
    const { page, visitor } = desk;
    await open('sign-in');
    const calls: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && calls.push(new URL(request.url()).pathname)));
    await inside().getByRole('link', { name: 'Sign up now' }).click();
    await inside().getByRole('button', { name: 'Continue with GitHub' }).click();
    await inside().getByText('This is a preview. It sends nothing.').waitFor();
    await inside().getByLabel('Username, email or phone').fill('alice');
    await inside().getByLabel('Password', { exact: true }).fill('secret');
    await inside().getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect.poll(() => visitor.complaints.splice(0).join()).toContain("'allow-forms' permission is not set");
    await inside().getByRole('heading', { name: 'Sign In' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/applications/shop');
    expect(calls.filter((path) => path !== '/api/preview-application')).toEqual([]);
  });
});

test('the editor of an organization shows its looks as somebody types', async () => {
  const { page, field, heading } = desk;
  await page.goto('/organizations/acme?tab=branding');
  await heading('acme');
  if ((await toggle().getAttribute('aria-expanded')) === 'false') await toggle().click();
  await inside().getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.getByRole('button', { name: /^Side panel:/ }).click();
  await page.getByRole('option', { name: 'Text' }).click();
  await field('Text of the side panel').fill('Good morning\nfrom Acme');
  await choose('Wide');
  await inside().getByRole('heading', { name: 'Good morning' }).waitFor();
  await page.getByRole('button', { name: 'Own CSS' }).first().click();
  await field('Own CSS').fill('h1 { position: fixed }');
  await field('Own CSS').blur();
  await page.getByText('line 1: the property position is not allowed').waitFor();
});

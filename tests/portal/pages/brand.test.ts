import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { add, password } from '../../harness/world.ts';
import { enter, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

/** Drawn in the address, so that no test needs a picture of another server. */
const drawn = (color: string) => `https://pictures.example/${color}.svg`;

let portal: PortalPages;
let root: Awaited<ReturnType<PortalPages['app']['admin']>>;
beforeAll(async () => {
  portal = await openPortal();
  root = await portal.app.admin();
});
afterAll(() => portal?.stop());

const ofOrganization = (fields: Record<string, unknown>) =>
  root.post('update-organization', fields, { query: { id: 'admin/acme' } });

const none = {
  ...{ logo: '', logoDark: '', favicon: '', primaryColor: '', primaryColorDark: '', customCss: '' },
  ...{ backgroundColor: '', backgroundColorDark: '', backgroundImage: '', corners: '', font: '' },
  ...{ sidePanel: '', sidePanelText: '', sidePanelImage: '' },
};

/** The page at an address. The authorization endpoint leads to the sign-in page. */
async function opened(address: string) {
  const headers = { Accept: 'text/html', 'Accept-Language': 'en' };
  const client = portal.app.client();
  const first = await client.get(address, {}, { headers });
  const to = first.headers.get('location');
  return to ? client.get(to.replace(portal.app.url, ''), {}, { headers }) : first;
}

/** The style elements of a page that are not of the build, with their digests in its policy. */
const stylesOf = (text: string) => [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css);

describe('The looks of an application', () => {
  test('come from its organization, and its own win in groups that belong together', async () => {
    await ofOrganization({
      ...{ logo: drawn('light'), logoDark: drawn('dark'), favicon: drawn('icon'), primaryColor: '#7a1fa2' },
      ...{ corners: 'square', font: 'serif', sidePanel: 'text', sidePanelText: 'Welcome\nto Acme\n\nSince 1900' },
    });
    const plain = await portal.application('looks-plain');
    const own = await portal.application('looks-own', {
      logo: drawn('own'),
      primaryColorDark: '#ffaa00',
      corners: 'pill',
    });

    const inherited = await opened(requestOf(plain));
    const css = stylesOf(inherited.text).at(-1) ?? '';
    expect(css).toContain('--button:light-dark(#7a1fa2,');
    expect(css).toContain('--corner-card:0');
    expect(css).toContain('Charter');
    expect(inherited.text).toContain(`href="${drawn('icon')}"`);
    expect(inherited.text).toMatch(
      /<aside class="side" aria-label="Acme"><h2>Welcome<\/h2><p>to Acme<\/p><p>Since 1900<\/p><\/aside>/,
    );

    // No part of the organization's logo or color stands beside its own.
    const chosen = stylesOf((await opened(requestOf(own))).text).at(-1) ?? '';
    expect(chosen).toContain('--corner-card:1.75rem');
    expect(chosen).not.toContain('#7a1fa2');
    const { body } = await root.get('get-application', { id: 'admin/looks-own' });
    expect(body.data).toMatchObject({ logo: drawn('own'), logoDark: '', organizationObj: { logoDark: drawn('dark') } });
    await ofOrganization(none);
  });

  test('are in the page before its script, allowed by their digest alone', async () => {
    const application = await portal.application('looks-digest', { primaryColor: '#00796b' });
    const { text, headers } = await opened(requestOf(application));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe-inline');
    const digests = policy.match(/style-src ([^;]*)/)?.[1]?.split(' ') ?? [];
    for (const css of stylesOf(text)) {
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css));
      expect(digests).toContain(`'sha256-${Buffer.from(bytes).toString('base64')}'`);
    }
    // A style is no script.
    expect(policy.match(/script-src ([^;]*)/)?.[1]?.split(' ')).not.toContain(digests.at(-1));
  });

  test('are those of the organization on the sign-in page of its people', async () => {
    await ofOrganization({ primaryColor: '#b00020', displayName: 'Acme' });
    const { text } = await opened('/login/acme');
    expect(stylesOf(text).at(-1)).toContain('--button:light-dark(#b00020,');
    expect(text).toMatch(/<h1>Acme<\/h1>/);
    expect(stylesOf((await opened('/login')).text).join()).not.toContain('#b00020');
    await ofOrganization(none);
  });

  test('are on the page about a refused request, which loads nothing', async () => {
    await ofOrganization({ logo: drawn('light'), logoDark: drawn('dark'), primaryColor: '#b00020' });
    const { clientId } = await portal.application('looks-refused');
    const query = { client_id: clientId, redirect_uri: 'https://elsewhere.example/', response_type: 'code' };
    const { text, headers } = await opened(`/login/oauth/authorize?${new URLSearchParams(query)}&scope=openid`);
    expect(text).toContain(`src="${drawn('dark')}"`);
    expect(headers.get('content-security-policy')).toContain("style-src 'sha256-");
    expect(stylesOf(text).join()).toContain('#b00020');
    await ofOrganization(none);
  });

  test.each([
    ['primaryColor', 'red', 'must be a color such as #0066cc'],
    ['backgroundColorDark', '#12345', 'must be a color such as #0066cc'],
    ['corners', 'round', 'must be one of , square, rounded, pill'],
    ['customCss', `a{${' '.repeat(10_001)}}`, 'must have at most 10000 characters'],
  ])('are refused where %s is %s', async (field, value, message) => {
    const { body } = await ofOrganization({ [field]: value });
    expect(body.fields).toEqual([expect.objectContaining({ field, message })]);
  });
});

test('The logo of the organization, that of the theme, is on its account, its shop and the console of its administrators', async () => {
  const [light, dark] = [drawn('light'), drawn('dark')];
  await ofOrganization({ logo: light, logoDark: dark });
  const administrator = { owner: 'acme', name: 'brandon', displayName: 'Brandon', isAdmin: true };
  await add(root, 'user', { ...administrator, password });
  const product = { name: 'mug', displayName: 'Mug', currency: 'EUR', price: 5, quantity: 9, state: 'Published' };
  await add(root, 'product', product);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"/>';
  for (const [colorScheme, shown] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const { page, context, complaints } = await portal.visit({ colorScheme });
    await context.route('https://pictures.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: svg }),
    );
    await enter(page, 'brandon');
    for (const path of ['/account', '/products/mug/buy', '/']) {
      await page.goto(path);
      const logo = page.locator('header').getByRole('img', { name: 'Acme' });
      await expect.poll(() => logo.evaluateAll((all) => all.map((each) => each.getAttribute('src')))).toEqual([shown]);
      // A page whose policy forbids the picture shows none.
      await expect.poll(() => logo.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBe(120);
    }
    expect(complaints).toEqual([]);
  }
  await ofOrganization(none);
});

describe('S67 Own CSS', () => {
  test.each([
    ['a{background:url(https://evil.example/x)}', 'line 1: “url(” is not allowed in a value'],
    ['a{background:image-set("x" 1x)}', 'line 1: “image-set(” is not allowed in a value'],
    ['\n@import "https://evil.example/x.css";', 'line 2: @import is not allowed'],
    ['@font-face{font-family:x}', 'line 1: @font-face is not allowed'],
    ['h1{color:red}\n.door{position:fixed}', 'line 2: the property position is not allowed'],
    ['.box{display:none}', 'line 1: the property display is not allowed'],
    ['.box{opacity:0}', 'line 1: the property opacity is not allowed'],
    ['.foot{transform:none}', 'line 1: the property transform is not allowed'],
    ['.foot{margin:-10px}', 'line 1: “-” is not allowed in a value'],
    ['.foot{margin:calc(0px - 9px)}', 'line 1: “calc(” is not allowed in a value'],
    ['.foot{box-shadow:0 0 0 900px red}', 'line 1: “900px” is not allowed in a value'],
    ['.foot{padding:100vh}', 'line 1: “100vh” is not allowed in a value'],
    ['input[value^=a]{color:red}', 'line 1: “input[value^=a]” is no allowed selector'],
    ['h1::after{color:red}', 'line 1: “h1::after” is no allowed selector'],
    ['h1:has(a){color:red}', 'line 1: “h1:has(a)” is no allowed selector'],
    ['#root{color:red}', 'line 1: “#root” is no allowed selector'],
    ['h1{color:r\\65 d}', 'line 1: “\\” is not allowed in a value'],
    ['h1{color:red}</style><script>alert(1)</script>', 'line 1: no rule of the form “selector { property: value }”'],
    ['h1{color:red !important}', 'line 1: “!” is not allowed in a value'],
    ['h1{color:red', 'line 1: no rule of the form “selector { property: value }”'],
    ['h1{color:red}/* open', 'line 1: no rule of the form “selector { property: value }”'],
    ['h1{a{color:red}}', 'line 1: no rule of the form “selector { property: value }”'],
    ['h1{--x:1}', 'line 1: the property --x is not allowed'],
  ])('%s is refused', async (customCss, message) => {
    const { body } = await ofOrganization({ customCss });
    expect(body.fields?.map((each) => each.message).join()).toContain(message);
  });

  test('is written anew, reaches the portal alone, and leaves the question for consent as it is', async () => {
    const customCss =
      '/* red */\nh1, .door > header .brand:hover { color: #b00020; letter-spacing: 0.02em }\n.door{border:1px solid var(--accent)}';
    const application = await portal.application('looks-css', { customCss });
    const css = stylesOf((await opened(requestOf(application))).text).at(-1);
    const kept = ':not(.asked, .asked *)';
    expect(css).toBe(
      `#root :is(h1,.door > header .brand:hover)${kept}{color:#b00020;letter-spacing:0.02em}\n#root :is(.door)${kept}{border:1px solid var(--accent)}`,
    );
  });

  test('that is stored from before a rule shows nothing', async () => {
    const application = await portal.application('looks-old');
    const customCss = 'h1{color:red}.box{display:none}</style><script>alert(1)</script>';
    await portal.app.db('applications').where({ name: 'looks-old' }).update({ custom_css: customCss });
    const { text } = await opened(requestOf(application, { nonce: 'x' }));
    expect(stylesOf(text).join()).not.toContain('display:none}</style');
    expect(text.replace(/<script type="application\/json"[\s\S]*?<\/script>/, '')).not.toContain('alert(1)');
  });

  test('an address of a picture cannot end its url()', async () => {
    const backgroundImage = 'https://x.example/a?"),url(https://evil.example)}body{color:red}';
    const application = await portal.application('looks-url', { backgroundImage });
    const css = stylesOf((await opened(requestOf(application))).text).at(-1) ?? '';
    expect(css.match(/url\(/g)).toHaveLength(1);
    expect(css).toContain('url("https://x.example/a?%22%29,url%28https://evil.example%29}body{color:red}")');
  });
});

test('A brand is drawn in both themes with enough contrast, whatever colors it has', async () => {
  const application = await portal.application('looks-drawn', {
    ...{ primaryColor: '#ffdd00', backgroundColor: '#8c8c8c', backgroundColorDark: '#777777', corners: 'pill' },
    ...{ sidePanel: 'text', sidePanelText: 'Hello\nWelcome back.', enableSignUp: true, font: 'round' },
    customCss: 'h1{letter-spacing:0.05em}',
  });
  const { page, complaints } = await portal.visit({ viewport: { width: 1440, height: 900 } });
  await page.goto(requestOf(application));
  await page.locator('#username').waitFor();
  await page.getByRole('complementary', { name: 'Acme' }).getByRole('heading', { name: 'Hello' }).waitFor();
  expect(await findings(page)).toEqual([]);
  const button = page.getByRole('button', { name: 'Sign In', exact: true });
  const look = (name: string) =>
    button.evaluate((element, property) => getComputedStyle(element)[property as 'color'], name);
  expect(await look('backgroundColor')).toBe('rgb(255, 221, 0)');
  expect(await look('color')).toBe('rgb(0, 0, 0)');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('complementary').waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

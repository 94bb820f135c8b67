import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, startTenants, type Tenant } from '../../harness/world.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';

describe('The preview', () => {
  let pages: PagesWorld;
  let site: Server;
  beforeAll(async () => {
    pages = await startPages();
    site = createServer((_req, res) => {
      res.setHeader('Content-Type', 'text/html').end('<!doctype html><title>site</title><h1>Site</h1>');
    });
    await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  }, 120_000);
  afterAll(async () => {
    site?.close();
    await pages?.stop();
  });

  const draft = (page: string, displayName: string) => ({
    draft: {
      ...{ page, theme: 'light', html: { signin: '', signup: '' } },
      application: {
        ...{ name: 'x', displayName, logo: '', favicon: '', homepageUrl: '', signinHtml: '', signupHtml: '' },
        ...{ providers: [], signupItems: [], signinMethods: [{ name: 'password' }], organization: 'acme' },
        ...{ organizationObj: { name: 'acme', displayName: 'Acme', favicon: '', websiteUrl: '', phonePrefix: '86' } },
      },
    },
  });

  /** Holds the preview in a frame, and posts a draft to it: when it asks, and when the frame has loaded. */
  const embed = (address: string) => `new Promise((resolve) => {
    const frame = document.createElement('iframe');
    const post = () => frame.contentWindow.postMessage(${JSON.stringify(draft('signin', 'Forged shop'))}, '*');
    addEventListener('message', post);
    frame.addEventListener('load', () => resolve(post()));
    frame.sandbox = 'allow-scripts';
    frame.src = ${JSON.stringify(address)};
    document.body.append(frame);
  })`;

  test('S43 shows the draft of a page of ours, and has no session, no storage and no requests', async () => {
    const { page, context, complaints } = await pages.browser.visit(pages.app.url);
    await page.goto('/forget/app-built-in');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(embed('/preview'));
    const frame = page.frames().find((each) => each.url().endsWith('/preview'));
    await frame?.getByText('Forged shop').first().waitFor();
    expect(await frame?.evaluate('self.origin')).toBe('null');
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('theme');
    expect(complaints).toEqual([]);
    expect(await frame?.evaluate('fetch("/api/get-account").then(() => "sent", () => "refused")')).toBe('refused');
    expect(complaints.join()).toContain('Content Security Policy');
  });

  test('S43 is held by no page of another site, and takes no draft from one', async () => {
    const { page } = await pages.browser.visit(pages.app.url);
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.evaluate(embed(`${pages.app.url}/preview`));
    expect(page.frames().map((each) => each.url())).not.toContain(`${pages.app.url}/preview`);
  });

  test('S43 shows nothing in a window of its own, whatever its opener posts', async () => {
    const { page, context } = await pages.browser.visit(pages.app.url);
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(`void (window.opened = window.open(${JSON.stringify(`${pages.app.url}/preview`)}))`),
    ]);
    await opened.waitForLoadState();
    await page.evaluate(`opened.postMessage(${JSON.stringify(draft('signin', 'Forged shop'))}, '*')`);
    await page.waitForFunction('true');
    expect(await opened.getByText('Forged shop').count()).toBe(0);
  });

  test('has a policy without connections, forms and other frames', async () => {
    const answer = await fetch(`${pages.app.url}/preview`, { headers: { Accept: 'text/html' } });
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    for (const rule of [
      "default-src 'none'",
      "connect-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ])
      expect(policy.split('; ')).toContain(rule);
    expect(policy).not.toMatch(/unsafe|allow-same-origin/);
    expect(await answer.text()).not.toContain('"answers":{"get-');
  });
});

describe('The answer for a preview', () => {
  let world: Awaited<ReturnType<typeof startTenants>>;
  let acme: Tenant;
  let globex: Tenant;
  beforeAll(async () => {
    world = await startTenants();
    ({ acme, globex } = world);
    await add(world.root, 'provider', {
      ...{ name: 'hub', category: 'OAuth', type: 'GitHub', clientId: 'hub-id', clientSecret: 'hub-secret' },
    });
  });
  afterAll(() => world?.app.stop());

  const body = {
    ...{ name: 'draft', organization: 'acme', displayName: 'Draft', enablePassword: false, enableCodeSignin: true },
    providers: [{ name: 'hub', canSignIn: true, visible: true }],
    signinHtml: '<p onclick="x()">Hello</p><script>x()</script>',
  };

  test('is what strangers see of such an application, and nothing is stored', async () => {
    const { data } = (await acme.admin.post('preview-application', body)).body;
    expect(data.application).toMatchObject({
      displayName: 'Draft',
      signinMethods: [{ name: 'code' }],
      clientSecret: '',
    });
    expect(data.application.providers[0].provider.button.label).toBe('GitHub');
    expect(data.application.organizationObj).toMatchObject({ name: 'acme' });
    expect(JSON.stringify(data)).not.toContain('hub-secret');
    expect(data.signin).toEqual({ html: '<p>Hello</p>', removed: ['<script>', '<p onclick>'] });
    expect(data.signup).toEqual({ html: '', removed: [] });
    expect((await world.root.get('get-application', { id: 'admin/draft' })).body.data ?? null).toBe(null);
  });

  test('leaves out a value that does not fit, because somebody is typing it', async () => {
    const { data } = (await acme.admin.post('preview-application', { ...body, logo: 7, signupItems: 'no' })).body;
    expect(data.application).toMatchObject({ displayName: 'Draft', logo: '' });
    expect((await acme.admin.post('preview-application', ['no'])).body.status).toBe('error');
  });

  test('S9 is for administrators of the organization only', async () => {
    expect((await globex.admin.post('preview-application', body)).body.code).toBe('unauthorized');
    expect((await acme.user.post('preview-application', body)).body.code).toBe('unauthorized');
    expect((await world.app.anonymous.post('preview-application', body)).body.code).toBe('sign-in-first');
  });

  test.each([
    ['<a href="javascript:x()">a</a><a href="https://acme.example/">b</a>', ['<a href>']],
    ['<svg onload="x()"></svg><img src="data:x" onerror="x()">', ['<svg>', '<img src>', '<img onerror>']],
    ['<form action="/x"><input name="a"></form><iframe src="/"></iframe>', ['<form>', '<input>', '<iframe>']],
    ['<P STYLE="color: red">a</P>', ['<p style>']],
    ['<p>plain <b>text</b></p>', []],
  ])('names what the sanitizer takes out of %s', async (signinHtml, removed) => {
    const { data } = (await acme.admin.post('preview-application', { ...body, signinHtml })).body;
    expect(data.signin.removed).toEqual(removed);
  });

  test('names what a page will leave out of a file before its upload, for administrators only', async () => {
    const html = '<h1>Rules</h1><iframe src="/"></iframe>';
    const { data } = (await acme.admin.post('preview-html', { html })).body;
    expect(data).toEqual({ html: '<h1>Rules</h1>', removed: ['<iframe>'] });
    expect((await acme.user.post('preview-html', { html })).body.code).toBe('unauthorized');
    expect((await world.app.anonymous.post('preview-html', { html })).body.code).toBe('sign-in-first');
  });

  test('17.9 refuses a text whose elements would keep the server busy', async () => {
    const answer = (await acme.admin.post('preview-html', { html: '<b>'.repeat(300_000) })).body;
    expect(answer).toMatchObject({ code: 'html-too-long', msg: expect.stringContaining('20000 tags') });
    const file = { html: '<b></b>'.repeat(10_000) };
    expect((await acme.admin.post('preview-html', file)).body.data.removed).toEqual([]);
  });
});

import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll } from 'vitest';
import { type Browser, openBrowser, signIn, type Visitor } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld } from '../world.ts';
import { startSdkPage } from './sdk-page.ts';

/** A page with Casdoor’s library for pages, in a browser. */
export function sdkWorld() {
  let world: ProtocolWorld;
  let browser: Browser;
  let own: Awaited<ReturnType<typeof startSdkPage>>;
  /** A public application with PKCE, and one whose server has the secret. */
  let alone: Application;
  let served: Application;
  /** The application of the page. */
  let shown: Application;

  beforeAll(async () => {
    [world, browser] = await Promise.all([createProtocolWorld(), openBrowser()]);
    own = await startSdkPage({
      serverUrl: () => world.app.url,
      clientId: () => shown.clientId,
      signin: async (code) => {
        const { clientId: client_id, clientSecret: client_secret } = served;
        const form = { grant_type: 'authorization_code', code, client_id, client_secret };
        const { body } = await world.app.anonymous.post('/api/login/oauth/access_token', form);
        return { status: 'ok', token: (body as unknown as { access_token: string }).access_token };
      },
    });
    const settings = { redirectUris: [`${own.url}/callback`], enableSigninSession: true };
    alone = await world.application('app-sdk', { ...settings, clientType: 'public' });
    served = await world.application('app-sdk-served', settings);
  }, 120_000);
  afterAll(async () => {
    own?.stop();
    await browser?.close();
    await world?.app.stop();
  });

  async function visitor(application: Application): Promise<Visitor> {
    shown = application;
    const visit = await browser.visit(own.url);
    await visit.page.goto('/');
    return visit;
  }

  return {
    get world() {
      return world;
    },
    get url() {
      return own.url;
    },
    get alone() {
      return alone;
    },
    get served() {
      return served;
    },
    visitor,
    run: async <T>({ page }: Visitor, code: string): Promise<T> => (await page.evaluate(code)) as T,
    /** Signs alice in through the page that the SDK opens. */
    async arrive({ page }: Visitor, leave: string): Promise<void> {
      await page.evaluate(leave);
      await signIn(page, 'alice', password);
      await page.waitForURL(`${own.url}/callback?*`);
    },
  };
}

import { randomUUID } from 'node:crypto';
import { add, password } from '../../harness/world.ts';
import { openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

/** A portal with a captcha, and another one whose vendor is away. */
export async function openCaptchaPortal(): Promise<PortalPages> {
  const portal = await openPortal();
  await add(portal.root, 'provider', { name: 'human', category: 'Captcha', type: 'Default' });
  await add(portal.root, 'provider', {
    name: 'away',
    category: 'Captcha',
    type: 'hCaptcha',
    clientId: 'key',
    clientSecret: 'secret',
  });
  return portal;
}

/** A page of an application where somebody has typed five wrong passwords, after the minute of the lock. */
export async function afterFailures(portal: PortalPages, provider: string) {
  const name = `failing-${randomUUID().slice(0, 8)}`;
  await add(portal.root, 'user', { owner: 'acme', name, displayName: name, password });
  const application = await portal.application(name);
  await portal.root.post(
    'update-application',
    { providers: [{ name: provider }] },
    { query: { id: `admin/${application.name}` } },
  );
  const form = { type: 'login', application: application.name, organization: 'acme', username: name };
  for (let tries = 0; tries < 5; tries += 1) await portal.app.client().post('login', { ...form, password: 'wrong' });
  await portal.app.db('guess_counts').update({ locked_until_time: null });
  const visitor = await portal.visit();
  await visitor.page.goto(requestOf(application));
  return { ...visitor, name };
}

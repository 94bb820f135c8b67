import { ValidateInResponseTo } from '@node-saml/node-saml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSamlWorld, entityId, follow, formIn, pageFor, type SamlWorld, signInOn, xmlOf } from './world.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await createSamlWorld();
  await world.change({ enableSigninSession: true });
});
afterAll(() => world.app.stop());

const begin = (more: Record<string, string> = {}) =>
  `${world.app.url}/login/saml/authorize/admin/shop?${new URLSearchParams({ service: entityId, ...more })}`;

test('S46 a sign-in begins here only at a service provider that allows it', async () => {
  const { status, text } = await follow(world.app.client(), begin());
  expect(status).toBe(400);
  expect(text).toContain('allows no sign-in from here');
  expect((await follow(world.app.client(), begin({ service: 'https://evil.example' }))).text).toContain(
    'not registered',
  );
});

test('a response without a request names none, and carries the RelayState', async () => {
  await world.serviceProvider({ idpInitiated: true });
  const browser = world.app.client();
  const query = await pageFor(browser, begin({ RelayState: 'deep' }));
  const first = formIn(String((await signInOn(browser, query)).body.data2));
  expect(first.RelayState).toBe('deep');
  expect(xmlOf(first)).not.toContain('InResponseTo');
  const saml = await world.library({ validateInResponseTo: ValidateInResponseTo.never });
  expect((await saml.validatePostResponseAsync({ ...first })).profile?.nameID).toBe('alice@acme.example');

  // With a session there is no page.
  const { text } = await follow(browser, begin());
  expect((await saml.validatePostResponseAsync({ ...formIn(text) })).profile?.nameID).toBe('alice@acme.example');
  await world.serviceProvider({});
});

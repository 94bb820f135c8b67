import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { add, password } from '../../harness/world.ts';
import { casActions } from '../../protocol/cas/cas-world.ts';
import { registered } from '../../protocol/saml/world.ts';
import { atService, openSamlPages, type SamlPages } from '../saml/pages.ts';
import { item } from '../world/pages-world.ts';

const asksAffiliation: Partial<Application> = {
  signupItems: [item('Affiliation', { visible: false, required: false, prompted: true, rule: 'None' })] as never,
};
const wiki = 'https://sp.example/wiki';

let portal: SamlPages;
beforeAll(async () => {
  portal = await openSamlPages();
  await portal.application('asking', { ...asksAffiliation, samlServiceProviders: [registered()] as never });
  await casActions(portal as never).casApplication('asking-wiki', { ...asksAffiliation, casServices: [wiki] });
  for (const name of ['ada', 'bob']) {
    const email = `${name}@acme.example`;
    await add(portal.root, 'user', { owner: 'acme', name, displayName: name, password, email, emailVerified: true });
  }
});
afterAll(() => portal?.stop());

/** Answers the prompt, which comes before the service gets anything. */
async function answer(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'A few more details' }).waitFor();
  await page.getByLabel('Affiliation', { exact: true }).fill('Acme Ltd');
  await page.getByRole('button', { name: 'Submit and complete' }).click();
}

describe('The prompt page comes before the answer', () => {
  test('to a service provider of SAML, which then gets its response', async () => {
    const sp = await portal.library({}, 'asking');
    const { page, brought } = await portal.visit();
    await page.goto(await sp.getAuthorizeUrlAsync('kept', undefined, {}));
    await signIn(page, 'ada', password);
    await answer(page);
    await atService(page);
    expect(brought).toHaveLength(1);
    const { SAMLResponse = '', RelayState } = brought[0]?.fields ?? {};
    expect(RelayState).toBe('kept');
    const { profile } = await sp.validatePostResponseAsync({ SAMLResponse });
    expect(profile?.nameID).toBe('ada@acme.example');
  });

  test('to a service of CAS, which then gets its ticket', async () => {
    const { page, brought } = await portal.visit();
    await page.goto(`/cas/acme/asking-wiki/login?${new URLSearchParams({ service: wiki })}`);
    await signIn(page, 'bob', password);
    await answer(page);
    await atService(page);
    const ticket = brought[0]?.fields.ticket ?? '';
    const { text } = await casActions(portal as never).ask('asking-wiki', 'validate', { ticket, service: wiki });
    expect(text).toBe('yes\nbob\n');
  });
});

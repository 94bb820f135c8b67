import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { underWay } from '../../harness/under-way.ts';
import {
  fill,
  item,
  type PagesWorld,
  passwordItems,
  secret,
  signupApplication,
  startPages,
  submit,
  visitPage,
} from '../world/pages-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

const visit = (path: string) => visitPage(world, path);
const stored = (name: string) => world.app.store('user').find(world.app.db, 'acme', name);

describe('the sign-up page, while it is filled in,', () => {
  test('sends passwords sealed, and tells password managers what each field is', async () => {
    const { page } = await visit(
      await signupApplication(world, 'managed', [
        item('Username'),
        item('Display name', { rule: 'First, last' }),
        item('Affiliation', { required: false }),
        item('Email', { rule: 'Normal', required: false }),
        item('Phone', { required: false }),
        ...passwordItems,
      ]),
    );
    const inputs = await page.locator('form input').all();
    const hints = await Promise.all(inputs.map((each) => each.getAttribute('autocomplete')));
    expect(hints).toEqual([
      ...['username', 'given-name', 'family-name', 'organization', 'email', 'one-time-code'],
      ...['tel-national', 'one-time-code', 'new-password', 'new-password'],
    ]);
    await fill(page, { Username: 'manfred', 'First name': 'Man', 'Last name': 'Fred', ...secret });
    const sent = underWay(page.waitForRequest('**/api/signup'));
    await submit(page);
    const body = (await sent).postDataJSON();
    expect(body).toMatchObject({ username: 'manfred', sealed: expect.stringMatching(/^ey/) });
    expect(JSON.stringify(body)).not.toContain(secret.Password);
    await page.waitForURL('**/result/managed');
    expect(await stored('manfred')).toMatchObject({ displayName: 'Man Fred', firstName: 'Man', lastName: 'Fred' });
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Services, signInWith, startServices } from './world.ts';

let services: Services;
beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services?.stop());

test('seventy people of an office, which has one network address, sign up on one morning', async () => {
  const { app, keycloak } = services;
  const answers = [];
  for (let desk = 1; desk <= 70; desk++) {
    keycloak.user = { sub: `desk-${desk}`, preferred_username: `desk-${desk}`, name: `Desk ${desk}` };
    answers.push((await signInWith(services, 'keycloak', app.client({ 'X-Forwarded-For': '203.0.113.7' }))).body);
  }
  expect(answers.filter(({ status }) => status !== 'ok')).toEqual([]);
}, 60_000);

import { kinds } from '@doorwright/crds';
import { eventNames, eventOf, events, firstEvents, writes, writtenKinds } from '@doorwright/crds/options/events.ts';
import { expect, test } from 'vitest';

test('every kind that people write has its three events', () => {
  const written = kinds.filter(({ internal, access }) => !internal && writes.every((write) => access[write]));
  expect([...writtenKinds].sort()).toEqual(written.map(({ name }) => name).sort());
});

test('the events of Casdoor 2022 come first, and each event has one name, a sentence and a version', () => {
  expect(eventNames.slice(0, 4)).toEqual([...firstEvents]);
  expect(new Set(eventNames).size).toBe(eventNames.length);
  for (const { about, version } of events) {
    expect(about).toMatch(/^[A-Z].*\.$/);
    expect(version).toBeGreaterThan(0);
  }
});

test.each([
  ['login', 'ok', 'password', 'login'],
  ['login', 'ok', 'consent openid profile', 'consent'],
  ['login', 'ok', 'app added', 'change-factors'],
  ['login', 'ok', 'provider acme master-password', 'login'],
  ['login', 'refused', 'sign-in-failed', 'sign-in-failed'],
  ['login', 'refused', 'factor-required', undefined],
  ['login', 'refused', 'locked', 'lockout'],
  ['add-factor', 'refused', 'code-wrong', undefined],
  ['login/oauth/revoke', 'ok', '', 'revoke-token'],
  ['login/oauth/access_token', 'refused', 'invalid_grant: already used', 'revoke-token'],
  ['login/oauth/access_token', 'refused', 'invalid_grant: expired', 'sign-in-failed'],
  ['delete-session', 'ok', '', 'end-session'],
  ['get-application', 'ok', '', undefined],
] as const)('the record of %s with the outcome %s and the reason “%s” tells %s', (action, outcome, reason, event) => {
  expect(eventOf({ action, outcome, reason })).toBe(event);
});

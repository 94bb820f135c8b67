import { kinds } from '@doorwright/crds';
import {
  eventNames,
  eventOfAction,
  eventOfRefusal,
  events,
  firstEvents,
  writes,
  writtenKinds,
} from '@doorwright/crds/options/events.ts';
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
  ['login', 'login'],
  ['add-factor', 'change-factors'],
  ['login/oauth/revoke', 'revoke-token'],
  ['delete-session', 'end-session'],
  ['get-application', undefined],
] as const)('the action %s tells %s', (action, event) => {
  expect(eventOfAction(action)).toBe(event);
});

test.each([
  ['login', 'sign-in-failed', 'sign-in-failed'],
  ['login', 'factor-required', undefined],
  ['login', 'locked', 'lockout'],
  ['add-factor', 'code-wrong', undefined],
  ['login/oauth/access_token', 'invalid_grant', 'sign-in-failed'],
] as const)('the refusal of %s with the code %s tells %s', (action, code, event) => {
  expect(eventOfRefusal(action, code)).toBe(event);
});

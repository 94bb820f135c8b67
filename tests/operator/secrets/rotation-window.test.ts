import { isOpen, msUntilOpen } from '@doorwright/operator/reconcilers/secrets/rotation-window.ts';
import { expect, test } from 'vitest';

const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
const hour = 3_600_000;
const night = { startUtc: '23:30', durationMinutes: 120 };

test.each([
  ['22:30:00', false, hour],
  ['23:30:00', true, 0],
  ['01:29:59', true, 0],
  ['01:30:00', false, 22 * hour],
])('a window from 23:30 for two hours, at %s: open is %s', (time, isNow, wait) => {
  expect(isOpen(night, at(time))).toBe(isNow);
  expect(msUntilOpen(night, at(time))).toBe(wait);
});

test('without a window, any time fits', () => {
  expect(isOpen(undefined, at('12:00:00'))).toBe(true);
  expect(msUntilOpen(undefined, at('12:00:00'))).toBe(0);
});

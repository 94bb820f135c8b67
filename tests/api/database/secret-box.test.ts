import { createSecretBox, keyIdOf } from '@doorwright/api/db/secret-box.ts';
import { expect, test } from 'vitest';

const [old, current] = ['an old key', 'a new key'].map((text) => Buffer.alloc(32, text)) as [Buffer, Buffer];
const box = createSecretBox([current, old]);
const context = 'applications.clientSecret';

test('an encrypted secret names its key, reveals nothing, differs each time and can be decrypted', () => {
  const [first, second] = [box.seal('hush ✓', context), box.seal('hush ✓', context)];
  expect(first).toMatch(new RegExp(`^dw1:${keyIdOf(current)}:[\\w-]+$`));
  expect(first).not.toBe(second);
  expect([first, second].map((sealed) => box.open(sealed, context))).toEqual(['hush ✓', 'hush ✓']);
  expect(box.open(box.seal('', context), context)).toBe('');
});

test('write access to the database does not allow to change, shorten or move a secret', () => {
  const sealed = box.seal('hush', context);
  const [head, body] = [sealed.slice(0, 13), Buffer.from(sealed.slice(13), 'base64url')];
  expect(() => box.open(sealed, 'providers.clientSecret')).toThrow();
  for (let at = 0; at < body.length; at++) {
    const changed = Buffer.from(body);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => box.open(head + changed.toString('base64url'), context), `byte ${at}`).toThrow();
    expect(() => box.open(head + body.subarray(0, at).toString('base64url'), context), `${at} bytes`).toThrow();
  }
});

test('a secret under an older key is decrypted and marked for rotation, and an error names a missing key', () => {
  const sealed = createSecretBox([old]).seal('hush', context);
  expect(box.open(sealed, context)).toBe('hush');
  expect(box.needsRotation(sealed)).toBe(true);
  expect(box.needsRotation(box.seal('hush', context))).toBe(false);
  expect(box.needsRotation('')).toBe(false);
  expect(() => createSecretBox([current]).open(sealed, context)).toThrow(keyIdOf(old));
  expect(() => box.open('hush', context)).toThrow(context);
});

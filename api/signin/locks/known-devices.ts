import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../../db/secret-box.ts';

const context = 'known-device';
/** As many users of one browser are remembered. */
const most = 4;

/**
 * Browsers in which somebody has signed in before carry a sealed note of it, which only we can write. It opens nothing;
 * it only counts the browser's wrong passwords apart from those of strangers (S24).
 */
const notes = (cookie: string | undefined) => (cookie ?? '').split('.').filter(Boolean).slice(0, most);

/** The id that this browser got when the user signed in with it, if he did. */
export function deviceOf(cookie: string | undefined, userId: string, box: SecretBox): string | undefined {
  return notes(cookie)
    .map((note) => opened(note, box))
    .find((each) => each?.userId === userId)?.device;
}

/** The cookie with the user put first. */
export function withDevice(cookie: string | undefined, userId: string, box: SecretBox): string {
  const others = notes(cookie).filter((note) => ![undefined, userId].includes(opened(note, box)?.userId));
  const plain = `${randomBytes(12).toString('base64url')} ${userId}`;
  return [box.seal(plain, context), ...others].slice(0, most).join('.');
}

function opened(note: string, box: SecretBox): { device: string; userId: string } | undefined {
  try {
    const plain = box.open(note, context);
    const space = plain.indexOf(' ');
    return { device: plain.slice(0, space), userId: plain.slice(space + 1) };
  } catch {
    // Not ours, or sealed under a key that is gone: a stranger's browser.
    return;
  }
}

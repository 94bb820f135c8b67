import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../../db/secret-box.ts';

const context = 'known-device';
/** The number of users that a browser remembers. */
const most = 4;

/**
 * A browser in which a user has signed in carries a sealed note of it, which only the server can write. The note
 * opens nothing. It only separates the wrong passwords of this browser from those of strangers (S24).
 */
const notes = (cookie: string | undefined) => (cookie ?? '').split('.').filter(Boolean).slice(0, most);

/** The id that this browser got at a sign-in of the user. */
export function deviceOf(cookie: string | undefined, userId: string, box: SecretBox): string | undefined {
  return notes(cookie)
    .map((note) => opened(note, box))
    .find((each) => each?.userId === userId)?.device;
}

/** The cookie with the user in the first place. */
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
    // The note is forged, or its key is gone, so the browser counts as unknown.
    return;
  }
}

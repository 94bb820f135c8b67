import { Refusal } from '../../core/errors.ts';
import type { SecretBox } from '../../db/secret-box.ts';

/** The time in which the page must bring a note back. */
const lifetime = 15 * 60_000;

/** What the server has drawn for a user, sealed for the way through the page. Nothing is stored until the user confirms it. */
export const sealNote = (box: SecretBox, about: string, note: string, now: Date): string =>
  box.seal(JSON.stringify({ note, until: now.getTime() + lifetime }), about);

/** Refuses a forged note, an old one, and one about something else. */
export function openNote(box: SecretBox, about: string, sealed: string, now: Date): string {
  const opened = () => {
    try {
      return JSON.parse(box.open(sealed, about)) as { note: string; until: number };
    } catch {
      return { note: '', until: 0 };
    }
  };
  const { note, until } = opened();
  if (until <= now.getTime()) throw new Refusal('step-missing');
  return note;
}

import { randomUUID } from 'node:crypto';
import { add } from '../../harness/world.ts';
import type { PagesWorld } from '../world/pages-world.ts';

export interface Person {
  name: string;
  email: string;
}

/** Adds a user with an email, whose application is the shop. */
export async function aPerson({ root }: Pick<PagesWorld, 'root'>, more: Record<string, unknown> = {}): Promise<Person> {
  const name = `user-${randomUUID().slice(0, 8)}`;
  const email = `${name}@acme.example`;
  await add(root, 'user', { owner: 'acme', name, email, signupApplication: 'shop', ...more });
  return { name, email };
}

/** A letter as its reader sees it, without the line breaks and codes of its transfer (RFC 2045, 6.7). */
export const readable = (letter: string): string =>
  Buffer.from(
    letter
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

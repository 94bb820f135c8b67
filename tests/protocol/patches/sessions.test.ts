import { describe, expect, test } from 'vitest';
import { createLibrary } from './library.ts';

interface Session {
  id: string;
  resetIdentifier: () => void;
  persist: () => Promise<string>;
}

describe('a patch is deleted once the library', () => {
  test('session-ids: has a setting that keeps the id of a session', async () => {
    const { provider } = await createLibrary();
    const session = new provider.Session() as unknown as Session;
    const before = session.id;
    session.resetIdentifier();
    expect(session.id).not.toBe(before);
  });

  test('unsaved-sessions: saves the session of a form that it draws with an error', async () => {
    const { provider } = await createLibrary();
    const session = new provider.Session() as unknown as Session;
    await expect(session.persist()).rejects.toThrow('previously persisted');
  });
});

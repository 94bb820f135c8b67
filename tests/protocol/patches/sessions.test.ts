import { describe, expect, test } from 'vitest';
import { createLibrary } from './library.ts';

/** A page that names the error. */
async function userCodeInputSource(
  ctx: { body?: unknown },
  form: string,
  _out?: unknown,
  error?: Error,
): Promise<void> {
  ctx.body = `${form}${error?.name}`;
}

interface Session {
  id: string;
  resetIdentifier: () => void;
  persist: () => Promise<string>;
}

describe('a patch goes once the library', () => {
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

  test('user-codes: tells of a device code that is wrong', async () => {
    const { provider, base, cookie } = await createLibrary({
      features: { deviceFlow: { enabled: true, userCodeInputSource } },
    });
    const { emit } = provider;
    const events: (string | symbol)[] = [];
    provider.emit = function (this: typeof provider, name: string | symbol, ...rest: unknown[]) {
      events.push(name);
      return emit.call(this, name as never, ...(rest as []));
    } as typeof provider.emit;
    const page = await fetch(`${base}/device`, { headers: { cookie } });
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const answer = await fetch(`${base}/device`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ xsrf, user_code: 'AAAA-BBBB' }),
    });
    expect(await answer.text()).toContain('NotFoundError');
    expect(events.filter((name) => String(name).includes('code'))).toEqual([]);
  });
});

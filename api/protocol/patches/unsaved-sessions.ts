import { type KoaContextWithOIDC, Provider } from 'oidc-provider';

interface SessionModel {
  id: string;
  exp?: number;
  save: (ttl: number) => Promise<string>;
  persist: () => Promise<string>;
}

/**
 * Saves a session that was never saved, and sets its cookie.
 *
 * A form that comes too late is drawn again, with an error. The library draws it after it has handled the cookie, and throws
 * because the session has no expiry. Without the cookie, the new form could not be sent.
 */
export function saveNewSessions(
  provider: Provider,
  { seconds, setCookie }: { seconds: number; setCookie: (ctx: KoaContextWithOIDC, id: string) => void },
): void {
  const sessions = provider.Session.prototype as unknown as SessionModel;
  const { persist } = sessions;
  sessions.persist = async function (this: SessionModel) {
    if (this.exp !== undefined) return persist.call(this);
    if (Provider.ctx) setCookie(Provider.ctx, this.id);
    return this.save(seconds);
  };
}

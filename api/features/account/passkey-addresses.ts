import type { Express } from 'express';
import type { Config } from '../../core/config.ts';
import { relyingParty } from '../../signin/passkeys/relying-party.ts';

/**
 * Addresses about passkeys for browsers and password managers: the origins that may use them (WebAuthn Level 3, 5.11), and the pages where
 * people add and manage them (W3C «A Well-Known URL for Relying Party Passkey Endpoints»).
 */
export function servePasskeyAddresses(app: Pick<Express, 'get'>, config: Config): void {
  const page = new URL('/account/security#passkeys', config.DOORWRIGHT_ORIGIN).href;
  const { origins } = relyingParty(config);
  app.get('/.well-known/webauthn', (_req, res) => void res.json({ origins }));
  app.get('/.well-known/passkey-endpoints', (_req, res) => void res.json({ enroll: page, manage: page }));
}

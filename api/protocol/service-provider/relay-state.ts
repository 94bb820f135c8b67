import { Refusal } from '../../core/errors.ts';

/** What a page of Casdoor 2022 wants after the sign-in. A missing part is empty. */
export interface Wish {
  clientId: string;
  state: string;
  redirectUri: string;
}

const refused = (uri = '') => new Refusal('redirect-not-allowed', { uri: uri.slice(0, 200) });

/**
 * Reads RelayState as Casdoor 2022 writes it: base64 of `{client id}&{state}&{provider}&{redirect address}&{callback}`, where `null` is
 * a missing part. The last part says where the response goes, so it must be our page (an open redirect in Casdoor 2022).
 */
export function readRelayState(relayState: string, callback: string): Wish {
  if (!relayState) return { clientId: '', state: '', redirectUri: '' };
  if (relayState.length > 8000 || !/^[A-Za-z0-9+/]+={0,2}$/.test(relayState)) throw refused();
  const parts = Buffer.from(relayState, 'base64').toString().split('&');
  const [clientId = '', state = '', , redirectUri = '', to = ''] = parts.map((part) => (part === 'null' ? '' : part));
  if (parts.length !== 5 || to !== callback) throw refused(to);
  return { clientId, state, redirectUri };
}

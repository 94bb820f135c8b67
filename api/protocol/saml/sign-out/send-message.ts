import { sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import escapeHtml from 'escape-html';
import type { SamlKey } from '../keys.ts';
import { algorithmFor, signRoot } from '../response/sign.ts';

interface Sending {
  xml: string;
  name: 'SAMLRequest' | 'SAMLResponse';
  relayState: string;
  to: { sloUrl: string; sloBinding: string };
  key: SamlKey;
}

/** An address with a signed message (SAML Bindings 2.0, 3.4.4.1). The signature covers the letters of the address. */
function inAddress({ xml, name, relayState, to, key }: Sending): string {
  const parts = [
    [name, deflateRawSync(xml).toString('base64')],
    ...(relayState ? [['RelayState', relayState]] : []),
    ['SigAlg', algorithmFor(key)],
  ].map(([part, value]) => `${part}=${encodeURIComponent(value ?? '')}`);
  const text = parts.join('&');
  const signature = sign(key.isLong ? 'sha512' : 'sha256', Buffer.from(text), key.privateKey).toString('base64');
  return `${to.sloUrl}${to.sloUrl.includes('?') ? '&' : '?'}${text}&Signature=${encodeURIComponent(signature)}`;
}

/** A message for a browser to take along: an address, or a form that posts it. Every message is signed. */
export async function carriedMessage(sending: Sending): Promise<string> {
  const { xml, name, relayState, to, key } = sending;
  if (to.sloBinding !== 'POST') return inAddress(sending);
  const fields = {
    [name]: Buffer.from(await signRoot(xml, key)).toString('base64'),
    ...(relayState && { RelayState: relayState }),
  };
  const inputs = Object.entries(fields).map(
    ([part, value]) => `<input type="hidden" name="${part}" value="${escapeHtml(value)}">`,
  );
  return `<form id="posted" method="post" action="${escapeHtml(to.sloUrl)}">${inputs.join('')}</form>`;
}

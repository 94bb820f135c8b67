import { createHmac } from 'node:crypto';
import type { Webhook } from '@doorwright/crds/kinds/webhook.ts';

type Keys = Pick<Webhook, 'secret' | 'previousSecret' | 'previousSecretUntil'>;

const keysOf = ({ secret, previousSecret, previousSecretUntil }: Keys, now: Date): string[] =>
  [secret, Date.parse(previousSecretUntil) > now.getTime() ? previousSecret : ''].filter(Boolean);

const hmac = (key: string, text: string) =>
  createHmac('sha256', Buffer.from(key.replace(/^whsec_/, ''), 'base64'))
    .update(text)
    .digest('base64');

/** The headers of Standard Webhooks. During the overlap of two keys, both sign. */
export function signatureHeaders(webhook: Keys, id: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = keysOf(webhook, now).map((key) => `v1,${hmac(key, `${id}.${timestamp}.${body}`)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}

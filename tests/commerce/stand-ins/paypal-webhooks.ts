import { generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { json, type Said } from '../../services/stand-ins/stand-in.ts';
import type { Notification } from './vendor.ts';

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const certUrl = 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77';

const question = z.strictObject({
  auth_algo: z.literal('SHA256withRSA'),
  cert_url: z.url(),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.string().max(100),
  webhook_id: z.string().regex(/^[a-zA-Z0-9]{1,50}$/),
  webhook_event: z.looseObject({}),
});

interface Sending {
  webhookId: string;
  ageMs?: number;
  isOurs?: boolean;
}

/**
 * Signs notifications as PayPal does: SHA256withRSA over the ID and time of the transmission, the ID of the webhook, and the CRC-32 of
 * the body. It verifies only what it sent.
 */
export function createPayPalWebhooks(now: () => Date) {
  const [own, other] = [keys(), keys()];
  const sent = new Set<string>();
  const textOf = (id: string, time: string, webhookId: string, body: string) =>
    Buffer.from([id, time, webhookId, crc32(body)].join('|'));

  return {
    send(event: object, { webhookId, ageMs = 0, isOurs = true }: Sending): Notification {
      // Blanks that a second serialization would lose.
      const body = JSON.stringify(event, null, 1);
      const id = randomUUID();
      sent.add(id);
      const time = new Date(now().getTime() - ageMs).toISOString().replace(/\.\d+/, '');
      const signature = sign('sha256', textOf(id, time, webhookId, body), (isOurs ? own : other).privateKey);
      const headers = {
        'content-type': 'application/json',
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': certUrl,
        'paypal-transmission-id': id,
        'paypal-transmission-sig': signature.toString('base64'),
        'paypal-transmission-time': time,
      };
      return { method: 'POST', headers, query: '', body };
    },
    /** The body of verify-webhook-signature. The event is judged by its own bytes. */
    judge(asked: string, webhookId: string): Said {
      const read = question.safeParse(JSON.parse(asked));
      if (!read.success) return json(400, { name: 'VALIDATION_ERROR', message: 'Invalid request - see details.' });
      const { transmission_id, transmission_sig, transmission_time, webhook_id } = read.data;
      const [, event = ''] = /"webhook_event":([\s\S]*)\}$/.exec(asked) ?? [];
      const text = textOf(transmission_id, transmission_time, webhook_id, event);
      const isTrue =
        webhook_id === webhookId &&
        sent.has(transmission_id) &&
        verify('sha256', text, own.publicKey, Buffer.from(transmission_sig, 'base64'));
      return json(200, { verification_status: isTrue ? 'SUCCESS' : 'FAILURE' });
    },
  };
}

import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { z } from 'zod';
import { pathEncoded } from '../../core/percent-encoded.ts';
import { refusedBy, type TextService } from './text-service.ts';

const refusal = z.object({ code: z.number().default(0), message: z.string().default('') });

/** The SID of a messaging service. Any other sender is a number, a short code or a name. */
const messagingService = /^MG[0-9a-f]{32}$/i;

/**
 * Messages.json of 2010-04-01, as «Message resource» and «Requests to Twilio» at twilio.com/docs describe it (read 2026-11-24).
 * Twilio has no templates of ours, so the provider has the text.
 */
export const twilioSms: TextService = {
  async sendText({ provider, to, code }, way) {
    const { clientId, clientId2, clientSecret, appId, content } = provider;
    const address = `${addressOf(provider).replace(/\/+$/, '')}/2010-04-01/Accounts${pathEncoded(`/${clientId}`)}/Messages.json`;
    const form = {
      To: `+${to}`,
      ...(messagingService.test(appId) ? { MessagingServiceSid: appId } : { From: appId }),
      Body: content.replaceAll('%s', () => code),
    };
    const credentials = Buffer.from(`${clientId2 || clientId}:${clientSecret}`).toString('base64');
    const { status, body } = await way.fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Basic ${credentials}` },
      body: new URLSearchParams(form).toString(),
    });
    if (status === 201) return;
    const { code: number, message } = refusal.parse(JSON.parse(body.toString()));
    throw refusedBy(String(number || status), message);
  },
};

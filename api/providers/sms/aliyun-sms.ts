import { createHmac, randomUUID } from 'node:crypto';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { z } from 'zod';
import { percentEncoded } from '../../core/percent-encoded.ts';
import { refusedBy, type TextService } from './text-service.ts';

/** Signature version 1.0 of Alibaba Cloud's RPC interface: HMAC-SHA1 over the sorted parameters. */
export function aliyunSignature(method: string, parameters: Record<string, string>, secret: string): string {
  const query = Object.entries(parameters)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .join('&');
  return createHmac('sha1', `${secret}&`)
    .update([method, percentEncoded('/'), percentEncoded(query)].join('&'))
    .digest('base64');
}

const answered = z.object({ Code: z.string(), Message: z.string().default('') });

/** SendSms of 2017-05-25: the template has one parameter, `code`. */
export const aliyunSms: TextService = {
  async sendText({ provider, to, code, now }, way) {
    const parameters = {
      AccessKeyId: provider.clientId,
      Action: 'SendSms',
      Format: 'JSON',
      PhoneNumbers: to,
      RegionId: provider.regionId || 'cn-hangzhou',
      SignName: provider.signName,
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: randomUUID(),
      SignatureVersion: '1.0',
      TemplateCode: provider.templateCode,
      TemplateParam: JSON.stringify({ code }),
      Timestamp: now.toISOString().replace(/\.\d+Z$/, 'Z'),
      Version: '2017-05-25',
    };
    const Signature = aliyunSignature('POST', parameters, provider.clientSecret);
    const { body } = await way.fetch(addressOf(provider), {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...parameters, Signature }).toString(),
    });
    const { Code, Message } = answered.parse(JSON.parse(body.toString()));
    if (Code !== 'OK') throw refusedBy(Code, Message);
  },
};

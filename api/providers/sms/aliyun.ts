import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EgressClient } from '../../core/egress/gate.ts';
import { percentEncoded } from '../../core/percent-encoded.ts';
import { refusedBy, type TextMessage } from './message.ts';

const usualEndpoint = 'https://dysmsapi.aliyuncs.com/';

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
export async function sendByAliyun({ provider, to, code, now }: TextMessage, way: EgressClient): Promise<void> {
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
  const { body } = await way.fetch(provider.endpoint || usualEndpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...parameters, Signature }).toString(),
  });
  const { Code, Message } = answered.parse(JSON.parse(body.toString()));
  if (Code !== 'OK') throw refusedBy(Code, Message);
}

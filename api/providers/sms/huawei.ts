import { hash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EgressClient } from '../../core/egress/gate.ts';
import { refusedBy, type TextMessage } from './message.ts';

const answered = z.object({ code: z.string(), description: z.string().default('') });

/** batchSendSms of Huawei Cloud's message and SMS service, under a WSSE user name token. */
export async function sendByHuawei({ provider, to, code, now }: TextMessage, way: EgressClient): Promise<void> {
  const nonce = randomUUID().replaceAll('-', '');
  const created = now.toISOString().replace(/\.\d+Z$/, 'Z');
  const digest = hash('sha256', `${nonce}${created}${provider.clientSecret}`, 'base64');
  const form = {
    from: provider.appId,
    to: `+${to}`,
    templateId: provider.templateCode,
    templateParas: JSON.stringify([code]),
    signature: provider.signName,
  };
  const { body } = await way.fetch(`${provider.providerUrl.replace(/\/+$/, '')}/sms/batchSendSms/v1`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"',
      'X-WSSE': `UsernameToken Username="${provider.clientId}",PasswordDigest="${digest}",Nonce="${nonce}",Created="${created}"`,
    },
    body: new URLSearchParams(form).toString(),
  });
  const { code: answer, description } = answered.parse(JSON.parse(body.toString()));
  if (answer !== '000000') throw refusedBy(answer, description);
}

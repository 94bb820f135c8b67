import { hash, randomUUID } from 'node:crypto';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { z } from 'zod';
import { refusedBy, type TextService } from './text-service.ts';

const answered = z.object({ code: z.string(), description: z.string().default('') });

/** batchSendSms of Huawei Cloud's message and SMS service, under a WSSE user name token. */
export const huaweiCloudSms: TextService = {
  async sendText({ provider, to, code, now }, way) {
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
    const { body } = await way.fetch(`${addressOf(provider).replace(/\/+$/, '')}/sms/batchSendSms/v1`, {
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
  },
};

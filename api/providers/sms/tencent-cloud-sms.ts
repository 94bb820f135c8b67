import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { z } from 'zod';
import { canonical, digested, keyOf, namesOf, signed } from './signing.ts';
import { refusedBy, type TextService } from './text-service.ts';

const service = 'sms';
const algorithm = 'TC3-HMAC-SHA256';

const problem = z.object({ Code: z.string(), Message: z.string().default('') });
const answered = z.object({
  Response: z.object({ Error: problem.optional(), SendStatusSet: z.array(problem).default([]) }),
});

/** SendSms of 2019-07-11, with version 3 of Tencent Cloud's API signatures. */
export const tencentCloudSms: TextService = {
  async sendText({ provider, to, code, now }, way) {
    const url = new URL(addressOf(provider));
    const body = JSON.stringify({
      PhoneNumberSet: [`+${to}`],
      SmsSdkAppid: provider.appId,
      Sign: provider.signName,
      TemplateID: provider.templateCode,
      TemplateParamSet: [code],
    });
    const headers = { 'content-type': 'application/json; charset=utf-8', host: url.host };
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const date = now.toISOString().slice(0, 10);
    const scope = `${date}/${service}/tc3_request`;
    const text = [algorithm, timestamp, scope, digested(canonical({ method: 'POST', url, headers, body }))].join('\n');
    const signature = signed(keyOf(`TC3${provider.clientSecret}`, date, service, 'tc3_request'), text);
    const { body: answer } = await way.fetch(url.href, {
      method: 'POST',
      headers: {
        'Content-Type': headers['content-type'],
        'X-TC-Action': 'SendSms',
        'X-TC-Version': '2019-07-11',
        'X-TC-Region': provider.regionId || 'ap-guangzhou',
        'X-TC-Timestamp': timestamp,
        Authorization: `${algorithm} Credential=${provider.clientId}/${scope}, SignedHeaders=${namesOf(headers)}, Signature=${signature}`,
      },
      body,
    });
    const { Error: failed, SendStatusSet } = answered.parse(JSON.parse(answer.toString())).Response;
    const refused = failed ?? SendStatusSet.find(({ Code }) => Code !== 'Ok');
    if (refused) throw refusedBy(refused.Code, refused.Message);
  },
};

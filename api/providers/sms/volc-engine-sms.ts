import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { z } from 'zod';
import { canonical, digested, keyOf, namesOf, signed } from './signing.ts';
import { refusedBy, type TextService } from './text-service.ts';

const service = 'volcSMS';
const algorithm = 'HMAC-SHA256';

const answered = z.object({
  ResponseMetadata: z.object({
    Error: z.object({ Code: z.string(), Message: z.string().default('') }).nullish(),
  }),
});

/** SendSms of 2020-01-01, with the signature of Volc Engine's open API. The template has one parameter, `code`. */
export const volcEngineSms: TextService = {
  async sendText({ provider, to, code, now }, way) {
    const url = new URL('?Action=SendSms&Version=2020-01-01', addressOf(provider));
    const body = JSON.stringify({
      SmsAccount: provider.appId,
      Sign: provider.signName,
      TemplateID: provider.templateCode,
      TemplateParam: JSON.stringify({ code }),
      PhoneNumbers: `+${to}`,
    });
    const moment = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      host: url.host,
      'x-content-sha256': digested(body),
      'x-date': moment,
    };
    const date = moment.slice(0, 8);
    const region = provider.regionId || 'cn-north-1';
    const scope = `${date}/${region}/${service}/request`;
    const text = [algorithm, moment, scope, digested(canonical({ method: 'POST', url, headers, body }))].join('\n');
    const signature = signed(keyOf(provider.clientSecret, date, region, service, 'request'), text);
    const { host: _, ...sent } = headers;
    const { body: answer } = await way.fetch(url.href, {
      method: 'POST',
      headers: {
        ...sent,
        Authorization: `${algorithm} Credential=${provider.clientId}/${scope}, SignedHeaders=${namesOf(headers)}, Signature=${signature}`,
      },
      body,
    });
    const { Error: failed } = answered.parse(JSON.parse(answer.toString())).ResponseMetadata;
    if (failed) throw refusedBy(failed.Code, failed.Message);
  },
};

import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { z } from 'zod';
import { aliyunParameters } from '../aliyun-request.ts';
import { refusedBy, type TextService } from './text-service.ts';

const answered = z.object({ Code: z.string(), Message: z.string().default('') });

/** SendSms of 2017-05-25: the template has one parameter, `code`. */
export const aliyunSms: TextService = {
  async sendText({ provider, to, code, now }, way) {
    const parameters = aliyunParameters(
      provider,
      {
        Action: 'SendSms',
        PhoneNumbers: to,
        RegionId: provider.regionId || 'cn-hangzhou',
        SignName: provider.signName,
        TemplateCode: provider.templateCode,
        TemplateParam: JSON.stringify({ code }),
        Version: '2017-05-25',
      },
      { method: 'POST', now },
    );
    const { body } = await way.fetch(addressOf(provider), {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(parameters).toString(),
    });
    const { Code, Message } = answered.parse(JSON.parse(body.toString()));
    if (Code !== 'OK') throw refusedBy(Code, Message);
  },
};

import type { Behaviours } from '../behaviour-of.ts';
import { aliyunSms } from './aliyun-sms.ts';
import { huaweiCloudSms } from './huawei-cloud-sms.ts';
import { tencentCloudSms } from './tencent-cloud-sms.ts';
import type { TextService } from './text-service.ts';
import { twilioSms } from './twilio-sms.ts';
import { volcEngineSms } from './volc-engine-sms.ts';

export const textServices: Behaviours<'SMS', TextService> = {
  'Aliyun SMS': aliyunSms,
  'Tencent Cloud SMS': tencentCloudSms,
  'Volc Engine SMS': volcEngineSms,
  'Huawei Cloud SMS': huaweiCloudSms,
  'Twilio SMS': twilioSms,
};

import { aliyunSms } from './aliyun-sms.ts';
import { huaweiCloudSms } from './huawei-cloud-sms.ts';
import { tencentCloudSms } from './tencent-cloud-sms.ts';
import { twilioSms } from './twilio-sms.ts';
import { volcEngineSms } from './volc-engine-sms.ts';

/** In the order in which people choose them. */
export const sms = [aliyunSms, tencentCloudSms, volcEngineSms, huaweiCloudSms, twilioSms] as const;

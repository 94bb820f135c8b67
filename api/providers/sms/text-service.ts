import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { EgressClient } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';

export interface TextMessage {
  provider: Provider;
  /** Prefix and number, digits only. */
  to: string;
  /** The value of the one parameter of the provider's template. */
  code: string;
  now: Date;
}

/** A vendor of text messages. */
export interface TextService {
  sendText: (message: TextMessage, way: EgressClient) => Promise<void>;
}

/** The refusal of a vendor, in its own words. */
export const refusedBy = (code: string, message: string): Refusal =>
  new Refusal('sms-failed', { problem: `${code} ${message}`.slice(0, 200) });

/** Codes of vendors for a number that gets no message, or has had enough. The service itself works. */
const aboutReceiver: ReadonlySet<string> = new Set([
  // Twilio, «Error and Warning Dictionary».
  ...['21211', '21214', '21217', '21408', '21610', '21612', '21614', '21635'],
  // Aliyun, «SendSms».
  ...[
    'isv.MOBILE_NUMBER_ILLEGAL',
    'isv.BUSINESS_LIMIT_CONTROL',
    'isv.DAY_LIMIT_CONTROL',
    'isv.BLACK_KEY_CONTROL_LIMIT',
  ],
  // Tencent Cloud, «SendSms».
  ...['InvalidParameterValue.IncorrectPhoneNumber', 'FailedOperation.PhoneNumberInBlacklist'],
  ...['LimitExceeded.PhoneNumberDailyLimit', 'LimitExceeded.PhoneNumberOneHourLimit'],
  ...['LimitExceeded.PhoneNumberThirtySecondLimit', 'LimitExceeded.PhoneNumberSameContentDailyLimit'],
]);

/** Tells whether the problem of a refusal is about its receiver. It begins with the code of the vendor. */
export const isAboutReceiver = (problem: string): boolean => aboutReceiver.has(problem.split(' ', 1)[0] ?? '');

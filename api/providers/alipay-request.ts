import { type KeyObject, sign } from 'node:crypto';
import { beijingTime } from './beijing-time.ts';

/** The text that RSA2 signs: all parameters, in the order of their names. */
export const alipayText = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');

/** The signed parameters of a request to Alipay's gateway. Empty ones are left out, because they are not signed. */
export function alipayParameters(
  own: Readonly<Record<string, string>>,
  { appId, key, now }: { appId: string; key: KeyObject; now: Date },
): Record<string, string> {
  const common = { app_id: appId, format: 'JSON', charset: 'utf-8', sign_type: 'RSA2', version: '1.0' };
  const timestamp = beijingTime(now).replace('T', ' ');
  const all = Object.entries({ ...common, timestamp, ...own }).filter(([, value]) => value !== '');
  const parameters = Object.fromEntries(all);
  const signature = sign('sha256', Buffer.from(alipayText(parameters)), key);
  return { ...parameters, sign: signature.toString('base64') };
}

import { deviceOf } from '@doorwright/crds/values/device-of.ts';
import { t } from '../words.ts';

/** The browser and system of a user agent, such as "Firefox on Linux". */
export function deviceName(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('accountDevice', { browser, system });
  return browser ?? system ?? t('accountDeviceUnknown');
}

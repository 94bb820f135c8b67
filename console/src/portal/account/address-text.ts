import { t } from '../words.ts';

/** An IP address, with its country if that is known. */
export function addressText({ clientIp: address, country: code }: { clientIp: string; country: string }): string {
  if (!code) return address;
  const country = new Intl.DisplayNames(document.documentElement.lang, { type: 'region' }).of(code) ?? code;
  return t('accountAddressIn', { address, country });
}

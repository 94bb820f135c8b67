import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { z } from 'zod';
import { askVendor, keysRefused, vendorAway } from './ask-vendor.ts';
import type { CaptchaService } from './captcha-service.ts';

const verdict = z.object({
  success: z.boolean(),
  /** The host of the page with the captcha. hCaptcha leaves it out for some customers. */
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

/** Codes about the keys of the provider. */
const ofKeys =
  /-input-secret$|^(missing|invalid)-sitekey$|^sitekey-secret-mismatch$|^not-using-dummy-(passcode|secret)$/;

interface Variant {
  /** Members that bind the token to the provider's site key. */
  binding?: (provider: Provider) => Record<string, string>;
}

/**
 * The protocol «siteverify», which several vendors share: a form with the secret and the token, and a JSON object with the verdict. A token
 * of another site does not count, because a vendor can be told to serve every host.
 */
export const siteVerify = ({ binding = () => ({}) }: Variant = {}): CaptchaService => ({
  async proveHuman({ answer }, means) {
    const { provider, host } = means;
    const form = { secret: provider.clientSecret, response: answer, ...binding(provider) };
    const { success, hostname, 'error-codes': codes } = await askVendor(means, { form }, verdict);
    const aboutKeys = codes.find((code) => ofKeys.test(code));
    if (aboutKeys) throw keysRefused(provider, aboutKeys);
    if (codes.includes('internal-error')) throw vendorAway(provider, new Error('internal-error'));
    return success && (hostname === undefined || hostname === 'not-provided' || hostname === host);
  },
});

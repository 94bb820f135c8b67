import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { z } from 'zod';
import type { CaptchaService } from './captcha-service.ts';

const verdict = z.object({ success: z.boolean() });

/**
 * The protocol «siteverify», which several vendors share: a form with the secret and the token, and a JSON object with the verdict. The
 * secret goes to the provider's own address only.
 */
export const siteVerify: CaptchaService = {
  async proveHuman({ answer }, { provider, way }) {
    const { body } = await way.fetch(addressOf(provider), {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret: provider.clientSecret, response: answer }).toString(),
    });
    try {
      return verdict.parse(JSON.parse(body.toString())).success;
    } catch {
      return false;
    }
  },
};

import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { z } from 'zod';
import type { EgressClient } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';

/** Where each service says whether a token is good; both speak one protocol. A provider's endpoint stands in for it. */
const services: Partial<Record<Provider['type'], string>> = {
  reCAPTCHA: 'https://recaptcha.net/recaptcha/api/siteverify',
  hCaptcha: 'https://hcaptcha.com/siteverify',
};

const verdict = z.object({ success: z.boolean() });

/** Asks the service that drew a captcha whether its token proves a person. The secret goes to it alone. */
export async function isProvenByVendor(provider: Provider, token: string, way: EgressClient): Promise<boolean> {
  const address = services[provider.type] && (provider.endpoint || services[provider.type]);
  if (!address) throw new Refusal('captcha-provider-invalid');
  const { body } = await way.fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ secret: provider.clientSecret, response: token }).toString(),
  });
  try {
    return verdict.parse(JSON.parse(body.toString())).success;
  } catch {
    return false;
  }
}

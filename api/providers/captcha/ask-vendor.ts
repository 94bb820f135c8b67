import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import type { z } from 'zod';
import type { EgressClient } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';

/** The vendor did not judge, so the user tries again later. */
export const vendorAway = ({ type }: Pick<Provider, 'type'>, cause: unknown): Refusal =>
  new Refusal('captcha-away', { type }, { cause });

/** The vendor does not accept the keys of the provider, so its administrator has to correct them. */
export const keysRefused = ({ type }: Pick<Provider, 'type'>, code: string): Refusal =>
  new Refusal('captcha-keys-refused', { type, code });

type Fields = Record<string, string>;

const asForm = (form: Fields) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(form).toString(),
});

/** Asks the address that checks answers, by a form or by a query. */
export async function askVendor<S extends z.ZodType>(
  { provider, way }: { provider: Provider; way: EgressClient },
  { form, query = {} }: { form?: Fields; query?: Fields },
  verdict: S,
): Promise<z.output<S>> {
  const address = new URL(addressOf(provider));
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  try {
    const { body } = await way.fetch(address.href, form && asForm(form));
    return verdict.parse(JSON.parse(body.toString()));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw vendorAway(provider, error);
  }
}

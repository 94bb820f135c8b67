import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { decimalOf } from '@doorwright/crds/values/money.ts';
import { importPKCS8, SignJWT } from 'jose';
import { builtInCert } from '../../../kinds/cert/keys/built-in-cert.ts';
import { keyRowsOf, publishedKeys } from '../../../kinds/cert/keys/key-rows.ts';
import type { CommerceDeps } from '../deps.ts';

/** The shop reads the token when the buyer comes back. */
const validForMs = 10 * 60_000;

/** A type of its own, so that no reader of access tokens or ID tokens takes it. */
const typ = 'payment+jwt';

async function signedFacts(deps: CommerceDeps, payment: Payment, audience: string, now: Date): Promise<string> {
  const { db, store, config } = deps;
  const cert = (await store('cert').find(db, 'admin', builtInCert)) as unknown as Cert;
  const [key] = publishedKeys(cert, await keyRowsOf(cert.name, { sql: db, store }), now);
  if (!key) throw new Error(`The cert ${builtInCert} has no key`);
  const { name, productName, plan, organization, user, state, currency } = payment;
  return new SignJWT({
    payment: name,
    product: productName,
    ...(plan && { plan }),
    organization,
    user,
    state,
    amount: decimalOf(payment),
    currency,
  })
    .setProtectedHeader({ alg: key.cryptoAlgorithm, kid: key.kid, typ })
    .setIssuer(config.DOORWRIGHT_ORIGIN)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + validForMs))
    .sign(await importPKCS8(key.privateKey, key.cryptoAlgorithm));
}

/**
 * The product's address with the payment's name, and a token that the shop verifies with our published keys. Empty while the payment waits,
 * and for a product without an address.
 */
export async function returnAddress(deps: CommerceDeps, payment: Payment, now: Date): Promise<string> {
  if (payment.state === 'Created' || !URL.canParse(payment.returnUrl)) return '';
  const address = new URL(payment.returnUrl);
  if (!/^https?:$/.test(address.protocol)) return '';
  address.searchParams.set('payment', payment.name);
  address.searchParams.set('payment_token', await signedFacts(deps, payment, address.origin, now));
  return address.href;
}

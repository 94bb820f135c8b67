import type { RequestInit as SentInit } from 'undici';
import { Refusal } from '../../../core/errors.ts';
import { refusedBy, type Till } from '../channel.ts';
import { reach } from '../reach.ts';

/** The package of Stripe takes a while to load, so only a payment loads it. */
export const loadStripe = async () => (await import('stripe')).default;

type Package = Awaited<ReturnType<typeof loadStripe>>;
export type Client = InstanceType<Package>;

/** The package's requests take the till's way, so the gate judges each. It retries nothing: a caller does. */
function clientOf(Stripe: Package, { provider, way }: Till): Client {
  const send = async (url: string, init: SentInit) => {
    const { status, headers, body } = await reach(way, url, init);
    return new Response(new Uint8Array(body), { status, headers: Object.fromEntries(headers) });
  };
  const httpClient = Stripe.createFetchHttpClient(send as unknown as typeof fetch);
  return new Stripe(provider.clientSecret, { httpClient, maxNetworkRetries: 0, telemetry: false });
}

/** Answers of 401 and 403 repeat parts of the key, so their words stay here. */
const wordsOf = ({ code, type, message, statusCode = 0 }: InstanceType<Package['errors']['StripeError']>) =>
  statusCode === 401 || statusCode === 403 ? `${type} ${statusCode}` : `${code ?? type} ${message}`;

/** Asks Stripe. Its refusals become ours. */
export async function askStripe<T>(till: Till, question: (stripe: Client) => Promise<T>): Promise<T> {
  const Stripe = await loadStripe();
  try {
    return await question(clientOf(Stripe, till));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    // The package wraps what the way threw.
    const { detail } = error as { detail?: unknown };
    throw detail instanceof Refusal ? detail : refusedBy(wordsOf(error), error);
  }
}

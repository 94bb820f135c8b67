import type { Application } from '@doorwright/crds/kinds/application.ts';
import { LRUCache } from 'lru-cache';
import type { Provider } from 'oidc-provider';
import type { Authority } from '../authority/authority.ts';

/** For one application. Applications make requests of one or two shapes. */
const most = 20;

const usualChallenge = /^[\w-]{43}$/;

/**
 * The parts of a usual request that decide whether it is good. Of state, nonce and an S256 challenge only the presence
 * counts.
 */
function shapeOf(request: Readonly<Record<string, string | undefined>>): string | undefined {
  const { client_id: _, response_type, redirect_uri, scope, state, nonce, ...more } = request;
  const { code_challenge = '', code_challenge_method, ...others } = more;
  if (Object.values(others).some(Boolean)) return;
  const challenge = usualChallenge.test(code_challenge) || code_challenge;
  const asked = [response_type, redirect_uri, scope, Boolean(state), Boolean(nonce), challenge, code_challenge_method];
  return JSON.stringify(asked);
}

/**
 * Caches which requests are good, since every sign-in page asks. An entry is dropped when the application or its signing key
 * changes.
 */
export function rememberGood<Wrong, More extends unknown[]>(
  { clients, providerFor }: Pick<Authority, 'clients' | 'providerFor'>,
  check: (request: Readonly<Record<string, string | undefined>>, ...more: More) => Promise<Wrong | undefined>,
): typeof check {
  const good = new WeakMap<Application, LRUCache<string, Provider>>();
  return async (request, ...more) => {
    const shape = shapeOf(request);
    const application = shape && (await clients.application(request.client_id ?? ''));
    if (!application) return check(request, ...more);
    const provider = await providerFor(application.clientId);
    const known = good.get(application) ?? new LRUCache({ max: most });
    good.set(application, known);
    if (known.get(shape) === provider) return;
    const wrong = await check(request, ...more);
    if (!wrong) known.set(shape, provider);
    return wrong;
  };
}

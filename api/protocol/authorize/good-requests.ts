import type { Application } from '@doorwright/crds/kinds/application.ts';
import { LRUCache } from 'lru-cache';
import type { Provider } from 'oidc-provider';
import type { Authority } from '../authority/authority.ts';

/** Of one application; only what it may ask comes here, and applications ask in one or two ways. */
const most = 20;

const usualChallenge = /^[\w-]{43}$/;

/**
 * What the verdict on a request of a usual kind depends on. What differs each time counts by its being there, for one
 * state, nonce or S256 challenge is as good as another.
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
 * Remembers which requests were found good: every sign-in page asks that first. An application is the same object until it
 * may have changed, and an instance of the authority until its key does; what was found good goes with either.
 */
export function rememberGood<Wrong>(
  { clients, providerFor }: Pick<Authority, 'clients' | 'providerFor'>,
  check: (request: Readonly<Record<string, string | undefined>>) => Promise<Wrong | undefined>,
): typeof check {
  const good = new WeakMap<Application, LRUCache<string, Provider>>();
  return async (request) => {
    const shape = shapeOf(request);
    const application = shape && (await clients.application(request.client_id ?? ''));
    if (!application) return check(request);
    const provider = await providerFor(application.clientId);
    const known = good.get(application) ?? new LRUCache({ max: most });
    good.set(application, known);
    if (known.get(shape) === provider) return;
    const wrong = await check(request);
    if (!wrong) known.set(shape, provider);
    return wrong;
  };
}

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

type Listener = ReturnType<Provider['callback']>;

const listeners = new WeakMap<Provider, Listener>();

/** Composes the middleware once. The library does so for each listener. */
export function listenerOf(provider: Provider): Listener {
  const listener = listeners.get(provider) ?? provider.callback();
  listeners.set(provider, listener);
  return listener;
}

interface Call {
  path: string;
  params?: Readonly<Record<string, string>>;
  /** The value of the session cookie. */
  session?: string | undefined;
}

interface UnderWay {
  prepare: (ctx: KoaContextWithOIDC) => void;
  ctx?: KoaContextWithOIDC;
  error?: unknown;
}

const calls = new WeakMap<IncomingMessage, UnderWay>();

/** Whether a request is a call from this process. */
export const isCall = ({ req }: { req: IncomingMessage }): boolean => calls.has(req);

/** Keeps the context of each call for its caller, who reads the answer from it. Use this first. */
export function answerCalls(provider: Provider): void {
  provider.use(async (ctx, next) => {
    const call = calls.get(ctx.req);
    if (!call) return next();
    call.ctx = ctx as unknown as KoaContextWithOIDC;
    call.prepare(call.ctx);
    ctx.respond = false;
    await next().catch((error: unknown) => Object.assign(call, { error }));
  });
}

/**
 * Asks an endpoint from within this process, through all checks of a browser's request, and returns the context with the answer. Codes that
 * were made by the models alone would have passed none of them.
 */
export async function call(
  provider: Provider,
  { path, params = {}, session }: Call,
  prepare: UnderWay['prepare'] = () => undefined,
): Promise<KoaContextWithOIDC> {
  const { host, protocol } = new URL(provider.issuer);
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: 'GET',
    url: `${path}?${new URLSearchParams(params)}`,
    headers: {
      host,
      'x-forwarded-proto': protocol.slice(0, -1),
      ...(session && { cookie: `${provider.cookieName('session')}=${session}` }),
    },
  });
  const underWay: UnderWay = { prepare };
  calls.set(request, underWay);
  await listenerOf(provider)(request, new ServerResponse(request));
  if (underWay.error) throw underWay.error;
  return underWay.ctx as KoaContextWithOIDC;
}

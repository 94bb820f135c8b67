import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

export interface Call {
  path: string;
  params?: Readonly<Record<string, string>>;
  /** The value that the library would read from the session cookie. */
  session?: string | undefined;
}

const calls = new WeakSet<object>();

/** Whether a context belongs to a call from this process, and not to a request. */
export const isCall = (ctx: object): boolean => calls.has(ctx);

interface Steps {
  compose: (middleware: unknown) => (ctx: KoaContextWithOIDC) => Promise<void>;
  middleware: unknown;
}

interface Cookies {
  ctx: KoaContextWithOIDC;
}

/**
 * The library reads cookies through a second context. A call brings its session as a value, and drops the cookies of
 * the answer.
 */
export function takeSessionOfCalls(provider: Provider): void {
  const { prototype } = provider.OIDCContext;
  const own = Object.getOwnPropertyDescriptor(prototype, 'cookies')?.get as (this: Cookies) => unknown;
  Object.defineProperty(prototype, 'cookies', {
    configurable: true,
    get(this: Cookies) {
      return isCall(this.ctx) ? this.ctx.cookies : own.call(this);
    },
  });
}

/**
 * Asks an endpoint of the library from within this process, through all of its checks, and returns the context with the answer.
 *
 * The library answers requests alone. Koa's context cannot be without a request and a response, so both are there and empty:
 * parameters and session go in as values, and the answer is read from the context.
 */
export async function call(
  provider: Provider,
  { path, params = {}, session }: Call,
  prepare: (ctx: KoaContextWithOIDC) => void = () => undefined,
): Promise<KoaContextWithOIDC> {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: path });
  const response = Object.assign(new ServerResponse(request), { statusCode: 404 });
  const ctx = provider.createContext(request, response) as unknown as KoaContextWithOIDC;
  calls.add(ctx);
  Object.defineProperty(ctx.request, 'query', { value: params });
  const sessionCookie = provider.cookieName('session');
  ctx.cookies = {
    get: (name: string) => (name === sessionCookie ? session : undefined),
    set: () => ctx.cookies,
  } as unknown as typeof ctx.cookies;
  prepare(ctx);
  const { compose, middleware } = provider as unknown as Steps;
  await compose(middleware)(ctx);
  return ctx;
}

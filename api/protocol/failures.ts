import { AsyncLocalStorage } from 'node:async_hooks';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { Refusal } from '../core/errors.ts';
import { troubleOf } from '../db/trouble.ts';
import { logFailure } from '../http/failure.ts';

interface Asked {
  /** Whether the library is to answer although the database failed it. */
  isAnswered: boolean;
  failure?: unknown;
}

/** Of an answer that is not given. */
const leftOver = new Set(['content-length', 'content-type', 'location', 'set-cookie']);

const asking = new AsyncLocalStorage<Asked>();

/** Asks the library. A database that fails it in the middle fails the caller too, who knows better how to say so. */
export async function unlessFailed<T>(ask: () => Promise<T>, { isAnswered }: Pick<Asked, 'isAnswered'>): Promise<T> {
  const noted: Asked = { isAnswered };
  const answer = await asking.run(noted, ask);
  if (noted.failure) throw noted.failure;
  return answer;
}

/** What the library did not expect it tells nobody: it stands in our log, or is told by who asked. */
export function tellFailures(provider: Provider, log: Logger): void {
  const failed = new WeakSet<object>();
  provider.on('server_error', (ctx, error) => {
    const noted = asking.getStore();
    if (noted && troubleOf(error)) {
      noted.failure = error;
      failed.add(ctx);
    } else logFailure(log, new Refusal('internal', {}, { cause: error }), String(ctx.res.getHeader('x-request-id')));
  });
  provider.use(async (ctx, next) => {
    await next();
    if (!failed.has(ctx) || asking.getStore()?.isAnswered) return;
    for (const name of ctx.res.getHeaderNames()) if (leftOver.has(name)) ctx.res.removeHeader(name);
    ctx.respond = false;
  });
}

import type { Server } from 'node:http';
import type { Request } from 'express';
import { onChange } from '../../core/cache/changes.ts';
import { Refusal } from '../../core/errors.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { ownCaller } from './own-caller.ts';

/** A proxy closes a connection that is quiet for longer. */
const lifeSignEveryMs = 20_000;
const lookEveryMs = 1_000;
/** Pages that one session may keep open at once. A browser shows fewer. */
const mostStreams = 10;

/** A stopping server ends its streams at once. The browser then connects to another one. */
const isStopping = ({ socket }: Request) => (socket as { server?: Server }).server?.listening === false;

/**
 * Tells an open page that its session has ended, within milliseconds, on whichever server that happened. The stream reads the session once
 * and never counts as its use, so a page that is only open does not keep it alive.
 */
export function eventsRoute({ db, store }: Pick<RouteDeps, 'db' | 'store'>): Route {
  const streams = new Map<string, number>();
  const isThere = async (owner: string, id: string) =>
    (await db(store('session').table).where({ owner, id }).first('id')) !== undefined;

  return {
    method: 'GET',
    path: '/api/account-events',
    summary: 'A stream of events for the open page of a session: `end` as soon as the session has ended.',
    tag: 'Account',
    permission: 'signedIn',
    file: 'text/event-stream',
    async handle({ context, http: { req, res } }) {
      const { owner, session } = ownCaller(context.caller);
      const open = streams.get(session) ?? 0;
      if (open >= mostStreams) throw new Refusal('too-many-requests', {}, { retryAfterSeconds: 60 });
      streams.set(session, open + 1);
      res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
      res.flushHeaders();

      await new Promise<void>((resolve) => {
        const look = () =>
          isThere(owner, session).then(
            (is) => is || resolve(),
            // The next announcement asks again.
            () => undefined,
          );
        const forget = onChange(db, (kind, which) => {
          if (kind === 'session' && which === session) resolve();
          // Announcements may have been lost.
          if (!kind) void look();
        });
        const lifeSign = setInterval(() => res.write(':\n\n'), lifeSignEveryMs);
        const stopping = setInterval(() => isStopping(req) && res.end(), lookEveryMs).unref();
        res.once('close', () => {
          for (const timer of [lifeSign, stopping]) clearInterval(timer);
          forget();
          const left = (streams.get(session) ?? 1) - 1;
          if (left > 0) streams.set(session, left);
          else streams.delete(session);
          resolve();
        });
        // The session may have ended after it was read for this request.
        void look();
      });
      if (!res.writableEnded && !res.destroyed) res.end('event: end\ndata:\n\n');
      return { sent: true };
    },
  };
}

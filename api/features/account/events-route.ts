import { onChange } from '../../core/cache/changes.ts';
import { Refusal } from '../../core/errors.ts';
import { beginEventStream } from '../../http/event-stream.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { liveSessions } from '../../kinds/session/sessions.ts';
import { ownCaller } from './own-caller.ts';

/** A session ends by its time within five seconds here too. */
const lookEveryMs = 2_500;

/** Pages that one session may keep open at once. A browser shows fewer. */
const mostStreams = 10;

/**
 * Tells an open page that its session has ended, within milliseconds, on whichever server that happened. The stream also reads the
 * session by itself, because nobody announces that its time is over. Such a read does not count as use, so an open page does not
 * keep the session alive.
 */
export function eventsRoute({ db, now }: Pick<RouteDeps, 'db'> & { now: () => Date }): Route {
  const streams = new Map<string, number>();
  const isThere = async (owner: string, id: string) =>
    (await liveSessions(db, now()).where({ owner, id }).first('id')) !== undefined;

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
      await new Promise<void>((resolve) => {
        const look = (): void => {
          isThere(owner, session).then(
            (is) => is || resolve(),
            // The next announcement asks again.
            () => undefined,
          );
        };
        const forget = onChange(db, (kind, which) => {
          if (kind === 'session' && which === session) resolve();
          // Announcements may have been lost.
          if (!kind) look();
        });
        const looking = setInterval(look, lookEveryMs).unref();
        beginEventStream({ req, res }, () => {
          forget();
          clearInterval(looking);
          const left = (streams.get(session) ?? 1) - 1;
          if (left > 0) streams.set(session, left);
          else streams.delete(session);
          resolve();
        });
        // The session may have ended after it was read for this request.
        look();
      });
      if (!res.writableEnded && !res.destroyed) res.end('event: end\ndata:\n\n');
      return { sent: true };
    },
  };
}

import type { Server } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import type { Request } from 'express';
import { type ChangePage, changesSince } from '../../core/objects/outbox.ts';
import type { Sql } from '../../db/knex.ts';

/** How often a waiting reader looks: a change is known within a second, and an idle one costs three statements. */
const lookEveryMs = 300;
export const longestWaitSeconds = 25;

/** A server that stops takes no new connections; who waits then goes at once rather than keep it from ending. */
const isStopping = ({ socket }: Request) => (socket as { server?: Server }).server?.listening === false;

/** The changes after a position, or, when there is none yet, what comes within the wait. */
export async function waitForChanges(
  sql: Sql,
  { since, waitSeconds, req, now }: { since: string | undefined; waitSeconds: number; req: Request; now: () => Date },
): Promise<ChangePage> {
  const end = performance.now() + Math.min(waitSeconds, longestWaitSeconds) * 1000;
  for (;;) {
    const page = await changesSince(sql, since, now());
    const isDone = page.changes.length > 0 || page.reset || since === undefined;
    const stops = isStopping(req);
    // A connection that is kept open would be waited for, too.
    if (stops) req.res?.set('Connection', 'close');
    if (isDone || stops || performance.now() >= end) return page;
    await after(lookEveryMs);
    // Nobody reads the answer, and where one terminal ended both, the database has been closed meanwhile.
    if (req.socket.destroyed) return page;
  }
}

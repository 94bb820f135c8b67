import type { Server } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import type { Request } from 'express';
import { type ChangePage, changesSince } from '../../core/objects/outbox.ts';
import type { Sql } from '../../db/knex.ts';

/** The interval of checks for a waiting reader. A change arrives within a second, and an idle second costs three statements. */
const lookEveryMs = 300;
export const longestWaitSeconds = 25;

/** A stopping server ends waiting requests at once. */
const isStopping = ({ socket }: Request) => (socket as { server?: Server }).server?.listening === false;

/** The changes after a position. Without any, waits for the next ones. */
export async function waitForChanges(
  sql: Sql,
  { since, waitSeconds, req, now }: { since: string | undefined; waitSeconds: number; req: Request; now: () => Date },
): Promise<ChangePage> {
  const end = performance.now() + Math.min(waitSeconds, longestWaitSeconds) * 1000;
  for (;;) {
    const page = await changesSince(sql, since, now());
    const isDone = page.changes.length > 0 || page.reset || since === undefined;
    const stops = isStopping(req);
    // A stopping server would wait for a kept connection.
    if (stops) req.res?.set('Connection', 'close');
    if (isDone || stops || performance.now() >= end) return page;
    await after(lookEveryMs);
    // Nobody reads the answer, and the database may be closed already.
    if (req.socket.destroyed) return page;
  }
}

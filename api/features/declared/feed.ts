import type { Server } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import type { Request } from 'express';
import { Refusal } from '../../core/errors.ts';
import { type ChangePage, changesSince } from '../../core/objects/history/outbox.ts';
import type { Sql } from '../../db/knex.ts';
import { stillPermitted } from '../../http/still-permitted.ts';

/** The interval of checks for a waiting reader. A change arrives within a second, and waiting costs three statements a second. */
const lookEveryMs = 300;
export const longestWaitSeconds = 25;

/** A stopping server ends waiting requests at once. */
const isStopping = ({ socket }: Request) => (socket as { server?: Server }).server?.listening === false;

interface Waiting {
  since: string | undefined;
  waitSeconds: number;
  req: Request;
  /** Refuses a token that ended meanwhile. */
  callerNow: () => Promise<unknown>;
  now: () => Date;
}

/** The changes after a position. Without any, waits for the next ones. */
export async function waitForChanges(
  sql: Sql,
  { since, waitSeconds, req, callerNow, now }: Waiting,
): Promise<ChangePage> {
  const mayRead = stillPermitted(callerNow);
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
    if (!(await mayRead())) throw new Refusal('operator-unknown');
  }
}

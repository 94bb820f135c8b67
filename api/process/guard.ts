import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { Refusal } from '../core/errors.ts';
import { sendRefusal } from '../http/render.ts';

type Origin = NodeJS.UncaughtExceptionOrigin;

interface Guarded {
  log: Logger;
  metrics?: { noteEscaped: (origin: Origin) => void };
}

/** The last response of each connection. */
const latest = new WeakMap<Socket, ServerResponse>();

/** An error may interrupt the parser of its connection, which then reads no further request. */
function closeUnlessUsedAgain({ socket }: IncomingMessage, res: ServerResponse): void {
  const close = () => latest.get(socket) === res && socket.destroySoon();
  if (res.writableFinished) close();
  else res.once('finish', close);
}

/** Ends the request that caused an error, if it is still open. A half-sent answer is cut, so that nobody takes it for a whole one. */
function endRequest(res: ServerResponse): void {
  if (res.destroyed) return;
  if (res.writableEnded) closeUnlessUsedAgain(res.req, res);
  else if (res.headersSent || !('locals' in res)) res.destroy();
  else {
    res.setHeader('Connection', 'close');
    sendRefusal(res as Response, new Refusal('internal'), (res as Response).locals.language ?? 'en');
  }
}

/**
 * Handles errors that escape every other handler: a listener, a timer, a promise that nobody awaits. Node would end the process,
 * and with it the requests of all tenants.
 *
 * 1. From the moment that the server serves, such an error belongs to one request or job. It is answered, logged and counted, and the
 *    process lives: one mistake must not be a way to end it for everybody.
 * 2. Before that moment nothing is served, so a failed start ends the process with its reason. So does a lack of memory, at which
 * V8 ends the process itself.
 * 3. A state that such an error may leave half-made is in the database's transactions, which roll back, or in caches, which expire.
 */
export function createGuard({ log, metrics }: Guarded) {
  const requests = new AsyncLocalStorage<ServerResponse>();

  function escaped(err: unknown, origin: Origin): void {
    const res = requests.getStore();
    try {
      metrics?.noteEscaped(origin);
      log.error({ err, origin, requestId: res?.getHeader('x-request-id') }, 'An error escaped, and the server goes on');
      if (res) endRequest(res);
    } catch (cause) {
      // The guard itself must not fail.
      log.error({ err: cause }, 'The request of an escaped error could not be answered');
    }
  }

  const onRejection = (reason: unknown) => escaped(reason, 'unhandledRejection');
  return {
    /** Marks everything that a request causes, also later, so that an error finds its request. */
    around:
      (handle: RequestListener): RequestListener =>
      (req: IncomingMessage, res) => {
        latest.set(req.socket, res);
        requests.run(res, handle, req, res);
      },
    /** Catches what escapes, until the returned function is called. */
    start(): () => void {
      process.on('uncaughtException', escaped).on('unhandledRejection', onRejection);
      return () => void process.off('uncaughtException', escaped).off('unhandledRejection', onRejection);
    },
  };
}

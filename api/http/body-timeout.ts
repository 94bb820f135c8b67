import type { Request } from 'express';

/** The longest pause in a body. A client that sends nothing for this long occupies a place that others need. */
const longestPauseMs = 3_000;

/** Nobody reads a missing body, so no event would mark its end. */
const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

/** Calls back once if a body stops half-way. After the body, the response may take its time. */
export function onBodyTimeout(req: Request, stalled: () => void): void {
  if (!hasBody(req)) return;
  req.setTimeout(longestPauseMs, stalled);
  req.once('end', () => req.setTimeout(0).off('timeout', stalled));
}

/** Closes the connection after the response, because the rest of the body could still arrive. */
export function closeAfterResponse({ res, socket }: Request): void {
  if (res?.writableFinished) socket.destroy();
  else res?.once('finish', () => socket.destroy());
}

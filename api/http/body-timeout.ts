import type { Request } from 'express';

/** Between two pieces of a body. Whoever sends nothing for so long holds a place that others could have. */
const longestPauseMs = 3_000;

/** Nobody reads a body that there is not, so its end would never be told. */
const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

/** Hears once that a body has stopped half-way. From its end on the answer may take its time. */
export function onStalled(req: Request, stalled: () => void): void {
  if (!hasBody(req)) return;
  req.setTimeout(longestPauseMs, stalled);
  req.once('end', () => req.setTimeout(0).off('timeout', stalled));
}

/** Nothing more is read over this connection, where the rest of a body could still come. */
export function endAfterAnswer({ res, socket }: Request): void {
  if (res?.writableFinished) socket.destroy();
  else res?.once('finish', () => socket.destroy());
}

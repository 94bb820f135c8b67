/** Requests that put a new session into the browser, in place of one that has ended on the server by then. */
const replacing = new Set(['prove-again', 'set-password', 'login']);

const name = 'doorwright-session';
let replacements = 0;
/** Ends with the present replacement of this page, for browsers without locks: those have none on pages without TLS. */
let present: Promise<unknown> = Promise.resolve();

/** Waits until no page of this browser replaces the session. */
export async function sessionSettled(): Promise<void> {
  await present;
  await navigator.locks?.request(name, { mode: 'shared' }, () => undefined);
}

/**
 * Sends a request. While another one replaces the session, the browser still has the old cookie: a request that was sent with it is sent
 * again with the new one.
 */
export async function withSession<T>(
  request: string,
  send: () => Promise<T>,
  isSignedOut: (answer: T) => boolean,
): Promise<T> {
  if (replacing.has(request)) {
    const sent = navigator.locks ? navigator.locks.request(name, send) : send();
    const ended = sent.then(
      () => undefined,
      () => undefined,
    );
    present = Promise.all([present, ended]);
    replacements += 1;
    return sent as Promise<T>;
  }
  const known = replacements;
  const answer = await send();
  if (!isSignedOut(answer)) return answer;
  await sessionSettled();
  return known === replacements ? answer : send();
}

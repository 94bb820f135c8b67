import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Kind } from '@doorwright/crds';
import { record as recordKind } from '@doorwright/crds/kinds/record.ts';
import { events } from '@doorwright/crds/options/events.ts';
import { authorize } from '../../core/authorize.ts';
import { type Caller, isGlobalAdmin, nameOf, organizationOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import { beginEventStream } from '../../http/event-stream.ts';
import type { Route, RouteRequest } from '../../http/route.ts';
import { stillPermitted } from '../../http/still-permitted.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { recordBody } from '../webhooks/body.ts';
import { eventsSince, isKept, presentBeginning, type Wanted } from './events-since.ts';

/** The time between two searches for new events. */
const lookEveryMs = 500;
/** A reader connects again after this time, and proves anew that they may read. */
const streamMs = 5 * 60_000;
/** Streams that one caller may keep open at each server. */
const mostStreams = 20;

const known = new Set<string>(events.map(({ name }) => name));
const idForm = /^\d{20}[0-9a-f]{32}$/;

/** What a caller may read of what they ask for. */
function wantedOf(
  caller: Caller,
  { organization = '', events: named = '', object = '' }: RouteRequest['query'],
): Wanted {
  const own = organization || (isGlobalAdmin(caller) ? '' : (organizationOf(caller) ?? ''));
  if (own) authorize('organizationAdmin', caller, { organization: own });
  const names = named
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.some((name) => !known.has(name))) throw invalid([{ field: 'events', code: 'wrong' }]);
  return { organization: own, names, object };
}

/** A stream of what happens, for programs that no webhook can call. */
export function eventStreamRoute({ db, store }: Pick<RouteDeps, 'db' | 'store'>): Route {
  const open = new Map<string, number>();

  return {
    method: 'GET',
    path: '/api/events',
    summary:
      'A stream of events (server-sent events), with the records as data. After a pause it goes on with the header Last-Event-ID.',
    tag: (recordKind as unknown as Kind).kind,
    permission: 'organizationAdmin',
    file: 'text/event-stream',
    query: {
      organization: { about: 'Only events of this organization.' },
      events: { about: 'Only these events, separated by commas.' },
      object: { about: 'Only events of this object, such as `user acme/alice`, or `user acme/*`.' },
    },
    async handle({ context: { caller }, query, callerNow, http: { req, res } }) {
      const wanted = wantedOf(caller, query);
      const last = req.get('Last-Event-ID') ?? '';
      if (last && !idForm.test(last))
        throw new Refusal('invalid', {}, { fields: [{ field: 'Last-Event-ID', code: 'wrong' }] });
      const reader = `${organizationOf(caller) ?? ''}/${nameOf(caller)}`;
      const streams = open.get(reader) ?? 0;
      if (streams >= mostStreams) throw new Refusal('too-many-requests', {}, { retryAfterSeconds: 60 });
      open.set(reader, streams + 1);
      const isLost = last !== '' && !(await isKept(db, last));
      let beginning = last && !isLost ? { position: last } : await presentBeginning(db);

      const ended = new AbortController();
      beginEventStream({ req, res }, () => {
        ended.abort();
        const left = (open.get(reader) ?? 1) - 1;
        if (left > 0) open.set(reader, left);
        else open.delete(reader);
      });
      // The reader asked for what is no longer kept, so they have to read the records.
      res.write(isLost ? 'retry: 1000\nevent: reset\ndata: {}\n\n' : 'retry: 1000\n\n');
      const until = performance.now() + streamMs;
      const mayRead = stillPermitted(async () => {
        // A reader who may read less now connects again, and gets the rest.
        if (!isDeepStrictEqual(wantedOf(await callerNow(), query), wanted)) throw new Refusal('unauthorized');
      });
      while (!ended.signal.aborted && performance.now() < until) {
        const { told, next } = await eventsSince(db, beginning, wanted);
        beginning = { ...beginning, position: next };
        const texts = told.map(({ id, name, row }) => {
          const data = JSON.stringify(recordBody(store('record').fromRow(row)));
          return `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`;
        });
        if (!(await mayRead(texts.length > 0))) break;
        if (texts.length > 0) res.write(texts.join(''));
        await pause(lookEveryMs, undefined, { signal: ended.signal }).catch(() => undefined);
      }
      res.end();
      return { sent: true };
    },
  };
}

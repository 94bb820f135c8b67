import type { Application } from '@doorwright/crds/kinds/application.ts';
import { reasonOf, type Reason as Told, withMore } from '@doorwright/crds/options/client-faults.ts';
import { type EventName, eventOfRefusal } from '@doorwright/crds/options/events.ts';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { anonymous } from '../../core/callers.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import { sourceOf } from '../../http/request-source.ts';
import { clientIdOf } from '../clients/client-id-of.ts';
import type { Clients } from '../clients/clients.ts';
import type { ProtocolDeps } from '../deps.ts';

/** The same refusal within this time is counted, not written again. */
const foldMs = 60_000;
/** With more refusals than this at once, only application and error tell them apart. Strangers choose the rest. */
const most = 1_000;
/** An advice about requests that go on is written again after this time. */
const adviceMs = 3_600_000;
/** The end of a reason that does not fit. */
const cut = '…';
const longestReason = 270;

interface Reason extends Told {
  /** The event, if the code does not tell it. */
  event?: EventName | undefined;
}

interface Refused {
  application: Application | undefined;
  context: RequestContext;
  /** The error and the fault, without what a stranger wrote. */
  head: string;
  reason: string;
  event: EventName | undefined;
}

function plain(reason: string): string {
  const text = reason.replace(/\p{Cc}/gu, ' ');
  return text.length > longestReason ? text.slice(0, longestReason) + cut : text;
}

/** Every mistake of a known application has a name, so that its page can list them. */
const faultAt = (application: Application | undefined, fault: Reason['fault']): Reason['fault'] => {
  if (!application) return undefined;
  return application.isEnabled ? (fault ?? 'other') : 'client-disabled';
};

const refusedFor = (
  application: Application | undefined,
  context: RequestContext,
  { code, detail, fault: found, event = eventOfRefusal(context.action, code) }: Reason,
): Refused => {
  const fault = faultAt(application, found);
  return {
    ...{ application, context, event },
    head: reasonOf({ code, fault }),
    reason: plain(reasonOf({ code, fault, detail })),
  };
};

const keyOf = ({ application, context, reason }: Refused) =>
  JSON.stringify([application?.clientId, context.action, reason, context.clientIp]);

const inCrowd = (refused: Refused): Refused => ({
  ...refused,
  context: { ...refused.context, clientIp: '' },
  reason: refused.head,
});

export type Refusals = ReturnType<typeof createRefusals>;

/** Records what the endpoints refuse. The answer does not wait for the record, and a flood leaves few records. */
export function createRefusals({ db, now, log, clientAddress }: ProtocolDeps, clients: Clients) {
  /** Ordered by age, the oldest first. */
  const open = new Map<string, Refused & { more: number }>();
  const advised = new LRUCache<string, true>({ max: most, ttl: adviceMs });
  let isTimed = false;

  const failed = (err: unknown) => log.error({ err }, 'A refusal could not be recorded');

  function write({ application, context, reason, event }: Refused): void {
    const id = application && `${application.owner}/${application.name}`;
    const about = application && { organization: application.organization, object: `application ${id}` };
    const named = { ...context, ...(id && { application: id }) };
    record({ sql: db }, named, { ...about, outcome: 'refused', reason, event }).catch(failed);
  }

  /** Writes how many more there were of each refusal whose time is over. */
  function close(): void {
    for (const [key, each] of open) {
      if (now().getTime() - each.context.now.getTime() < foldMs) break;
      open.delete(key);
      if (each.more > 0)
        write({ ...each, context: { ...each.context, now: now() }, reason: withMore(each.reason, each.more) });
    }
  }

  /** Ends the count of a flood although no further request comes. */
  function closeLater(): void {
    if (isTimed) return;
    isTimed = true;
    setTimeout(() => {
      isTimed = false;
      close();
      if (open.size > 0) closeLater();
    }, foldMs).unref();
  }

  function fold(refused: Refused): void {
    close();
    const told = open.has(keyOf(refused)) || open.size < most ? refused : inCrowd(refused);
    const known = open.get(keyOf(told));
    if (known) {
      known.more += 1;
      return;
    }
    open.set(keyOf(told), { ...told, more: 0 });
    closeLater();
    write(told);
  }

  // The record names a client although it is switched off or has proved nothing.
  async function noteOf(req: Request, context: RequestContext, reason: Reason): Promise<void> {
    fold(refusedFor(await clients.application(clientIdOf(req) ?? ''), context, reason));
  }

  const contextOf = (req: Request): RequestContext => ({
    caller: anonymous,
    now: now(),
    method: req.method,
    // Without its query, which may hold a code, a token or a hint.
    uri: req.path,
    action: req.path.replace(/^\/(api\/)?/, ''),
    clientIp: clientAddress(req),
    source: sourceOf(req),
    protocol: 'oidc' as const,
  });

  return {
    /** Records a refusal at an application that is known, if there is one. */
    noteAt: (application: Application | undefined, context: RequestContext, reason: Reason): void =>
      fold(refusedFor(application, { ...context, uri: context.uri.replace(/\?.*/s, '') }, reason)),
    /** `application` is the one that the request has named already. */
    note(req: Request, reason: Reason, application?: Application): void {
      const context = contextOf(req);
      if (application) fold(refusedFor(application, context, reason));
      else noteOf(req, context, reason).catch(failed);
    },
    /** Records a mistake in a request that goes on, once in a while. Each sign-in of a program has it. */
    advise(req: Request, reason: Reason, application: Application): void {
      const key = JSON.stringify([application.clientId, reason]);
      if (advised.has(key)) return;
      advised.set(key, true);
      fold(refusedFor(application, contextOf(req), { event: undefined, ...reason }));
    },
  };
}

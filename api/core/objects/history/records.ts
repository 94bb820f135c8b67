import type { Kind } from '@doorwright/crds';
import type { Protocol } from '@doorwright/crds/kinds/record.ts';
import { type EventName, eventOfAction, type Write, writeEventOf } from '@doorwright/crds/options/events.ts';
import type { Sql } from '../../../db/knex.ts';
import { runParts, type SqlPart } from '../../../db/sql-parts.ts';
import { type Caller, nameOf, organizationOf, platform } from '../../callers.ts';
import { deliveryJob } from '../../events/delivery-job.ts';
import { madeJobs, recordParts } from '../../events/record-parts.ts';
import type { Told } from '../../events/told-record.ts';
import { announceJobs } from '../../jobs/enqueue.ts';
import { shownId } from '../../shown-id.ts';
import { timeOrderedId } from '../../time-ordered-id.ts';
import type { Work } from '../rules/kind-hooks.ts';
import { tenantOf } from '../storage/store.ts';
import { type ChangedField, changedFields } from './changed-fields.ts';
import { addChange } from './outbox.ts';
import { type RequestSource, sourceFields } from './request-source.ts';

/** A request as its record describes it. */
export interface RequestContext {
  caller: Caller;
  now: Date;
  method: string;
  uri: string;
  action: string;
  clientIp: string;
  /** The request behind it. A job has none. */
  source?: RequestSource | undefined;
  /** The protocol that the user signs in by, and the application as owner/name. */
  protocol?: Protocol;
  application?: string;
  /** The Kubernetes resource that the operator acts for, such as `applications.doorwright.dev shop/checkout`. */
  resource?: string;
  /** The reason that the caller gives for changing a sealed object. */
  reason?: string | undefined;
  /** The organization and object of a refusal, if known. */
  about?: Pick<Subject, 'organization' | 'object'>;
  /** The record of a request that succeeded without a change. */
  recordAlso?: Subject;
}

/** What a record says beside the request. */
export interface Subject {
  /** The organization that the record belongs to. By default, the caller's. */
  organization?: string;
  object?: string;
  outcome?: 'ok' | 'refused';
  reason?: string;
  /** The user, if they are not the caller yet: during sign-in the caller is anonymous. */
  user?: { owner: string; name: string; isImpersonated?: boolean };
  /** The id of the session that a sign-in opens. */
  session?: string;
  changes?: readonly ChangedField[];
  /** The event, if it does not follow from the action. Empty if there is none. A refusal has only the event that is named here. */
  event?: EventName | '' | undefined;
}

/** The reason in records of sessions with a master password (S17). */
const impersonation = 'master-password';

/** A refusal has only the event that its place names. */
const eventOf = ({ action }: RequestContext, { event, outcome }: Subject): EventName | '' =>
  event ?? (outcome === 'refused' ? '' : (eventOfAction(action) ?? ''));

function toldOf(context: RequestContext, subject: Subject): Told {
  const { caller } = context;
  const actor = subject.user ?? (caller.type === 'user' ? caller : undefined);
  const isImpersonated = subject.user?.isImpersonated || (caller.type === 'user' && caller.impersonated);
  const session = subject.session ?? (caller.type === 'user' ? caller.session : undefined);
  // Objects of the platform have an empty organization.
  const organization = actor?.owner || organizationOf(caller) || subject.organization || platform;
  return {
    owner: subject.organization || organization,
    name: timeOrderedId(),
    createdTime: context.now.toISOString(),
    version: 1,
    organization,
    user: actor?.name ?? (caller.type === 'anonymous' ? '' : nameOf(caller)),
    clientIp: context.clientIp,
    method: context.method,
    requestUri: context.uri,
    action: context.action,
    event: eventOf(context, subject),
    object: subject.object ?? '',
    outcome: subject.outcome ?? 'ok',
    reason: [subject.reason, isImpersonated && impersonation].filter(Boolean).join(' '),
    ...sourceFields(context.source, context.clientIp),
    sessionId: session ? shownId(session) : '',
    protocol: context.protocol ?? '',
    application: context.application ?? (caller.type === 'application' ? `admin/${caller.name}` : ''),
    resource: context.resource ?? '',
    changes: subject.changes ?? [],
  };
}

/** Wakes a worker after the commit, if webhooks want the event of a record. */
const announceDeliveries = (sql: Sql, made: number): void => announceJobs(sql, deliveryJob, made);

/** Writes a record, its event and its deliveries. In a transaction, all happen or nothing. Returns the name of the record. */
export async function record({ sql }: Pick<Work, 'sql'>, context: RequestContext, subject: Subject): Promise<string> {
  const told = toldOf(context, subject);
  const [answer] = await runParts<{ made: number }>(sql, recordParts(told), `SELECT ${madeJobs} AS made`);
  announceDeliveries(sql, answer?.made ?? 0);
  return String(told.name);
}

/** A record as parts of a larger statement. */
export interface RecordParts {
  parts: Readonly<Record<string, SqlPart>>;
  /** An expression for the answer of the statement, and what to do with its value. */
  made: string;
  announce: (sql: Sql, made: number) => void;
}

/** The parts of a record. They write it if the part named `there` has a row. */
export const recordIf = (there: string, context: RequestContext, subject: Subject): RecordParts => ({
  parts: recordParts(toldOf(context, subject), there),
  made: madeJobs,
  announce: announceDeliveries,
});

interface Written {
  kind: Kind;
  object: Record<string, unknown>;
  /** The object before a change of its fields. */
  before?: Record<string, unknown>;
  reason?: string | undefined;
  /** By default, the first version of an object is added, and each other one updated. */
  write?: Write;
}

/** Writes the record of a change, and adds the change to the outbox. */
export async function recordWrite(
  work: Work,
  context: RequestContext,
  { kind, object, before, reason, write }: Written,
): Promise<void> {
  const owner = String(object.owner);
  const name = String(object[kind.key]);
  await addChange(work.sql, { kind, owner, name, actor: nameOf(context.caller) }, context.now);
  const subject = { organization: tenantOf(kind, object), object: `${kind.name} ${owner}/${name}` };
  const changes = before && changedFields(kind, before, object);
  const event = writeEventOf(write ?? (object.version === 1 ? 'add' : 'update'), kind.name, {
    action: context.action,
    changed: changes?.map(({ field }) => field) ?? [],
  });
  await record(work, context, { ...subject, event, ...(reason && { reason }), ...(changes && { changes }) });
}

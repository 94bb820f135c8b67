import { randomUUID } from 'node:crypto';
import { subscription as kind, type Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { EventName } from '@doorwright/crds/options/events.ts';
import { announceWhenCommitted } from '../../core/cache/changes.ts';
import { changedFields } from '../../core/objects/history/changed-fields.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { idOf } from './find.ts';

type Parts = Pick<Work, 'sql' | 'store' | 'now'>;

/** What happened to a subscription. Empty for a change that has no event of its own. */
type Cause = Extract<EventName, `subscription-${string}`> | '';

interface Happened {
  event: Cause;
  after: Subscription;
  before?: Subscription;
}

async function tell({ sql, store }: Parts, context: RequestContext, { event, after, before }: Happened): Promise<void> {
  announceWhenCommitted(sql, kind.name, idOf(after));
  await record({ sql }, context, {
    ...{ organization: after.owner, object: `${kind.name} ${idOf(after)}`, event },
    changes: changedFields(store('subscription').kind, { ...before }, { ...after }),
  });
}

/** The name of a subscription that somebody begins by themselves. */
const newName = ({ now }: Parts) => `${now.toISOString().slice(0, 10)}_${randomUUID().slice(0, 13)}`;

type New = Pick<Subscription, 'owner' | 'user' | 'plan' | 'pricing' | 'state' | 'endDate'> & Partial<Subscription>;

/** Adds the subscription of somebody who chose a plan, with its record and event. */
export async function addSubscription(parts: Parts, context: RequestContext, fields: New): Promise<Subscription> {
  const moment = parts.now.toISOString();
  const made = kind.schema.parse({
    ...{ name: newName(parts), createdTime: moment, startDate: moment, version: 1 },
    ...fields,
  });
  const after = (await parts.store('subscription').insert(parts.sql, made)) as unknown as Subscription;
  await tell(parts, context, { event: 'subscription-started', after });
  return after;
}

/** Changes a subscription that the caller has locked, with its record and event. */
export async function changeSubscription(
  parts: Parts,
  context: RequestContext,
  before: Subscription,
  { event, fields }: { event: Cause; fields: Partial<Subscription> },
): Promise<Subscription> {
  const after = { ...before, ...fields, version: before.version + 1 };
  await parts.store('subscription').update(parts.sql, before.owner, before.name, after);
  await tell(parts, context, { event, after, before });
  return after;
}

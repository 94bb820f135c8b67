import type { Kind, Row } from '@doorwright/crds';
import { describedEvents, schemaPath } from '@doorwright/crds/derive/event-schema.ts';
import type { Record_ } from '@doorwright/crds/kinds/record.ts';
import { record as recordKind } from '@doorwright/crds/kinds/record.ts';
import { user as userKind } from '@doorwright/crds/kinds/user.ts';
import type { Webhook } from '@doorwright/crds/kinds/webhook.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { platform } from '../../core/callers.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { withoutSecrets } from '../../core/objects/rules/present.ts';
import type { Db } from '../../db/knex.ts';

type Deps = Pick<Work, 'store'> & { db: Db };

/** Fields that no program outside gets, with any token. */
const untold = fieldsOf(userKind).flatMap(({ name, untold }) => (untold ? [name] : []));

/** The user whom a record is about: the object, or the one who sent the request. */
function userOf({ object, organization, user }: Record_): [owner: string, name: string] {
  const [, owner, name] = /^user ([^/]+)\/(.+)$/.exec(object) ?? [];
  return owner && name ? [owner, name] : [organization, user.includes('/') ? '' : user];
}

/** The user of a record, without secrets. A webhook gets no user of an organization that it cannot read. */
async function extendedUser(webhook: Webhook, record: Record_, { db, store }: Deps) {
  const [owner, name] = userOf(record);
  const isOwn = webhook.organization === owner || webhook.organization === platform;
  if (!webhook.isUserExtended || !isOwn || !name) return null;
  const found = await store('user').find(db, owner, name);
  if (!found) return null;
  const { version: _version, ...shown } = withoutSecrets(userKind as unknown as Kind, found);
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !untold.includes(name)));
}

export interface Message {
  /** Id of the message. It is the same in every attempt. */
  id: string;
  event: string;
  record: Record_;
}

/** Events of refusals. Clients of Casdoor 2022 read the action, and a refused sign-in is no `login`. */
const isRefusal = (event: unknown) => event === 'sign-in-failed' || event === 'lockout';

/** The record as clients of Casdoor 2022 read it, with the name of the event. */
export function recordBody(record: Row, event = record.event): Record<string, unknown> {
  const told = Object.fromEntries(
    fieldsOf(recordKind).flatMap(({ name, computed }) =>
      name === 'version' || computed ? [] : [[name, record[name]]],
    ),
  );
  return { ...told, event, ...(isRefusal(event) && { action: event }) };
}

const typesByName = new Map(describedEvents.map((event) => [event.name, event]));

/** The structured form of CloudEvents 1.0. */
export function cloudEvent({ id, event, record }: Message, data: object, origin: string) {
  const type = typesByName.get(event);
  return {
    specversion: '1.0',
    id,
    source: `${origin}/organizations/${encodeURIComponent(record.owner)}`,
    type: `dev.doorwright.${event}.v${type?.version ?? 1}`,
    time: record.createdTime,
    ...(record.object && { subject: record.object }),
    datacontenttype: 'application/json',
    // An event of an older server may have no schema any more.
    ...(type && { dataschema: `${origin}${schemaPath(type)}` }),
    data,
  };
}

/** The body of a call: always JSON, whatever the content type says, as in Casdoor 2022. */
export async function bodyOf(webhook: Webhook, message: Message, deps: Deps & { origin: string }): Promise<string> {
  const data = {
    ...recordBody(message.record as unknown as Row, message.event),
    extendedUser: await extendedUser(webhook, message.record, deps),
  };
  return JSON.stringify(webhook.format === 'CloudEvents' ? cloudEvent(message, data, deps.origin) : data);
}

import type { Kind } from '../define.ts';
import { type EventType, events, testEvent, writes, writtenKinds } from '../options/events.ts';
import { fieldsOf } from '../schema/fields.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { answerSchema } from './openapi.ts';

/** Every event with a schema. */
export const describedEvents: readonly EventType[] = [...events, testEvent];

/** Where the api offers the schema. The address of a version never gets another schema, except for new fields. */
export const schemaPath = ({ name, version }: EventType): string => `/schemas/events/${name}/v${version}`;

const ofRefusals: ReadonlySet<string> = new Set(['sign-in-failed', 'lockout']);
const ofBoth: ReadonlySet<string> = new Set(['revoke-token']);

const outcomesOf = ({ name }: EventType): string[] => {
  if (ofBoth.has(name)) return ['ok', 'refused'];
  return [ofRefusals.has(name) ? 'refused' : 'ok'];
};

/** The kind that every object of the event has, if the event is a write. */
const kindOf = ({ name }: EventType): string | undefined =>
  name === 'rotate-cert' ? 'cert' : writtenKinds.find((kind) => writes.some((write) => name === `${write}-${kind}`));

/** The fields of an object in a body. */
function told(kind: Kind, omits: readonly string[]): JsonSchema {
  const { properties = {}, required = [], ...rest } = answerSchema(kind);
  const hidden = new Set(['version', ...omits]);
  for (const { name, computed, untold } of fieldsOf(kind)) if (computed || untold) hidden.add(name);
  const shown = Object.entries(properties).filter(([name]) => !hidden.has(name));
  return {
    ...rest,
    properties: Object.fromEntries(shown),
    required: required.filter((name) => !hidden.has(name)),
    additionalProperties: true,
  };
}

/**
 * The JSON Schema (draft 2020-12) of what an event tells: the body of a webhook with the format Record, the `data` of a CloudEvent, and
 * the data in the stream. Unknown fields are allowed, because later servers may send more.
 */
export function eventSchema(
  event: EventType,
  { record, user }: { record: Kind; user: Kind },
  origin: string,
): JsonSchema & { $schema: string; $id: string } {
  const data = told(record, []);
  const kind = kindOf(event);
  const { object = {}, outcome = {} } = data.properties ?? {};
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${origin}${schemaPath(event)}`,
    ...data,
    title: event.name,
    description: event.about,
    properties: {
      ...data.properties,
      object: { ...object, ...(kind && { pattern: `^${kind} [^/]+/.+$` }) },
      outcome: { ...outcome, enum: outcomesOf(event) },
      // Absent in the stream.
      extendedUser: {
        description: 'The user of the record, if the webhook has isUserExtended.',
        anyOf: [{ type: 'null' }, told(user, [])],
      },
    },
  };
}

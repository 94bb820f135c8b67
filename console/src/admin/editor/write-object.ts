import type { Kind, Row } from '@doorwright/crds';
import { withEntries } from '@doorwright/crds/derive/pairs.ts';
import { fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { type Answer, CallError } from '../../shared/exchange.ts';
import { call } from '../http/call.ts';
import type { LabelOf } from '../http/in-labels.ts';
import type { Change } from '../session/sealed.ts';
import { changedFields } from './difference.ts';
import { readObject } from './read-object.ts';

interface Ways {
  labelOf: LabelOf;
  /** An earlier try got no answer, so the server may have stored the object. */
  isAgain: boolean;
}

const has = (error: unknown, code: string) => error instanceof CallError && error.code === code;

const stored = (kind: Kind, { data2 }: Answer<string>) => withEntries(kind, data2 as Row);

export async function addObject(kind: Kind, object: Row, { labelOf, isAgain }: Ways): Promise<Row> {
  try {
    return stored(kind, await call<string>(`add-${kind.name}`, { body: object, labelOf }));
  } catch (error) {
    if (!isAgain || !has(error, 'duplicate')) throw error;
    const id = { owner: String(object.owner), key: String(object[kind.key]) };
    const stored = await readObject(kind, id, {}).catch(() => undefined);
    // Without a difference the earlier try stored it. Otherwise the name belongs to another object.
    if (stored && changedFields(fieldsOf(kind), stored, object).every(({ name }) => isUnset(object[name])))
      return stored;
    throw error;
  }
}

/** The server fills fields that the form leaves empty, such as a client id. */
const isUnset = (value: unknown) => value === undefined || value === null || value === '';

export async function updateObject(
  kind: Kind,
  id: string,
  { object, reason }: Change,
  { labelOf, isAgain }: Ways,
): Promise<Row> {
  const write = async (id: string) =>
    stored(kind, await call<string>(`update-${kind.name}`, { query: { id, reason }, body: object, labelOf }));
  try {
    return await write(id);
  } catch (error) {
    // The save without an answer may have renamed it.
    if (isAgain && has(error, 'not-found')) return write(`${object.owner}/${object[kind.key]}`);
    throw error;
  }
}

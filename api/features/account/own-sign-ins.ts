import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type Record_, record } from '@doorwright/crds/kinds/record.ts';
import { user } from '@doorwright/crds/kinds/user.ts';
import { type EventName, signInActions } from '@doorwright/crds/options/events.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Sql } from '../../db/knex.ts';
import type { OwnCaller } from './own-caller.ts';
import { type ShownApplication, shownApplications } from './shown-applications.ts';

export interface OwnSignIn {
  time: string;
  /** Why an attempt failed is for administrators: it could help somebody else who tries. */
  isDone: boolean;
  how: 'page' | 'passkey' | 'session' | 'program' | 'support';
  clientIp: string;
  /** As an ISO 3166-1 alpha-2 code. Empty if it is not known. */
  country: string;
  device: string;
  /** Undefined at the pages of the installation itself. */
  application?: Pick<ShownApplication, 'name' | 'displayName'>;
}

const records = tableName(record);
const pageSize = 20;

/** Records of a sign-in that only ask for its next step have no event, and changes during one have another. */
const told: readonly EventName[] = ['login', 'sign-in-failed', 'lockout'];

function howOf({ action, reason }: Record_): OwnSignIn['how'] {
  if (reason.includes('master-password')) return 'support';
  if (reason.startsWith('session')) return 'session';
  if (action === 'webauthn/signin/finish') return 'passkey';
  return action === 'login/oauth/access_token' ? 'program' : 'page';
}

/** Where the next page begins: after the record with this time and name. */
const placeOf = ({ createdTime, name }: Record_) => `${createdTime} ${name}`;

function readPlace(place: string): [string, string] | undefined {
  if (!place) return undefined;
  const [, time = '', name = ''] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z) (\S{1,100})$/.exec(place) ?? [];
  if (Number.isNaN(Date.parse(time))) throw invalid([{ field: 'after', code: 'wrong' }]);
  return [time, name];
}

const applicationOf = ({ application, object }: Record_) =>
  (application || /^application (.+)$/.exec(object)?.[1] || '').replace(/^admin\//, '');

/** The sign-ins of a user and the failed attempts, the latest first. */
export async function ownSignIns(
  { sql, store }: { sql: Sql; store: (kind: string) => Store },
  { owner, name }: OwnCaller,
  after: string,
): Promise<{ signIns: OwnSignIn[]; next: string }> {
  const place = readPlace(after);
  const { created_time: since } = await sql(tableName(user)).where({ owner, name }).first('created_time');
  const read = async (wanted: Record<string, string>): Promise<Record_[]> => {
    // The name may have been that of a user before.
    const rows = sql(records)
      .where(wanted)
      .whereIn('action', [...signInActions])
      .whereIn('event', told)
      .where('created_time', '>=', since);
    if (place) rows.whereRaw('(created_time, name) < (?, ?)', place);
    const order = ['created_time', 'name'].map((column) => ({ column, order: 'desc' as const }));
    return (await rows.orderBy(order).limit(pageSize + 1)).map(store('record').fromRow) as unknown as Record_[];
  };
  // A failed sign-in has no user as its caller yet, so the record names the user as its object.
  const [done, failed] = await Promise.all([
    read({ organization: owner, user: name, outcome: 'ok' }),
    read({ owner, object: `user ${owner}/${name}`, outcome: 'refused' }),
  ]);
  const all = [...done, ...failed].sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  const shown = all.slice(0, pageSize);
  const last = all.length > pageSize ? shown.at(-1) : undefined;
  const applications = await shownApplications(sql, { names: shown.map(applicationOf), clientIds: [] });
  const signIns = shown.map((each): OwnSignIn => {
    const { createdTime: time, outcome, clientIp, country, device } = each;
    const application = applications.find((one) => one.name === applicationOf(each));
    return {
      ...{ time, isDone: outcome === 'ok', how: howOf(each), clientIp, country, device },
      ...(application && { application: { name: application.name, displayName: application.displayName } }),
    };
  });
  return { signIns, next: last ? placeOf(last) : '' };
}

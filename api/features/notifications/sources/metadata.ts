import { endOf, type Found, mostOfSource, type Source, soonDays } from '../notification.ts';
import { listedProvidersOf } from './providers-of.ts';

interface Row {
  name: string;
  display_name: string;
  try_time: Date | null;
  read_time: Date | null;
  valid_until: Date | null;
  problem: string;
}

/** Metadata of identity providers that cannot be read, or that expire. An organization gets those that its applications list. */
export const metadata: Source = (deps) => async (scope) => {
  const { organization, now } = scope;
  const until = new Date(now.getTime() + soonDays * 86_400_000);
  const rows: Row[] = await listedProvidersOf(deps, organization)
    .join(`${deps.store('metadata-refresh').table} as r`, 'r.provider', 'p.name')
    .select('p.name', 'p.display_name', 'r.try_time', 'r.read_time', 'r.valid_until', 'r.problem')
    .where('p.category', 'SAML')
    .where((each) => each.whereNot('r.problem', '').orWhere('r.valid_until', '<', until))
    .orderBy('p.name')
    .limit(mostOfSource);
  return rows.map(({ name, display_name, try_time, read_time, valid_until, problem }): Found => {
    const about = { subject: { kind: 'provider', owner: 'admin', name } };
    const shown = display_name || name;
    if (problem) {
      // The last success distinguishes two failures.
      const cause = read_time?.toISOString() ?? '';
      const since = (read_time ?? try_time)?.toISOString() ?? '';
      return { ...about, code: 'metadataFails', tone: 'warning', params: { name: shown, problem }, since, cause };
    }
    const end = (valid_until as Date).toISOString();
    const { count, ...state } = endOf('metadata', end, now);
    return { ...about, ...state, params: { name: shown, count }, cause: end };
  });
};

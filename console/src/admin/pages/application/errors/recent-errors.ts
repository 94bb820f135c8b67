import type { Row } from '@doorwright/crds';
import { type ClientFault, faultIn, faultSign, type ToldFault } from '@doorwright/crds/options/client-faults.ts';
import { queryOptions } from '@tanstack/react-query';
import { readPage } from '../../../http/read-page.ts';
import { registry } from '../../../kinds.ts';

/** A mistake of the application's program, with all requests that had it. */
export interface RecentError extends ToldFault {
  /** The time of the last one. */
  last: string;
}

const days = 7;
const most = 200;
const refreshMs = 10_000;

/** Faults whose records hold what the program sent, or which of many mistakes it is. The others hold the error in English. */
const sending: ReadonlySet<ClientFault> = new Set([
  ...([
    'redirect-uri',
    'cors',
    'scope',
    'grant',
    'grant-unknown',
    'response-type',
    'feature',
    'path',
    'saml-service',
    'saml-request',
    'cas-service',
  ] as const),
]);

export const sentIn = ({ fault, detail }: ToldFault): string => (sending.has(fault) ? detail : '');

/** The same mistake is one row. The records come with the newest first. */
function gathered(rows: readonly Row[]): RecentError[] {
  const errors = new Map<string, RecentError>();
  for (const { reason, createdTime } of rows) {
    const told = faultIn(String(reason));
    if (!told) continue;
    const key = JSON.stringify([told.fault, sentIn(told)]);
    const known = errors.get(key);
    if (known) known.count += told.count;
    else errors.set(key, { ...told, last: String(createdTime) });
  }
  return [...errors.values()];
}

/** The mistakes of the last days, from the records of refused requests. They refresh themselves. */
export const recentErrorsQuery = ({ owner, name, organization }: Row) =>
  queryOptions({
    queryKey: ['record', 'recent-errors', owner, name],
    async queryFn({ signal }) {
      const createdFrom = new Date(Date.now() - days * 86_400_000).toISOString();
      const equals = { application: `${owner}/${name}`, outcome: 'refused' };
      const asked = { page: 1, pageSize: most, owner: String(organization), createdFrom, equals };
      const search = { field: 'reason', value: faultSign };
      const { rows, total } = await readPage(registry.named('record'), { ...asked, ...search }, { signal });
      return { errors: gathered(rows), isAll: total <= most };
    },
    refetchInterval: refreshMs,
  });

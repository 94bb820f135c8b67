import type { Sql } from '../../../db/knex.ts';
import type { SamlRequest } from '../../../signin/contracts/saml-authority.ts';
import { isFirstUse } from '../../first-use.ts';

/** A page with the request works for this long, and a copy of the request only for minutes. */
export const openFor = 8 * 3_600_000;

/** Marks a request as answered, and tells whether it was not answered before. Each gets one assertion. */
export const useRequest = (sql: Sql, { service, id, application }: SamlRequest, now: Date): Promise<boolean> =>
  isFirstUse(sql, {
    ...{ model: 'SamlRequest', id: JSON.stringify([application, service, id]), now },
    expireTime: new Date(now.getTime() + 2 * openFor),
  });

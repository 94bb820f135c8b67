import type { User } from '@doorwright/crds/kinds/user.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import type { Sql } from '../../db/knex.ts';
import type { AccountDeps } from '../place/deps.ts';
import { type NamedFactor, type NoticeSubject, tellUser } from './account-notice.ts';

type Deps = Pick<AccountDeps, 'db' | 'store'>;

interface Change {
  /** As the record has it. */
  reason: string;
  /** Empty for a change that is none of factors, recovery codes or passkeys. */
  event?: 'change-factors' | '';
  /** The letter to the user. Some changes need none. */
  letter?: NoticeSubject;
  factor?: NamedFactor;
  language?: string | undefined;
}

/** Records a change of a user's factors or passkeys, and tells them by mail. During sign-in the caller is anonymous. */
export async function noteChange(
  sql: Sql,
  deps: Deps,
  context: RequestContext,
  user: User,
  { reason, event = 'change-factors', letter: subject, factor, language }: Change,
): Promise<void> {
  const { owner, name } = user;
  const actor = context.caller.type === 'anonymous' && { user: { owner, name } };
  await record({ sql }, context, {
    ...{ organization: owner, object: `user ${owner}/${name}`, reason, event },
    ...actor,
  });
  if (subject) await tellUser(sql, deps, { user, to: user.email, subject, factor, language });
}

import type { Sql } from '../../db/knex.ts';
import { attempts } from '../browser/attempts.ts';
import type { HalfSignIn } from '../contracts/step.ts';
import type { AccountDeps } from '../place/deps.ts';
import { proved, purpose, type Waiting } from './half-sign-in.ts';

/** The method of an attempt that goes on with an open session. */
export const bySession = 'session';

/** Keeps the wish of a session's user to go to an application, until they answer a step. The session stays as it is. */
export async function holdSession(
  deps: AccountDeps,
  { http, request }: Waiting,
  { half, session, isRemembered }: { half: HalfSignIn; session: string; isRemembered: boolean },
): Promise<void> {
  const { context, application, user, isImpersonated, proof } = half;
  const at = { owner: user.owner, user: user.name, application: application.name, purpose, request };
  const known = { method: bySession, session, isImpersonated, isRemembered, steps: [proved], amr: [...proof.amr] };
  await deps.db.transaction((sql: Sql) => attempts(deps).begin(sql, http, { ...at, ...known }, context.now));
}

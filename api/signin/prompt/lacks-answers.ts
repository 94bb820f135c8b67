import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { promptedItems, unansweredItems } from '@doorwright/crds/options/prompted-items.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { sessionUser } from '../../kinds/session/sessions.ts';
import type { AccountDeps } from '../place/deps.ts';
import { promptedLinks } from './prompted-links.ts';

interface Asked {
  application: Application;
  /** The id of the session. */
  session: string;
  now: Date;
}

/** Whether the user of a session owes the application an answer. A person who signed in with the master password does not answer for the user. */
export async function lacksAnswers(
  { db, store }: Pick<AccountDeps, 'db' | 'store'>,
  { application, session, now }: Asked,
): Promise<boolean> {
  if (promptedItems(application).length === 0 && !application.providers.some(({ prompted }) => prompted)) return false;
  const known = await sessionUser(db, session, now);
  if (!known || known.isImpersonated) return false;
  const user = (await store('user').find(db, known.owner, known.name)) as User | undefined;
  if (!user) return false;
  if (unansweredItems(application, user).length > 0) return true;
  const organization = await cachedObjectsOf({ db, store }).organizationNamed(user.owner);
  const links = organization ? await promptedLinks({ db, store }, application, user, organization) : [];
  return links.some(({ isLinked }) => !isLinked);
}

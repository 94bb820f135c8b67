import type { Caller } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';

export interface OwnCaller {
  owner: string;
  name: string;
  /** The session of the browser that asks. */
  session: string;
  impersonated: boolean;
}

/** The user of a browser. A token of an application opens no account page. */
export function ownCaller(caller: Caller): OwnCaller {
  if (caller.type !== 'user' || !caller.session) throw new Refusal('sign-in-first');
  const { owner, name, session, impersonated } = caller;
  return { owner, name, session, impersonated };
}

/** The user themselves. Support with the master password may see the page, but changes nothing (S17). */
export function changingCaller(caller: Caller): OwnCaller {
  const own = ownCaller(caller);
  if (own.impersonated) throw new Refusal('impersonated');
  return own;
}

/** The subject of a record about the user's own account. */
export const aboutOwn = ({ owner, name }: Pick<OwnCaller, 'owner' | 'name'>) => ({
  organization: owner,
  object: `user ${owner}/${name}`,
});

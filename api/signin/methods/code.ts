import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import { type RequestContext, record } from '../../core/objects/records.ts';
import { openSession } from '../../kinds/session/sessions.ts';
import { proveCode } from '../codes/prove.ts';
import { addressed, contactMeant, userOfContact } from '../codes/receiver.ts';
import type { AccountDeps } from '../deps.ts';
import { deviceOf } from '../locks/known-devices.ts';

interface CodeSignIn {
  organization: string;
  /** Of phone numbers there. */
  phonePrefix: string;
  application: string;
  /** The address that the code was sent to. */
  contact: string;
  code: string;
  isRemembered: boolean;
  deviceCookie: string | undefined;
  userAgent: string;
}

/**
 * Signs in with a code that was sent to an address. An address that nobody has takes the same way, up to a code that
 * nobody was ever sent (S25).
 */
export async function signInWithCode(
  deps: AccountDeps,
  context: RequestContext,
  { organization, phonePrefix, application, contact: written, code, isRemembered, deviceCookie, userAgent }: CodeSignIn,
): Promise<{ user: User; session: string }> {
  const { db, store, box } = deps;
  const type = written.includes('@') ? 'email' : 'phone';
  const contact = contactMeant(type, written, { phonePrefix });
  const user = await userOfContact(deps, { organization, phonePrefix }, type, contact);
  context.about = { organization, ...(user && { object: `user ${organization}/${user.name}` }) };
  const whose = { user: user?.name ?? '', ...addressed(type, contact, user) };
  const claim = { organization, application, purpose: 'login', ...whose } as const;
  const device = user && deviceOf(deviceCookie, user.id, box);
  const useUp = await proveCode(deps, claim, code, context, device);
  if (!user) throw new Refusal('code-wrong');
  const { clientIp, now } = context;
  const session = await db.transaction(async (sql) => {
    await useUp(sql);
    const opened = await openSession(
      sql,
      { user, application, isImpersonated: false, isRemembered, clientIp, userAgent, now },
      { last_signin_time: now, last_signin_ip: clientIp, ...(type === 'email' && { email_verified: true }) },
    );
    if (!opened) throw new Refusal('sign-in-failed');
    await record({ sql, store }, context, {
      organization,
      user,
      object: `user ${organization}/${user.name}`,
      reason: 'code',
    });
    return opened;
  });
  return { user, session };
}

import { Refusal } from '../../core/errors.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { Entrance, SignInMethod } from '../contracts/method.ts';
import type { AccountDeps } from '../place/deps.ts';
import { mayEnter } from '../place/may-enter.ts';

/** The application and organization that a form names. Refuses a method that the application does not offer. */
export async function entranceOf(
  deps: Pick<AccountDeps, 'db' | 'store'>,
  { application: name, organization: asked }: { application: string; organization: string },
  method: Pick<SignInMethod, 'name' | 'isOffered'>,
): Promise<Entrance> {
  const { applicationNamed, organizationNamed } = cachedObjectsOf(deps);
  const application = await applicationNamed(name);
  if (!application) throw new Refusal('not-found', { kind: 'Application', id: name });
  if (!application.isEnabled) throw new Refusal('application-disabled');
  if (!method.isOffered(application)) throw new Refusal('unknown-login-type', { type: method.name });
  const organization = await organizationNamed(asked || application.organization);
  if (organization && !mayEnter(organization.name, application)) throw new Refusal('unauthorized');
  const { name: owner, phonePrefix } = organization ?? { name: asked, phonePrefix: '' };
  return { application, organization, owner, phonePrefix };
}

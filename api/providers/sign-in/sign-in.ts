import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { behaviourOf } from '../behaviour-of.ts';
import { signInServices } from '../oauth/index.ts';
import {
  type Answered,
  type Begun,
  type Profile,
  refusedBy,
  type SignInService,
  type Visit,
} from '../oauth/sign-in-service.ts';
import { samlServices } from '../saml/index.ts';

/** Users sign in with providers of two categories. Everything after the profile is the same for both. */
const serviceOf = (provider: Provider): SignInService =>
  provider.category === 'SAML'
    ? behaviourOf('SAML', samlServices, provider)
    : behaviourOf('OAuth', signInServices, provider);

/** Begins a sign-in at the service of a provider. */
export const beginSignIn = (visit: Visit): Promise<Begun> => serviceOf(visit.provider).beginSignIn(visit);

/** Finishes a sign-in. A profile without an id would belong to everybody. */
export async function finishSignIn(answered: Answered): Promise<Profile> {
  const profile = await serviceOf(answered.provider).finishSignIn(answered);
  if (!profile.id || profile.id.length > 100) throw refusedBy('the service named no user');
  return profile;
}

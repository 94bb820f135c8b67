import { behaviourOf } from '../behaviour-of.ts';
import { signInServices } from './index.ts';
import { type Answered, type Begun, type Profile, refusedBy, type Visit } from './sign-in-service.ts';

/** Begins a sign-in at the service of a provider. */
export const beginSignIn = (visit: Visit): Promise<Begun> =>
  behaviourOf('OAuth', signInServices, visit.provider).beginSignIn(visit);

/** Finishes a sign-in. A profile without an id would belong to everybody. */
export async function finishSignIn(answered: Answered): Promise<Profile> {
  const profile = await behaviourOf('OAuth', signInServices, answered.provider).finishSignIn(answered);
  if (!profile.id || profile.id.length > 100) throw refusedBy('the service named no user');
  return profile;
}

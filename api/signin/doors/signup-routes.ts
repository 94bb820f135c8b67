import type { Application } from '@doorwright/crds/kinds/application.ts';
import { promptedItems } from '@doorwright/crds/options/prompted-items.ts';
import { isSignUpOpen } from '@doorwright/crds/options/sign-up-door.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { Refusal } from '../../core/errors.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import { openSession } from '../../kinds/session/sessions.ts';
import { browserOf } from '../browser/known-session.ts';
import { rememberSignIn } from '../browser/remember-sign-in.ts';
import { webauthn } from '../methods/webauthn.ts';
import type { SignInParts } from '../pipeline/parts.ts';
import { applicationNamed } from '../place/applications.ts';
import type { PortalDeps } from '../place/portal-deps.ts';
import { signupForm } from '../signup/form.ts';
import { signUp } from '../signup/sign-up.ts';
import { isByPasskey } from '../signup/with-passkey.ts';

/** Items that are asked after sign-in. The user is signed in first. */
const hasPromptPage = (application: Application) =>
  promptedItems(application).length > 0 || application.providers.some(({ prompted }) => prompted);

export function signupRoutes(deps: PortalDeps & Pick<SignInParts, 'steps'>): Route[] {
  const signup: Route = {
    method: 'POST',
    path: '/api/signup',
    summary: "Makes an account by the application's signup items. data is the id of the new user.",
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    body: emit(signupForm),
    answer: { data: { type: 'string', description: 'owner/name of the user.' } },
    handle: async ({ context, body, http }) => {
      const { caller } = context;
      if (caller.type === 'user' && caller.session)
        throw new Refusal('signup-signed-in', {}, { data: `${caller.owner}/${caller.name}` });
      const form = parsed(signupForm, body);
      const door = await applicationNamed(deps, form.application);
      const { application, organization } = door;
      context.about = { organization: organization.name };
      if (!isSignUpOpen(application) || (form.organization && form.organization !== organization.name))
        throw new Refusal('signup-closed');
      const browser = browserOf(http.req, deps.config.DOORWRIGHT_ORIGIN);
      const user = await signUp(deps, form, door, context, browser);
      const amr = isByPasskey(form, door) ? webauthn.amr : ['pwd'];
      const proof = { amr, authenticatedTime: context.now };
      const known = { context, application, user, isImpersonated: false, method: 'signup', proof };
      const half = { ...known, wanted: [], holder: '', http };
      // A sign-up answers no step, so a user who must answer one signs in afterwards (S28).
      if (hasPromptPage(application) && !(await deps.steps.before.due(deps, half))) {
        const opened = {
          user,
          lifetimes: organization,
          application: application.name,
          isImpersonated: false,
          isRemembered: false,
          clientIp: context.clientIp,
          userAgent: http.req.get('User-Agent') ?? '',
          now: context.now,
          proof,
        };
        const session = await openSession(deps.db, opened, {
          last_signin_time: context.now,
          last_signin_ip: context.clientIp,
        });
        if (session) await rememberSignIn(http, deps, { session, user, isRemembered: false });
      }
      return { data: `${user.owner}/${user.name}` };
    },
  };

  return [signup];
}

import { emit } from '@doorwright/crds/schema/schema.ts';
import { record } from '../../core/objects/history/records.ts';
import { sessionCookieName, setCookie } from '../../http/cookies.ts';
import { parsedStrictly } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import { endSessions } from '../../kinds/session/sessions.ts';
import type { SamlAuthority } from '../contracts/saml-authority.ts';
import { enter } from '../pipeline/enter.ts';
import { loginForm } from '../pipeline/login-form.ts';
import type { SignInParts } from '../pipeline/parts.ts';
import type { AccountDeps } from '../place/deps.ts';

const userId = { type: 'string', description: 'owner/name of the user.' };

export function signInRoutes(deps: AccountDeps & SignInParts & { saml: Pick<SamlAuthority, 'signingOut'> }): Route[] {
  const form = loginForm(deps);
  const origin = deps.config.DOORWRIGHT_ORIGIN;

  const login: Route = {
    method: 'POST',
    path: '/api/login',
    summary: 'Signs in. data is the id of the user, or the code or token that an application requested.',
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    query: deps.targets.query,
    body: emit(form),
    answer: { data: userId },
    handle: (asked) => enter(deps, asked, parsedStrictly(form, asked.body)),
  };

  const logout: Route = {
    method: 'POST',
    path: '/api/logout',
    summary: 'Ends the session. data is the id of the user who was signed in.',
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    query: {
      type: {
        about: '`cas`, if the sign-out began at a service of CAS; `code`, if it ends the prompt page of a client.',
      },
      id: { about: '`organization/application` of that service.' },
      service: { about: 'Address of that service. The browser goes there if it is registered.' },
      clientId: { about: 'Client id of that client.' },
      redirectUri: { about: 'Redirect address of that client. The browser goes there if it is registered.' },
      code: { about: 'Code that the redirect address gets.' },
      state: { about: 'State that the redirect address gets.' },
    },
    answer: {
      data: userId,
      data2: {
        description:
          'Where the browser goes: through the SAML service providers of the session, and to the service or client where the sign-out began.',
        anyOf: [{ type: 'string' }, { type: 'null' }],
      },
    },
    handle: async ({ context, http, query }) => {
      const { caller } = context;
      const { type = '', id: application = '' } = query;
      const end = await deps.targets.afterSignOut(query, { type, application });
      setCookie(http.res, { name: sessionCookieName(origin), value: '', origin, maxAge: 0 });
      if (caller.type !== 'user' || !caller.session) return { data: '', data2: end ?? null };
      const { owner, name, session: id } = caller;
      const away = await deps.saml.signingOut({ session: id, end });
      await deps.db.transaction(async (sql) => {
        await endSessions(sql, { owner, id });
        await record({ sql }, context, { organization: owner, object: `user ${owner}/${name}` });
      });
      return { data: `${owner}/${name}`, data2: away ?? end ?? null };
    },
  };

  return [login, logout];
}

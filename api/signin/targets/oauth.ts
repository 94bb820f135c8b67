import { Refusal } from '../../core/errors.ts';
import { aboutUser } from '../contracts/authorization-server.ts';
import type { SignInTarget } from '../contracts/target.ts';
import { consentIn } from '../steps/consent.ts';
import { ofClients, openClientRequest, type Protocols } from './client-request.ts';
import { refusedRequest } from './refused-request.ts';

/** A client of OAuth or OpenID Connect. It is given a code or tokens by the authorization endpoint. */
export const createOAuthTarget = (protocols: Protocols): SignInTarget => ({
  name: 'oauth',
  protocol: 'oidc',
  ...ofClients,
  async afterSignOut({ clientId = '', redirectUri = '', code, state }, { type }) {
    const application = type === 'code' ? await protocols.authority.clients.application(clientId) : undefined;
    if (!application?.redirectUris.includes(redirectUri)) return;
    const given = Object.entries({ code, state }).filter((entry): entry is [string, string] => Boolean(entry[1]));
    return given.length > 0
      ? `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
      : redirectUri;
  },
  open: openClientRequest(protocols, ({ opened, request, query, type }) => ({
    async give({ session, isFresh, answers }) {
      const isAgreed = consentIn(answers);
      const { given, address, form: posted, error } = await opened.give(session, { isFresh, isAgreed });
      if (isAgreed === false) return { answer: { data: '', data2: posted ?? address }, isDeclined: true };
      if (error) {
        // The session is too old for the client, or of another user, or the user has to choose an account.
        const isSessionWrong = !isFresh && aboutUser.has(error.code);
        const refusal = isSessionWrong ? new Refusal('sign-in-first') : refusedRequest(error, request);
        return { refusal, reason: error.code };
      }
      // Clients of Casdoor 2022 ask for one thing and make the address themselves. Our page never does (S34).
      const isPlain = !type.includes(' ') && !posted && !query.interaction;
      const data = given.code ?? given.access_token ?? given.id_token ?? '';
      return { answer: { data, data2: isPlain ? null : (posted ?? address ?? null) } };
    },
  })),
});

import { sessionId } from '../../kinds/session/sessions.ts';
import { requestedScopes } from '../../kinds/token/consents.ts';
import {
  type AuthorizationRequest,
  type AuthorizationServer,
  type Authorized,
  aboutUser,
  type Done,
  type OpenedRequest,
  type Problem,
} from '../../signin/contracts/authorization-server.ts';
import type { Question } from '../../signin/contracts/target.ts';
import type { Authority } from '../authority/authority.ts';
import type { Answered } from '../prompts/answered.ts';
import { wantedClasses } from '../prompts/wanted-classes.ts';
import { usePushed } from '../store/pushed-requests.ts';
import { callAuthorization } from './authorization-call.ts';
import { rememberGood } from './good-requests.ts';

/** Parameters that are not passed on: our own, and the address of the request that an opened page has read. */
const alreadyDone = { direct: new Set(['interaction']), opened: new Set(['interaction', 'request_uri']) };

/** The question of the page. A session that is older than the client wants does not go on. */
const questionOf = ({ name, reasons }: { name: string; reasons: string[] }, scopes: string[]): Question => ({
  prompt: name,
  scopes,
  ...(reasons.includes('max_age') && { needsProof: true }),
});

/** For a check: no user has answered anything. */
const unasked: Answered = { since: Number.POSITIVE_INFINITY };

/**
 * Asks the authorization endpoint from this process. A code that POST /api/login gives has passed every check of a
 * code that a browser gets.
 */
export function createAuthorize(authority: Authority): AuthorizationServer {
  /** The request that opened the page, if the page names one. */
  async function opened({ interaction, client_id }: AuthorizationRequest) {
    const provider = interaction ? await authority.providerFor(client_id) : undefined;
    const found = await provider?.Interaction.find(interaction as string);
    return found?.params.client_id === client_id ? found : undefined;
  }

  type Opened = Awaited<ReturnType<typeof opened>>;

  function put(request: AuthorizationRequest, found: Opened, said: Answered, session?: string): Promise<Authorized> {
    const params = Object.entries((found?.params ?? request) as AuthorizationRequest);
    const done = alreadyDone[found ? 'opened' : 'direct'];
    const rest = Object.fromEntries(params.filter(([name]) => !done.has(name)));
    const isPushed = Boolean((found as { parJti?: string } | undefined)?.parJti);
    return callAuthorization(authority, { request: rest, said: { ...said, isPushed }, session });
  }

  /** A sign-in at an application counts as consent, unless the application requires a separate consent. */
  async function answersOf(
    { client_id = '' }: AuthorizationRequest,
    found: Opened,
    { isFresh, isAgreed }: Done,
  ): Promise<Answered> {
    // A refusal does not depend on the user.
    if (isAgreed === false) return { since: 0, isFresh: true, denies: true };
    const hasActed = isFresh || found !== undefined;
    const mustAsk = (await authority.clients.application(client_id))?.requireConsent ?? false;
    return {
      since: found?.iat ?? unasked.since,
      isFresh,
      agrees: isAgreed ?? (hasActed && !mustAsk),
    };
  }

  async function give(request: AuthorizationRequest, found: Opened, session: string, done: Done): Promise<Authorized> {
    const given = await put(request, found, await answersOf(request, found, done), session);
    if (!found || given.error || (await usePushed(await authority.providerFor(request.client_id), found))) return given;
    return { given: {}, error: { code: 'invalid_request_uri', description: 'request_uri was already used' } };
  }

  /** Another user was signed in when the page opened, and may not enter. The user who signs in now takes their place. */
  async function resume(found: NonNullable<Opened>, session: string): Promise<string> {
    if (found.session && found.session.uid !== sessionId(session)) {
      delete found.session;
      await found.persist();
    }
    return found.returnTo;
  }

  const check = rememberGood(authority, async (request, found: Opened): Promise<Problem | undefined> => {
    if (found?.deviceCode) return;
    const { error } = await put(request, found, unasked);
    return error && aboutUser.has(error.code) ? undefined : error;
  });

  return {
    async open(request: AuthorizationRequest): Promise<OpenedRequest> {
      const found = await opened(request);
      // Unchecked parameters may be unreadable, so nothing is read before the check.
      const scopes = () => requestedScopes((found?.params ?? request) as AuthorizationRequest);
      return {
        scopes,
        wanted: () => wantedClasses((found?.params ?? request) as AuthorizationRequest),
        question: () => found && questionOf(found.prompt, scopes()),
        check: () => check(request, found),
        give: (session, done) => give(request, found, session, done),
        ...(found?.deviceCode && { device: { resume: (session: string) => resume(found, session) } }),
      };
    },
  };
}

import type { RequestListener } from 'node:http';
import injected from 'light-my-request';
import { sessionCookieName } from '../http/cookies.ts';
import { paths } from '../http/protocol-paths.ts';
import { sessionId } from '../kinds/session/sessions.ts';
import { wantedScopes } from '../kinds/token/consents.ts';
import {
  type AuthorizationRequest,
  type AuthorizationServer,
  type Authorized,
  aboutUser,
  type Done,
} from '../signin/targets/authorization-server.ts';
import type { Authority } from './authority.ts';
import { unlessFailed } from './failures.ts';
import { rememberGood } from './known/good-requests.ts';
import { type Answered, answered } from './pages/prompts.ts';
import { usePushed } from './store/pushed-requests.ts';

/** Parameters of ours, and what a page that was opened has taken the place of. */
const alreadyDone = { direct: new Set(['interaction']), opened: new Set(['interaction', 'request_uri']) };

/** Nobody is asked anything, and nobody has been. */
const unasked: Answered = { since: Number.POSITIVE_INFINITY };

const written: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (html: string) => html.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => written[name] ?? '');

/** The hidden fields of a form that posts to the client. */
const fieldsOf = (form: string): Record<string, string> =>
  Object.fromEntries(
    [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );

const errorIn = ({ error, error_description: description = '' }: Record<string, string>) =>
  error ? { error: { code: error, description } } : {};

function outcomeOf(type: unknown, location: string | undefined, body: string): Authorized {
  if (location) {
    const url = new URL(location);
    const given = Object.fromEntries([...url.searchParams, ...new URLSearchParams(url.hash.slice(1))]);
    return { given, address: location, ...errorIn(given) };
  }
  if (/html/.test(String(type))) {
    const given = fieldsOf(body);
    return { given, form: body, ...errorIn(given) };
  }
  const { error = 'invalid_request', error_description: description = '' } = JSON.parse(body);
  return { given: {}, error: { code: error, description } };
}

/**
 * Puts a request to the authorization endpoint itself, from within, so that a code which POST /api/login gives has
 * passed every check that one given to a browser has.
 */
export function createAuthorize(authority: Authority, { origin }: { origin: string }): AuthorizationServer {
  const { host, protocol } = new URL(origin);

  async function ask(request: AuthorizationRequest, session: string | undefined): Promise<Authorized> {
    const provider = await authority.providerFor(request.client_id);
    const asked = Object.entries(request).filter((pair): pair is [string, string] => Boolean(pair[1]));
    const inject = () =>
      injected(provider.callback() as RequestListener, {
        method: 'GET',
        url: `${paths.authorization}?${new URLSearchParams(asked)}`,
        headers: {
          host,
          'x-forwarded-proto': protocol.slice(0, -1),
          accept: 'application/json',
          ...(session && { cookie: `${sessionCookieName(origin)}=${session}` }),
        },
      });
    const answer = await unlessFailed(inject, { isAnswered: true });
    return outcomeOf(answer.headers['content-type'], answer.headers.location as string | undefined, answer.body);
  }

  /** The request that opened the page, where the page says so. */
  async function opened({ interaction, client_id }: AuthorizationRequest) {
    const provider = interaction ? await authority.providerFor(client_id) : undefined;
    const found = await provider?.Interaction.find(interaction as string);
    return found?.params.client_id === client_id ? found : undefined;
  }

  /** All that was asked when the page was opened. */
  const whole = async (request: AuthorizationRequest) =>
    ((await opened(request))?.params ?? request) as AuthorizationRequest;

  type Opened = Awaited<ReturnType<typeof opened>>;

  function put(request: AuthorizationRequest, found: Opened, said: Answered, session?: string): Promise<Authorized> {
    const params = Object.entries((found?.params ?? request) as AuthorizationRequest);
    const done = alreadyDone[found ? 'opened' : 'direct'];
    return answered.run(said, () => ask(Object.fromEntries(params.filter(([name]) => !done.has(name))), session));
  }

  /** Signing in at an application is consent enough, unless that says otherwise. */
  async function answersOf(
    { client_id = '' }: AuthorizationRequest,
    found: Opened,
    { isFresh, isAgreed }: Done,
  ): Promise<Answered> {
    // Who wants none of it need not be anybody in particular.
    if (isAgreed === false) return { since: 0, isFresh: true, denies: true };
    const hasActed = isFresh || found !== undefined;
    const mustAsk = (await authority.clients.application(client_id))?.requireConsent ?? false;
    return {
      since: found?.iat ?? unasked.since,
      isFresh,
      agrees: isAgreed ?? (hasActed && !mustAsk),
    };
  }

  return {
    /** Gives what the request asks for to the user whose session it is, who may have just said whether he agrees. */
    async give(request: AuthorizationRequest, session: string, done: Done): Promise<Authorized> {
      const found = await opened(request);
      if (found?.deviceCode) {
        // Whoever was signed in when the page was opened could not enter; who signs in now goes on in his place.
        if (found.session && found.session.uid !== sessionId(session)) {
          delete found.session;
          await found.persist();
        }
        return { given: {}, address: found.returnTo, goesOn: true };
      }
      const given = await put(request, found, await answersOf(request, found, done), session);
      if (!found || given.error || (await usePushed(await authority.providerFor(request.client_id), found)))
        return given;
      return { given: {}, error: { code: 'invalid_request_uri', description: 'request_uri was already used' } };
    },
    /** What is wrong with a request, whoever signs in. */
    check: rememberGood(authority, async (request): Promise<Authorized['error']> => {
      const found = await opened(request);
      if (found?.deviceCode) return;
      const { error } = await put(request, found, unasked);
      return error && aboutUser.has(error.code) ? undefined : error;
    }),
    /** What a request wants to be allowed. */
    scopes: async (request: AuthorizationRequest) => wantedScopes(await whole(request)),
    /** What the page is to ask its user, where the authorization endpoint opened it. */
    async question(request: AuthorizationRequest): Promise<{ prompt: string; scopes: string[] } | undefined> {
      const found = await opened(request);
      return found && { prompt: found.prompt.name, scopes: wantedScopes(found.params as AuthorizationRequest) };
    },
  };
}

import type { RequestListener } from 'node:http';
import inject from 'light-my-request';
import { sessionCookieName } from '../http/cookies.ts';
import type { Authority } from './authority.ts';
import { paths } from './paths.ts';

/** A request to the authorization endpoint by its parameters. */
export type AuthorizationRequest = Readonly<Record<string, string | undefined>>;

/** What the authorization endpoint answered: where the browser would be sent, or why it would not. */
export interface Authorized {
  /** Parameters that the application is sent. */
  given: Readonly<Record<string, string>>;
  /** The address with them, or the form that posts them there. */
  address?: string;
  form?: string;
  error?: { code: string; description: string };
}

/** Errors which only say that nobody is signed in: the request itself is good. */
const aboutUser = new Set(['login_required', 'interaction_required', 'consent_required']);

/** Parameters that ask for the page which the user is looking at. */
const alreadyDone = new Set(['prompt', 'interaction', 'request_uri']);

const fieldOf = (form: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1];

function outcomeOf(status: number, location: string | undefined, body: string): Authorized {
  if (location) {
    const url = new URL(location);
    const given = Object.fromEntries([...url.searchParams, ...new URLSearchParams(url.hash.slice(1))]);
    const { error, error_description: description = '' } = given;
    return { given, address: location, ...(error && { error: { code: error, description } }) };
  }
  if (status === 200) {
    const code = fieldOf(body, 'code');
    return { given: code ? { code } : {}, form: body };
  }
  const { error = 'invalid_request', error_description: description = '' } = JSON.parse(body);
  return { given: {}, error: { code: error, description } };
}

/**
 * Puts a request to the authorization endpoint itself, from within, so that a code which POST /api/login gives has
 * passed every check that one given to a browser has.
 */
export function createAuthorize(authority: Authority, { origin }: { origin: string }) {
  const { host, protocol } = new URL(origin);

  async function ask(request: AuthorizationRequest, session: string | undefined): Promise<Authorized> {
    const provider = await authority.providerFor(request.client_id);
    const asked = Object.entries(request).filter((pair): pair is [string, string] => Boolean(pair[1]));
    const answer = await inject(provider.callback() as RequestListener, {
      method: 'GET',
      url: `${paths.authorization}?${new URLSearchParams([...asked, ['prompt', 'none']])}`,
      headers: {
        host,
        'x-forwarded-proto': protocol.slice(0, -1),
        accept: 'application/json',
        ...(session && { cookie: `${sessionCookieName(origin)}=${session}` }),
      },
    });
    return outcomeOf(answer.statusCode, answer.headers.location as string | undefined, answer.body);
  }

  /** All that was asked when the page was opened, where the page says so. */
  async function whole(request: AuthorizationRequest): Promise<AuthorizationRequest> {
    const provider = request.interaction ? await authority.providerFor(request.client_id) : undefined;
    const opened = await provider?.Interaction.find(request.interaction as string);
    const isSame = opened && opened.params.client_id === request.client_id;
    const params = (isSame ? opened.params : request) as AuthorizationRequest;
    return Object.fromEntries(Object.entries(params).filter(([name]) => !alreadyDone.has(name)));
  }

  return {
    /** Gives what the request asks for to the user whose session it is. */
    give: async (request: AuthorizationRequest, session: string) => ask(await whole(request), session),
    /** What is wrong with a request, whoever signs in. */
    async check(request: AuthorizationRequest): Promise<Authorized['error']> {
      const { error } = await ask(await whole(request), undefined);
      return error && aboutUser.has(error.code) ? undefined : error;
    },
  };
}

export type Authorize = ReturnType<typeof createAuthorize>;

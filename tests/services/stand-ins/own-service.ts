import type { createCodes, Registration } from './codes.ts';
import { page, redirect, type Said, type StandIn } from './stand-in.ts';

/** A service with requests of its own design. */
export interface OwnService<User> extends StandIn, Registration {
  user: User;
  /** The service answers its documented failure instead of the user. */
  isBroken: boolean;
}

interface Page {
  codes: ReturnType<typeof createCodes>;
  service: OwnService<unknown> & { denies?: string };
  /** The names of the parameters for the registration, the redirect address and the code. */
  names?: { clientId?: string; redirectUri?: string; code?: string };
  /** The other parameters, with the only value that the service takes. */
  fixed?: Readonly<Record<string, string>>;
  /** The answer after a refusal by the user. Some services send only the state. */
  denied?: (denies: string) => Readonly<Record<string, string>>;
  more?: Readonly<Record<string, string>>;
}

/** The page of a service. The state that comes back has letters and digits, because some services take nothing else. */
export function authorizationOf(
  query: URLSearchParams,
  { codes, service, names = {}, fixed = {}, denied, more }: Page,
): Said {
  const { clientId, redirectUri = 'redirect_uri', code = 'code' } = names;
  const problem = codes.problemOf(query, clientId, redirectUri);
  if (problem) return page(400, problem);
  for (const [name, value] of Object.entries(fixed)) if (query.get(name) !== value) return page(400, `invalid ${name}`);
  const state = query.get('state') ?? '';
  if (!/^[a-zA-Z0-9]{1,100}$/.test(state)) return page(400, 'invalid state');
  const back = new URL(query.get(redirectUri) as string);
  const answer = service.denies
    ? (denied?.(service.denies) ?? {})
    : { [code]: codes.issue(query, service.user), ...more };
  for (const [name, value] of Object.entries({ ...answer, state })) back.searchParams.set(name, value);
  return redirect(back);
}

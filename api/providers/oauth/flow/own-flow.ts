import type { Answered, Begun, Profile, SignInService, Visit } from '../sign-in-service.ts';
import { refusedBy } from '../sign-in-service.ts';
import { explaining, refusalIn } from './explained.ts';
import { type Ask, askThrough } from './read-json.ts';

interface OwnFlow {
  /** The page of the service. A behaviour may also keep something for the answer. */
  page: (visit: Visit) => string | Begun | Promise<Begun>;
  /** The name of the code in the answer. */
  codeName?: string;
  /** Exchanges the code for the user. */
  profile: (ask: Ask, code: string, answered: Answered) => Promise<Profile>;
}

/** A service with a page, a code and a state, but with requests of its own design. */
export function ownFlow({ page, codeName = 'code', profile }: OwnFlow): SignInService {
  async function begin(visit: Visit): Promise<Begun> {
    const begun = await page(visit);
    return typeof begun === 'string' ? { address: begun, kept: {} } : begun;
  }

  async function finish(answered: Answered): Promise<Profile> {
    const { answer, state, way } = answered;
    if (answer.get('state') !== state) throw refusedBy('the answer belongs to another request');
    const code = answer.get(codeName);
    // Some services send a refusal by their user as an answer without a code.
    if (!code || answer.has('error')) throw refusalIn(answer.get('error') ?? 'access_denied');
    return profile(askThrough(way), code, answered);
  }

  return {
    beginSignIn: (visit) => explaining(begin(visit)),
    finishSignIn: (answered) => explaining(finish(answered)),
  };
}

/** An address with parameters. */
export const addressWith = (address: string, parameters: Readonly<Record<string, string>>): string =>
  `${address}?${new URLSearchParams(parameters)}`;

import { ApiRefusal } from './api-refusal.ts';

/** The parts of the OpenID discovery document that connection Secrets contain. */
export interface Discovery {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  userinfo_endpoint: string;
  jwks_uri: string;
  end_session_endpoint?: string;
}

const freshMs = 60_000;
const path = '/.well-known/openid-configuration';

export const discoveryUrl = ({ issuer }: Discovery): string => issuer.replace(/\/$/, '') + path;

/** Reads the document at most once a minute. */
export function createDiscovery(apiUrl: string): (signal: AbortSignal) => Promise<Discovery> {
  let known: { at: number; document: Discovery } | undefined;
  return async (signal) => {
    if (known && Date.now() - known.at < freshMs) return known.document;
    const answer = await fetch(apiUrl + path, { signal });
    if (!answer.ok) {
      const detail = `The API answered ${answer.status} when asked for ${path}`;
      throw new ApiRefusal(answer.status, { detail }, answer.headers.get('retry-after'));
    }
    const document = (await answer.json()) as Discovery;
    known = { at: Date.now(), document };
    return document;
  };
}

import { createHash, randomBytes } from 'node:crypto';

/** The registration of our installation at a service. */
export interface Registration {
  clientId: string;
  clientSecret: string;
  /** Set once the server under test has its address. */
  redirectUris: string[];
}

interface Issued {
  query: URLSearchParams;
  user: unknown;
}

interface Rules {
  /** Every request has a challenge, by SHA-256. */
  demandsPkce?: boolean;
}

/** The codes and access tokens of a service, with the rules of RFC 6749 and RFC 7636. */
export function createCodes(registration: Registration, { demandsPkce = false }: Rules = {}) {
  const codes = new Map<string, Issued>();
  const tokens = new Map<string, Issued>();
  const random = () => randomBytes(16).toString('hex');

  return {
    /** Why an authorization request is refused on a page, without a way back (RFC 6749, 4.1.2.1). */
    problemOf(query: URLSearchParams, clientId = 'client_id', redirectUri = 'redirect_uri'): string | undefined {
      if (query.get(clientId) !== registration.clientId) return 'invalid_client';
      if (!registration.redirectUris.includes(query.get(redirectUri) ?? '')) return 'redirect_uri_mismatch';
      const hasChallenge =
        query.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(query.get('code_challenge') ?? '');
      if (demandsPkce && !hasChallenge) return 'code_challenge_required';
    },

    issue(query: URLSearchParams, user: unknown): string {
      const code = random();
      codes.set(code, { query, user });
      return code;
    },

    /** Exchanges a code once, at a service that asks for nothing else. */
    spend(code: string | null): { token: string; issued: Issued } | undefined {
      const issued = codes.get(code ?? '');
      codes.delete(code ?? '');
      if (!issued) return;
      const token = random();
      tokens.set(token, issued);
      return { token, issued };
    },

    /** The user of an access token that stands in a parameter. */
    ownerOf: (token: string | null): unknown => tokens.get(token ?? '')?.user,

    /** Exchanges a code once: for its redirect address, and with its verifier. */
    redeem(form: URLSearchParams): { token: string; issued: Issued } | 'invalid_grant' | 'redirect_uri_mismatch' {
      const code = form.get('code') ?? '';
      const issued = codes.get(code);
      codes.delete(code);
      if (!issued) return 'invalid_grant';
      const { query } = issued;
      if (form.get('redirect_uri') !== query.get('redirect_uri')) return 'redirect_uri_mismatch';
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (query.has('code_challenge') && challenge !== query.get('code_challenge')) return 'invalid_grant';
      const token = random();
      tokens.set(token, issued);
      return { token, issued };
    },

    userOf: (authorization: string | undefined): unknown =>
      tokens.get(/^(?:Bearer|token) (.+)$/i.exec(authorization ?? '')?.[1] ?? '')?.user,
  };
}

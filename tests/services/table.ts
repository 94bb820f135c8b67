import { chineseRows, chineseVariants } from './rows/chinese.ts';
import { claimsOf } from './rows/claims.ts';
import { createOpenIdRows } from './rows/openid.ts';
import { westernRows } from './rows/western.ts';
import type { Registration } from './stand-ins/codes.ts';
import { createGitHub } from './stand-ins/github.ts';
import { createOAuthService } from './stand-ins/oauth-service.ts';
import { createGoogle, createOpenIdService } from './stand-ins/openid-service.ts';
import type { StandIn } from './stand-ins/stand-in.ts';

/** Somebody with an account at a service. */
export interface Person {
  /** Digits, because some services number their users. */
  id: string;
  /** The name of an account: letters and digits. */
  username: string;
  displayName: string;
  email: string;
}

export interface Row {
  type: string;
  /** Tells rows of one type apart. */
  variant?: string;
  /** The words on its button, after "Sign in with". */
  label: string;
  standIn: StandIn & Registration & { denies?: string; isBroken?: boolean };
  /** The fields of the provider, besides its type and its registration. */
  fields?: Record<string, unknown>;
  /** Signs somebody in at the service. */
  become: (person: Person) => void;
  /** The address that a page with a script asks, for a test without a browser. */
  asked?: (page: URL) => URL;
  /** A wrong secret of the right form. */
  otherSecret?: string;
  /** Words of the documented failure. */
  failure?: string;
  /** What the service does not tell of a person, or does not prove. */
  lacks?: readonly ('username' | 'displayName' | 'email')[];
}

/** The services that the browser test goes through. A new one is one row. */
export async function createRows(): Promise<Row[]> {
  const openId = await createOpenIdService({ issuer: 'https://sso.example/realms/acme' });
  const google = await createGoogle();
  const github = createGitHub();
  const custom = createOAuthService({
    authorize: 'https://own.example/authorize',
    token: 'https://own.example/token',
    userInfo: 'https://own.example/me',
    scope: 'read:me mail',
  });

  return [
    {
      type: 'OpenID Connect',
      label: 'Acme SSO',
      standIn: openId,
      fields: { displayName: 'Acme SSO', issuerUrl: openId.issuer },
      become: (person) => {
        openId.user = claimsOf(person);
      },
    },
    {
      type: 'Google',
      label: 'Google',
      standIn: google,
      become: (person) => {
        google.user = claimsOf(person);
      },
    },
    {
      type: 'GitHub',
      label: 'GitHub',
      standIn: github,
      become({ id, username, displayName, email }) {
        github.user = { ...github.user, id: Number(id), login: username, name: displayName };
        github.emails = [{ email, primary: true, verified: true, visibility: null }];
      },
    },
    {
      type: 'Custom',
      label: 'Own service',
      standIn: custom,
      fields: {
        displayName: 'Own service',
        customAuthUrl: 'https://own.example/authorize',
        customTokenUrl: 'https://own.example/token',
        customUserInfoUrl: 'https://own.example/me',
        customScope: 'read:me mail',
        userMapping: [
          { field: 'id', claim: 'person.number' },
          { field: 'username', claim: 'person.login' },
          { field: 'displayName', claim: 'full_name' },
          { field: 'email', claim: 'mail' },
          { field: 'emailVerified', claim: 'mail_is_proved' },
        ],
      },
      become({ id, username, displayName, email }) {
        const person = { number: Number(id), login: username };
        custom.user = { person, full_name: displayName, mail: email, mail_is_proved: true };
      },
    },
    ...(await createOpenIdRows()),
    ...westernRows(),
    ...chineseRows(),
  ];
}

/** Other sub types and methods. The browser test leaves them out, because their buttons are those of their type. */
export const createVariants = (): Row[] => chineseVariants();

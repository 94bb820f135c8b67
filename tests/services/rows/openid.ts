import { createApple } from '../stand-ins/apple.ts';
import type { OpenIdService } from '../stand-ins/openid-service.ts';
import {
  createAdfs,
  createCasdoor,
  createEntraId,
  createGitLab,
  createLinkedIn,
  createOkta,
  createSlack,
} from '../stand-ins/openid-vendors.ts';
import type { Person, Row } from '../table.ts';
import { claimsOf } from './claims.ts';

const tenant = '9122040d-6c67-4c5b-b112-36a304b66dad';
const split = ({ displayName }: Person) => {
  const [given_name = '', family_name = ''] = displayName.split(' ');
  return { given_name, family_name };
};

type Claims = (person: Person) => OpenIdService['user'];

const row = (type: string, standIn: OpenIdService, claims: Claims, more: Partial<Row> = {}): Row => ({
  ...{ type, label: type, standIn },
  become(person) {
    standIn.user = claims(person);
  },
  ...more,
});

const named = (displayName: string, fields: Record<string, unknown>) => ({
  label: displayName,
  fields: { displayName, ...fields },
});

/** Services that speak OpenID Connect. */
export async function createOpenIdRows(): Promise<Row[]> {
  const adfs = await createAdfs();
  const okta = await createOkta();
  const casdoor = await createCasdoor();
  const apple = await createApple();

  return [
    row('GitLab', await createGitLab(), claimsOf),
    row('Okta', okta, claimsOf, named('Acme Okta', { domain: okta.issuer })),
    row(
      'Adfs',
      adfs,
      ({ id, username, displayName, email }) => ({
        ...{ sub: `sub-${id}`, sid: `S-1-5-21-3094-1111-${id}`, unique_name: `ACME\\${username}`, upn: email },
        name: displayName,
      }),
      { ...named('Acme AD', { domain: 'https://fs.acme.example' }), lacks: ['email'] },
    ),
    row('AzureAD', await createEntraId(), ({ id, username, displayName, email }) => ({
      ...{ sub: `sub-${id}`, oid: `00000000-0000-0000-0000-${id}`, tid: tenant, name: displayName },
      ...{ preferred_username: `${username}@acme.example`, email, xms_edov: true },
    })),
    row(
      'Slack',
      await createSlack(),
      ({ id, username, email }) => ({
        ...{ sub: `U${id}`, name: username, email, email_verified: true },
        ...{ 'https://slack.com/team_id': 'T0RR', 'https://slack.com/user_id': `U${id}` },
      }),
      { lacks: ['displayName'] },
    ),
    row(
      'LinkedIn',
      await createLinkedIn(),
      (person) => ({
        ...{ ...split(person), ...claimsOf(person), preferred_username: undefined },
        locale: { country: 'US', language: 'en' },
      }),
      { lacks: ['username'] },
    ),
    row(
      'Casdoor',
      casdoor,
      ({ id, username, displayName, email }) => ({
        ...{ sub: id, owner: 'acme', name: username, displayName, email, emailVerified: true },
      }),
      named('Acme Casdoor', { domain: casdoor.issuer }),
    ),
    {
      type: 'Apple',
      label: 'Apple',
      standIn: apple,
      fields: { clientId2: apple.teamId, appId: apple.keyId },
      otherSecret: apple.foreignSecret,
      become(person) {
        const { given_name: firstName, family_name: lastName } = split(person);
        apple.user = {
          sub: `000792.${person.id}`,
          email: person.email,
          email_verified: 'true',
          is_private_email: 'false',
        };
        apple.toldName = { firstName, lastName };
      },
    },
  ];
}

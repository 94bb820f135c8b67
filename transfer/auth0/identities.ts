import type { LinkField } from '@doorwright/crds/providers/links.ts';
import type { Losses } from '../reading/losses.ts';
import { isObject, type UserRecord } from './records.ts';

export interface Identity {
  provider: string;
  connection: string;
  userId: string;
}

/** Services whose ids are the same here. Ids of company directories depend on the connection. */
const services: Readonly<Record<string, LinkField>> = {
  'google-oauth2': 'google',
  github: 'github',
  facebook: 'facebook',
  linkedin: 'linkedin',
  apple: 'apple',
};

/** The accounts that are joined in a user. */
export function identitiesOf(record: UserRecord): Identity[] {
  const { identities } = record;
  if (!Array.isArray(identities)) {
    const [provider = '', ...rest] = String(record.user_id ?? '').split('|');
    return rest.length > 0 ? [{ provider, connection: provider, userId: rest.join('|') }] : [];
  }
  return identities.filter(isObject).map((each) => ({
    provider: String(each.provider ?? ''),
    connection: String(each.connection ?? ''),
    userId: String(each.user_id ?? ''),
  }));
}

/** The links of a user to other services. Accounts with a password at Auth0 are no links. */
export function linksOf(identities: readonly Identity[], losses: Losses): Partial<Record<LinkField, string>> {
  const links: Partial<Record<LinkField, string>> = {};
  for (const { provider, connection, userId } of identities) {
    if (['auth0', 'email', 'sms', ''].includes(provider) || userId === '') continue;
    const field = services[provider];
    if (!field)
      losses.add(
        `the link to "${connection || provider}"`,
        'Its ids cannot be compared here. The user links it again.',
      );
    else if (links[field]) losses.add(`a second link to ${field}`, 'A user has one link to each service.');
    else links[field] = userId;
  }
  return links;
}

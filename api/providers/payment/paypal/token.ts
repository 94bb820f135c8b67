import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { z } from 'zod';
import { type AccessToken, createTokenCache } from '../../token-cache.ts';
import { refusedBy, type Till } from '../channel.ts';
import { reach, shaped } from '../reach.ts';

const answered = z.object({ access_token: z.string().min(1), expires_in: z.number() });

const tokens = createTokenCache();

export const gatewayOf = ({ provider }: Pick<Till, 'provider'>): string => addressOf(provider).replace(/\/+$/, '');

/** All that a token depends on. */
function aboutOf({ provider }: Till): string[] {
  const { owner, name, clientId, clientSecret } = provider;
  return [owner, name, gatewayOf({ provider }), clientId, clientSecret];
}

async function fetchToken(till: Till): Promise<AccessToken> {
  const { clientId, clientSecret } = till.provider;
  const { status, body } = await reach(till.way, `${gatewayOf(till)}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: 'grant_type=client_credentials',
  });
  if (status !== 200) throw refusedBy(`PayPal answered ${status} to the client ID and secret`);
  const { access_token, expires_in } = shaped(answered, body.toString(), 'the token');
  return { accessToken: access_token, expires: till.now.getTime() + expires_in * 1000 };
}

/** An access token of the provider, kept until shortly before its end. */
export const accessTokenOf = (till: Till): Promise<string> =>
  tokens.get({ way: till.way, about: aboutOf(till), now: till.now.getTime() }, () => fetchToken(till));

/** PayPal refuses the token, for example because somebody revoked it. */
export const forgetToken = (till: Till): void => tokens.forget(till.way, aboutOf(till));

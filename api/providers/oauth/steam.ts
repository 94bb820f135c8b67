import { askThrough } from './flow/read-json.ts';
import { profileOf, textOf } from './profile.ts';
import { type Answered, type Profile, refusedBy, type SignInService, type Visit } from './sign-in-service.ts';

const endpoint = 'https://steamcommunity.com/openid/login';
const protocol = 'http://specs.openid.net/auth/2.0';
const anyUser = `${protocol}/identifier_select`;
const idPattern = /^https:\/\/steamcommunity\.com\/openid\/id\/(\d{17})$/;

/** Fields that the signature must cover (OpenID Authentication 2.0, 10.1). */
const signedFields = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];

/** A response is as old as its request at most. A request lives ten minutes, and two clocks differ. */
const oldest = 11 * 60_000;

/** The state makes the address unique, so a response fits one request, which is used once. */
const returnTo = ({ redirectUri, state }: Visit) => `${redirectUri}?${new URLSearchParams({ state })}`;

function isFresh(nonce: string): boolean {
  const made = Date.parse(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z/.exec(nonce)?.[0] ?? '');
  return Math.abs(Date.now() - made) < oldest;
}

/** The number of the user in a response that fits the request. Steam has not confirmed it yet. */
function claimedNumber(visit: Answered): string {
  const field = (name: string) => visit.answer.get(`openid.${name}`) ?? '';
  const isDouble = [...visit.answer.keys()].some((name) => visit.answer.getAll(name).length > 1);
  if (field('mode') === 'cancel') throw refusedBy('access_denied');
  if (isDouble || field('ns') !== protocol || field('mode') !== 'id_res') throw refusedBy('no OpenID response');
  const signed = field('signed').split(',');
  if (!signedFields.every((name) => signed.includes(name))) throw refusedBy('a field without a signature');
  if (field('op_endpoint') !== endpoint) throw refusedBy('another endpoint');
  if (field('return_to') !== returnTo(visit) || visit.answer.get('state') !== visit.state)
    throw refusedBy('another return_to');
  if (!isFresh(field('response_nonce'))) throw refusedBy('an old response');
  const [, number] = idPattern.exec(field('claimed_id')) ?? [];
  if (!number || field('identity') !== field('claimed_id')) throw refusedBy('no claimed_id of Steam');
  return number;
}

/** Steam itself checks its signature (OpenID Authentication 2.0, 11.4.2). */
async function confirm({ answer, way }: Answered): Promise<void> {
  const fields = [...answer].filter(([name]) => name.startsWith('openid.'));
  const form = new URLSearchParams(fields);
  form.set('openid.mode', 'check_authentication');
  const { status, body } = await way.fetch(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    redirect: 'manual',
  });
  const lines = body.toString().split('\n');
  if (status !== 200 || !lines.includes(`ns:${protocol}`) || !lines.includes('is_valid:true'))
    throw refusedBy('Steam does not confirm the response');
}

async function finishSignIn(answered: Answered): Promise<Profile> {
  const id = claimedNumber(answered);
  await confirm(answered);
  const ask = askThrough(answered.way);
  // The header keeps the key out of addresses.
  const { response } = await ask(`https://api.steampowered.com/ISteamUser/GetPlayerSummaries/v0002/?steamids=${id}`, {
    headers: { 'x-webapi-key': answered.provider.clientSecret },
  });
  const player = response?.players?.find?.((each: { steamid?: unknown }) => each.steamid === id) ?? {};
  return profileOf(
    {
      id,
      username: textOf(player.personaname),
      displayName: textOf(player.personaname),
      avatar: textOf(player.avatarfull),
      region: textOf(player.loccountrycode),
    },
    { steamid: id, ...player },
  );
}

/**
 * Steam speaks OpenID 2.0, and shows profiles for the key of its Web API. Read on 2026-11-23:
 * https://partner.steamgames.com/doc/features/auth, https://partner.steamgames.com/doc/webapi_overview/auth (the key in a header) and
 * https://partner.steamgames.com/doc/webapi/ISteamUser. The protocol is https://openid.net/specs/openid-authentication-2_0.html.
 */
export const steam: SignInService = {
  async beginSignIn(visit) {
    const query = new URLSearchParams({
      'openid.ns': protocol,
      'openid.mode': 'checkid_setup',
      'openid.claimed_id': anyUser,
      'openid.identity': anyUser,
      'openid.return_to': returnTo(visit),
      'openid.realm': new URL(visit.redirectUri).origin,
    });
    return { address: `${endpoint}?${query}`, kept: {} };
  },
  finishSignIn,
};

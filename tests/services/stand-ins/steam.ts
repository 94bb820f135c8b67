import { createHmac, randomBytes } from 'node:crypto';
import type { Registration } from './codes.ts';
import { type Asked, formOf, json, page, redirect, type Said, type StandIn } from './stand-in.ts';

export interface Steam extends StandIn, Registration {
  user: { steamid: string; personaname: string; [other: string]: unknown };
  denies: string;
  /** Changes a response before it is signed. */
  tamper: (fields: URLSearchParams) => void;
}

const site = 'https://steamcommunity.com';
const endpoint = `${site}/openid/login`;
const protocol = 'http://specs.openid.net/auth/2.0';
const anyUser = `${protocol}/identifier_select`;

/**
 * Steam. Read on 2026-11-23: https://openid.net/specs/openid-authentication-2_0.html (9, 10 and 11.4.2),
 * https://partner.steamgames.com/doc/features/auth, https://partner.steamgames.com/doc/webapi_overview/auth and
 * https://partner.steamgames.com/doc/webapi/ISteamUser. It signs with a key that
 * nobody else has, and confirms each response once. Profiles need the key of the Web API.
 */
export function createSteam(): Steam {
  const key = randomBytes(20);
  const confirmed = new Set<string>();
  const service: Steam = {
    hosts: ['steamcommunity.com', 'api.steampowered.com'],
    clientId: '',
    clientSecret: '0123456789ABCDEF0123456789ABCDEF',
    redirectUris: [],
    user: { steamid: '76561197960435530', personaname: 'Robin' },
    denies: '',
    tamper: () => {},
    answer,
  };

  /** The signature over the signed fields, as lines (6.1). */
  function signatureOf(fields: URLSearchParams): string {
    const names = fields.get('openid.signed')?.split(',') ?? [];
    const text = names.map((name) => `${name}:${fields.get(`openid.${name}`)}\n`).join('');
    return createHmac('sha1', key).update(text).digest('base64');
  }

  function login(query: URLSearchParams): Said {
    const returnTo = URL.parse(query.get('openid.return_to') ?? '');
    const wanted = ['openid.claimed_id', 'openid.identity'].every((name) => query.get(name) === anyUser);
    const isRequest = query.get('openid.ns') === protocol && query.get('openid.mode') === 'checkid_setup' && wanted;
    // The realm must fit the address, as the registration of other services does.
    if (!isRequest || !returnTo || returnTo.origin !== query.get('openid.realm')) return page(400, 'Invalid request');
    if (!service.redirectUris.includes(`${returnTo.origin}${returnTo.pathname}`)) return page(400, 'Unknown site');
    const back = new URL(returnTo);
    if (service.denies) {
      back.searchParams.set('openid.ns', protocol);
      back.searchParams.set('openid.mode', 'cancel');
      return redirect(back);
    }
    const claimed = `${site}/openid/id/${service.user.steamid}`;
    const nonce = `${new Date().toISOString().replace(/\.\d+/, '')}${randomBytes(15).toString('base64')}`;
    const fields = new URLSearchParams({
      'openid.ns': protocol,
      'openid.mode': 'id_res',
      'openid.op_endpoint': endpoint,
      'openid.claimed_id': claimed,
      'openid.identity': claimed,
      'openid.return_to': returnTo.href,
      'openid.response_nonce': nonce,
      'openid.assoc_handle': '1234567890',
      'openid.signed': 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
    });
    service.tamper(fields);
    fields.set('openid.sig', signatureOf(fields));
    for (const [name, value] of fields) back.searchParams.set(name, value);
    return redirect(back);
  }

  function check(asked: Asked): Said {
    const form = formOf(asked);
    const sig = form.get('openid.sig') ?? '';
    const isValid =
      form.get('openid.mode') === 'check_authentication' && signatureOf(form) === sig && !confirmed.has(sig);
    confirmed.add(sig);
    return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: `ns:${protocol}\nis_valid:${isValid}\n` };
  }

  function answer(asked: Asked): Said {
    const at = `${asked.url.origin}${asked.url.pathname}`;
    if (at === endpoint) return asked.method === 'POST' ? check(asked) : login(asked.url.searchParams);
    if (at !== 'https://api.steampowered.com/ISteamUser/GetPlayerSummaries/v0002/') return page(404, 'Not Found');
    const isKnown = asked.headers['x-webapi-key'] === service.clientSecret;
    if (!isKnown)
      return page(403, 'Forbidden: Access is denied. Retrying will not help. Please verify your key= parameter.');
    const isAsked = asked.url.searchParams.get('steamids') === service.user.steamid;
    return json(200, { response: { players: isAsked ? [service.user] : [] } });
  }

  return service;
}

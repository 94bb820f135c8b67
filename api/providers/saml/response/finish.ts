import { type Answered, type Profile, refusedBy } from '../../oauth/sign-in-service.ts';
import { acsOf } from '../request/parties.ts';
import { longestXml } from '../xml/read.ts';
import { profileIn } from './claims.ts';
import { refuseOtherAssertion, refuseOtherResponse } from './conditions.ts';
import { signedAssertion } from './signed-assertion.ts';

/** Base64 with line breaks. Decoders skip other characters, so that two texts could mean one response. */
export function decoded(base64: string): string {
  const text = base64.replaceAll(/[\r\n\t ]/g, '');
  if (!text || text.length > longestXml * 1.5 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw refusedBy('the response is not in base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch (cause) {
    throw refusedBy('the response is not in UTF-8', cause);
  }
}

/** The mark of a request that the identity provider began itself. */
export const unsolicited = { unsolicited: 'yes' } as const;

/** The id of our request, or nothing for a response without one, which the provider must allow now. */
function requestIn({ kept, provider }: Answered): string {
  if (kept.unsolicited === unsolicited.unsolicited) {
    if (!provider.allowUnsolicited) throw refusedBy('the provider allows no sign-in without a request');
    return '';
  }
  if (!kept.id) throw refusedBy('the request has no id');
  return kept.id;
}

export interface Judged {
  profile: Profile;
  assertion: Element;
}

/**
 * Judges the response of an identity provider (SAML Profiles 2.0, 4.1.4). First the signature, then everything else, on the signed text
 * only.
 */
export async function judge(answered: Answered): Promise<Judged> {
  const { provider, answer, redirectUri, now } = answered;
  const acs = acsOf(redirectUri);
  const text = decoded(answer.get('SAMLResponse') ?? '');
  const signed = signedAssertion({ text, provider, ownKeys: await answered.ownKeys() });
  const expected = { issuer: provider.issuerUrl.trim(), acs, request: requestIn(answered), now };
  refuseOtherResponse(signed, expected);
  refuseOtherAssertion(signed, expected);
  return { profile: profileIn(signed.assertion, provider), assertion: signed.assertion };
}

/** The request was used up before, so a response works once. */
export const finishSaml = async (answered: Answered): Promise<Profile> => (await judge(answered)).profile;

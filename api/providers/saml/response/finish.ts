import { type Answered, type Profile, refusedBy } from '../../oauth/sign-in-service.ts';
import { acsOf } from '../request/parties.ts';
import { longestXml } from '../xml/read.ts';
import { profileIn } from './claims.ts';
import { refuseOtherAssertion, refuseOtherResponse } from './conditions.ts';
import { signedAssertion } from './signed-assertion.ts';

/** Base64 with line breaks. Decoders skip other characters, so that two texts could mean one response. */
function decoded(base64: string): string {
  const text = base64.replaceAll(/[\r\n\t ]/g, '');
  if (!text || text.length > longestXml * 1.5 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw refusedBy('the response is not in base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch (cause) {
    throw refusedBy('the response is not in UTF-8', cause);
  }
}

/**
 * Judges the response of an identity provider (SAML Profiles 2.0, 4.1.4). The request was used up before, so a response works once. First the
 * signature, then everything else, on the signed text only.
 */
export async function finishSaml(answered: Answered): Promise<Profile> {
  const { provider, answer, kept, redirectUri, now } = answered;
  const acs = acsOf(redirectUri);
  const text = decoded(answer.get('SAMLResponse') ?? '');
  const signed = signedAssertion({ text, provider, ownKeys: await answered.ownKeys() });
  const expected = { issuer: provider.issuerUrl.trim(), acs, request: kept.id ?? '', now };
  refuseOtherResponse(signed, expected);
  refuseOtherAssertion(signed, expected);
  return profileIn(signed.assertion, provider);
}

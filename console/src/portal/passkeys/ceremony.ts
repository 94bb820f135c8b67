import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { CallError, type Envelope, searchOf } from '../../shared/exchange.ts';
import { t, type Word } from '../words.ts';
import { PasskeyFailure } from './failure.ts';

type Options = PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;

const isPlain = /^[\w-]*$/;
/** The api writes bytes in standard base64, as Casdoor 2022 does. */
const urlSafe = (text: string) =>
  isPlain.test(text) ? text : text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const withId = <T extends { id: string }>(each: T): T => ({ ...each, id: urlSafe(each.id) });

const read = (options: Options): Options => ({
  ...options,
  challenge: urlSafe(options.challenge),
  ...(options.user && { user: withId(options.user) }),
  ...(options.excludeCredentials && { excludeCredentials: options.excludeCredentials.map(withId) }),
  ...(options.allowCredentials && { allowCredentials: options.allowCredentials.map(withId) }),
});

/** The options in an answer of the api. */
export const optionsIn = (answer: unknown): Options => read((answer as { publicKey: Options }).publicKey);

/** The options of a route that answers without an envelope. */
async function optionsOf(name: string, query: Record<string, string>): Promise<Options> {
  const headers = { 'Accept-Language': document.documentElement.lang };
  const response = await fetch(`/api/${name}${searchOf(query)}`, { headers }).catch(({ message: error }: Error) => {
    const msg = t('failedToConnect', { error });
    throw new CallError({ msg, code: 'unreachable', params: { error }, data: null });
  });
  const answer = (await response.json()) as Envelope | { publicKey: Options };
  if (!('publicKey' in answer)) throw new CallError(answer);
  return read(answer.publicKey);
}

const reasons: Readonly<Partial<Record<WebAuthnError['code'], Word>>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'passkeyKnown',
  ERROR_INVALID_DOMAIN: 'passkeyAddress',
  ERROR_INVALID_RP_ID: 'passkeyAddress',
};

/** Browsers report the same for a person who refuses and for one who has no passkey, so that pages learn nothing. */
function failureOf(error: unknown): unknown {
  const word = error instanceof WebAuthnError ? reasons[error.code] : undefined;
  const isRefusal = error instanceof Error && /^(NotAllowedError|AbortError|InvalidStateError)$/.test(error.name);
  return word || isRefusal || error instanceof WebAuthnError ? new PasskeyFailure(word ?? 'passkeyCancelled') : error;
}

function requirePasskeys(): void {
  if (!browserSupportsWebAuthn()) throw new PasskeyFailure('passkeyUnsupported');
}

/** Asks the browser for a passkey that signs a challenge. The answer is JSON for the api. */
export async function signChallenge(options: Options, isAutofill = false): Promise<string> {
  requirePasskeys();
  try {
    return JSON.stringify(await startAuthentication({ optionsJSON: options, useBrowserAutofill: isAutofill }));
  } catch (error) {
    throw failureOf(error);
  }
}

/** The challenge of a sign-in. */
export const signInChallenge = (query: Record<string, string>): Promise<Options> =>
  optionsOf('webauthn/signin/begin', query);

/** Signs in: the proof for the sign-in form. */
export const proveByPasskey = async (query: Record<string, string>): Promise<string> =>
  signChallenge(await signInChallenge(query));

/** Asks the browser to make a passkey. */
export async function newPasskey(optionsJSON: Options) {
  requirePasskeys();
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    throw failureOf(error);
  }
}

/** The same by the options of a route. */
export async function makePasskey(route: string, query: Record<string, string> = {}) {
  requirePasskeys();
  return newPasskey(await optionsOf(route, query));
}

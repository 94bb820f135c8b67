import { hash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import type { SessionUser } from '../../../kinds/session/sessions.ts';
import type { SamlRequest, SamlResponse, SamlStatus } from '../../../signin/contracts/saml-authority.ts';
import type { AccountDeps } from '../../../signin/place/deps.ts';
import { issuerOf } from '../issuer.ts';
import { samlKeyOf } from '../keys.ts';
import { attributesOf } from './attributes.ts';
import { encryptAssertion, signRoot } from './sign.ts';
import type { Subject } from './subject.ts';
import { writeAssertion, writeResponse } from './write-response.ts';

/**
 * The name of a session at a service provider. It tells nothing about the session, and others know it by another name. The same service provider
 * at another application is another one.
 */
export const sessionIndexOf = (session: string, application: string, service: string): string =>
  `_${hash('sha256', JSON.stringify(['saml session', session, application, service]), 'hex')}`;

interface Answering {
  application: Application;
  provider: SamlServiceProvider;
  request: SamlRequest;
  now: Date;
}

function packed({ application, request }: Answering, xml: string): SamlResponse {
  const isInAddress = application.enableSamlCompress;
  const bytes = isInAddress ? deflateRawSync(xml) : Buffer.from(xml);
  const { acs, relayState } = request;
  return { response: bytes.toString('base64'), acs, relayState, isInAddress };
}

/** A response that says why there is no assertion. */
export async function refusedResponse(asked: Answering, status: SamlStatus, deps: AccountDeps): Promise<SamlResponse> {
  const { application, request, now } = asked;
  const key = await samlKeyOf(application, deps, now);
  const issuer = issuerOf(application, deps.config.DOORWRIGHT_ORIGIN);
  return packed(asked, await signRoot(writeResponse({ request, issuer, now, content: status }), key));
}

interface SignedIn {
  user: User;
  /** The user as service providers may know them. */
  told: User;
  /** The fields of a user that their organization tells. */
  fields: ReadonlySet<string>;
  subject: Subject;
  session: SessionUser;
  /** The name of the session at the service provider. */
  index: string;
  signInClass: string;
}

/** A response with an assertion, signed and encrypted as the service provider wants it. */
export async function goodResponse(
  asked: Answering,
  { user, told, fields, subject, session, index, signInClass }: SignedIn,
  deps: AccountDeps,
): Promise<SamlResponse> {
  const { application, provider, request, now } = asked;
  const key = await samlKeyOf(application, deps, now);
  const issuer = issuerOf(application, deps.config.DOORWRIGHT_ORIGIN);
  const written = writeAssertion({
    ...{ request, issuer, subject, signInClass, now },
    attributes: await attributesOf(application, { user, told, fields }, deps),
    session: {
      index,
      authenticatedTime: session.authenticatedTime,
      end: session.expireTime,
    },
  });
  const assertion = provider.signs === 'response' ? written : await signRoot(written, key);
  const whole = writeResponse({ request, issuer, now, content: assertion });
  const sealed = provider.encryptionCertificate ? await encryptAssertion(whole, provider.encryptionCertificate) : whole;
  return packed(asked, provider.signs === 'assertion' ? sealed : await signRoot(sealed, key));
}

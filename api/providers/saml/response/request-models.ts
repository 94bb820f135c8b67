import type { Model } from './structure-models.ts';

const nothing = /^$/;
const text = { children: nothing, isText: true } as const;
const message = ['ID', 'Version', 'IssueInstant'];
const messageOptions = ['Destination', 'Consent'];

/** The elements of requests and of a sign-out (SAML Core 2.0, 3.4 and 3.7), for the other side of the protocol. */
export const requestModels: Readonly<Record<string, Model>> = {
  'samlp:AuthnRequest': {
    children:
      /^saml:Issuer (ds:Signature )?(samlp:Extensions )?(saml:Subject )?(samlp:NameIDPolicy )?(saml:Conditions )?(samlp:RequestedAuthnContext )?(samlp:Scoping )?$/,
    required: message,
    optional: [
      ...messageOptions,
      'ForceAuthn',
      'IsPassive',
      'ProtocolBinding',
      'AssertionConsumerServiceIndex',
      'AssertionConsumerServiceURL',
      'AttributeConsumingServiceIndex',
      'ProviderName',
    ],
  },
  'samlp:NameIDPolicy': { children: nothing, optional: ['Format', 'SPNameQualifier', 'AllowCreate'] },
  'samlp:RequestedAuthnContext': {
    children: /^((saml:AuthnContextClassRef )+|(saml:AuthnContextDeclRef )+)$/,
    optional: ['Comparison'],
  },
  'samlp:Scoping': { children: 'any', optional: ['ProxyCount'] },
  'samlp:LogoutRequest': {
    children:
      /^saml:Issuer (ds:Signature )?(samlp:Extensions )?saml:(NameID|BaseID|EncryptedID) (samlp:SessionIndex )*$/,
    required: message,
    optional: [...messageOptions, 'NotOnOrAfter', 'Reason'],
  },
  'samlp:LogoutResponse': {
    children: /^(saml:Issuer )?(ds:Signature )?(samlp:Extensions )?samlp:Status $/,
    required: message,
    optional: [...messageOptions, 'InResponseTo'],
  },
  'samlp:SessionIndex': text,
};

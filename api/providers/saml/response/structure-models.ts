/** The rules of one element in the schemas of SAML 2.0 and of XML Signature. */
export interface Model {
  /** The names of the children in their order, each with a blank behind it. */
  children: RegExp | 'any';
  isText?: true;
  required?: readonly string[];
  optional?: readonly string[];
  /** Attributes of other namespaces are allowed. */
  isOpen?: true;
}

const nothing = /^$/;
const text = { children: nothing, isText: true } as const;
const nameId = { ...text, optional: ['NameQualifier', 'SPNameQualifier', 'Format', 'SPProvidedID'] } as const;
const method = { children: 'any', required: ['Algorithm'] } as const;
const message = ['ID', 'Version', 'IssueInstant'];

/**
 * The elements of a response (SAML Core 2.0, 2 and 3) and of its signatures (XML Signature, 4). The schemas themselves are not in this
 * repository: this table says the same about the elements that a response has.
 */
export const models: Readonly<Record<string, Model>> = {
  'samlp:Response': {
    children:
      /^(saml:Issuer )?(ds:Signature )?(samlp:Extensions )?samlp:Status (saml:(Assertion|EncryptedAssertion) )*$/,
    required: message,
    optional: ['InResponseTo', 'Destination', 'Consent'],
  },
  'samlp:Extensions': { children: 'any' },
  'samlp:Status': { children: /^samlp:StatusCode (samlp:StatusMessage )?(samlp:StatusDetail )?$/ },
  'samlp:StatusCode': { children: /^(samlp:StatusCode )?$/, required: ['Value'] },
  'samlp:StatusMessage': text,
  'samlp:StatusDetail': { children: 'any' },
  'saml:Assertion': {
    children:
      /^saml:Issuer (ds:Signature )?(saml:Subject )?(saml:Conditions )?(saml:Advice )?(saml:(Statement|AuthnStatement|AuthzDecisionStatement|AttributeStatement) )*$/,
    required: message,
  },
  'saml:EncryptedAssertion': { children: /^xenc:EncryptedData (xenc:EncryptedKey )*$/ },
  'saml:Issuer': nameId,
  'saml:NameID': nameId,
  'saml:BaseID': { children: 'any', optional: ['NameQualifier', 'SPNameQualifier'] },
  'saml:EncryptedID': { children: /^xenc:EncryptedData (xenc:EncryptedKey )*$/ },
  'saml:Subject': {
    children: /^(saml:(BaseID|NameID|EncryptedID) (saml:SubjectConfirmation )*|(saml:SubjectConfirmation )+)$/,
  },
  'saml:SubjectConfirmation': {
    children: /^(saml:(BaseID|NameID|EncryptedID) )?(saml:SubjectConfirmationData )?$/,
    required: ['Method'],
  },
  'saml:SubjectConfirmationData': {
    children: 'any',
    optional: ['NotBefore', 'NotOnOrAfter', 'Recipient', 'InResponseTo', 'Address'],
    isOpen: true,
  },
  'saml:Conditions': {
    children: /^(saml:(Condition|AudienceRestriction|OneTimeUse|ProxyRestriction) )*$/,
    optional: ['NotBefore', 'NotOnOrAfter'],
  },
  'saml:Condition': { children: 'any' },
  'saml:AudienceRestriction': { children: /^(saml:Audience )+$/ },
  'saml:Audience': text,
  'saml:OneTimeUse': { children: nothing },
  'saml:ProxyRestriction': { children: /^(saml:Audience )*$/, optional: ['Count'] },
  'saml:Advice': { children: 'any' },
  'saml:Statement': { children: 'any' },
  'saml:AuthnStatement': {
    children: /^(saml:SubjectLocality )?saml:AuthnContext $/,
    required: ['AuthnInstant'],
    optional: ['SessionIndex', 'SessionNotOnOrAfter'],
  },
  'saml:SubjectLocality': { children: nothing, optional: ['Address', 'DNSName'] },
  'saml:AuthnContext': {
    children:
      /^(saml:AuthnContextClassRef (saml:AuthnContextDecl(Ref)? )?|saml:AuthnContextDecl(Ref)? )(saml:AuthenticatingAuthority )*$/,
  },
  'saml:AuthnContextClassRef': text,
  'saml:AuthnContextDecl': { children: 'any', isOpen: true },
  'saml:AuthnContextDeclRef': text,
  'saml:AuthenticatingAuthority': text,
  'saml:AuthzDecisionStatement': {
    children: /^(saml:Action )+(saml:Evidence )?$/,
    required: ['Resource', 'Decision'],
  },
  'saml:Action': { ...text, required: ['Namespace'] },
  'saml:Evidence': { children: 'any' },
  'saml:AttributeStatement': { children: /^(saml:(Attribute|EncryptedAttribute) )+$/ },
  'saml:Attribute': {
    children: /^(saml:AttributeValue )*$/,
    required: ['Name'],
    optional: ['NameFormat', 'FriendlyName'],
    isOpen: true,
  },
  'saml:AttributeValue': { children: 'any', isOpen: true },
  'saml:EncryptedAttribute': { children: /^xenc:EncryptedData (xenc:EncryptedKey )*$/ },
  'ds:Signature': { children: /^ds:SignedInfo ds:SignatureValue (ds:KeyInfo )?(ds:Object )*$/, optional: ['Id'] },
  'ds:SignedInfo': {
    children: /^ds:CanonicalizationMethod ds:SignatureMethod (ds:Reference )+$/,
    optional: ['Id'],
  },
  'ds:CanonicalizationMethod': method,
  'ds:SignatureMethod': method,
  'ds:Reference': {
    children: /^(ds:Transforms )?ds:DigestMethod ds:DigestValue $/,
    optional: ['Id', 'URI', 'Type'],
  },
  'ds:Transforms': { children: /^(ds:Transform )+$/ },
  'ds:Transform': method,
  'ds:DigestMethod': method,
  'ds:DigestValue': text,
  'ds:SignatureValue': { ...text, optional: ['Id'] },
};

import { z } from 'zod';
import { choice, flag, list, requiredInteger, requiredText, text } from '../field.ts';
import type { Problem, ProblemCode } from '../problem.ts';
import { problemOfWebAddress } from '../values/redirect-uris.ts';

/** The format of a NameID where a service provider requests none (SAML Core 2.0, 8.3). */
export const subjectFormats = ['emailAddress', 'persistent', 'transient', 'unspecified'] as const;

/** The parts of a response that carry a signature. */
export const signedParts = ['both', 'response', 'assertion'] as const;

/** The name under which service providers know this installation. */
export const samlIssuers = ['application', 'installation'] as const;

/** How a service provider learns of a sign-out: through the browser, or by a request of the server. */
export const signOutBindings = ['Redirect', 'POST', 'SOAP'] as const;

/** How the name of an attribute is to be read (SAML Core 2.0, 8.2). */
export const attributeNameFormats = ['basic', 'uri', 'unspecified'] as const;

/** Where the values of an attribute come from. */
export const attributeSources = [
  'name',
  'displayName',
  'firstName',
  'lastName',
  'email',
  'phone',
  'id',
  'affiliation',
  'title',
  'tag',
  'language',
  'region',
  'homepage',
  'avatar',
  'owner',
  'roles',
  'groups',
  'permissions',
  'fixed',
] as const;

export type AttributeSource = (typeof attributeSources)[number];

/** The index of an address for responses, as the service provider's own metadata say it. */
const acsIndex = z.object({
  index: requiredInteger('Index', { about: 'Number that requests of the service provider name.', max: 65_535 }),
  url: requiredText('ACS URL', { about: 'One of its `acsUrls`.', max: 1_000 }),
});

export type AcsIndex = z.infer<typeof acsIndex>;

/** A service provider of SAML that signs its users in at an application. */
export const samlServiceProvider = z.object({
  entityId: text('Entity ID', { about: 'Name of the service provider, exactly as it writes it.', max: 1_000 }),
  acsUrls: list('ACS URLs', z.string().min(1).max(1_000), {
    about: 'Addresses for responses, which must match exactly. The first one is the default.',
    max: 20,
  }),
  acsIndexes: list('ACS indexes', acsIndex, {
    about: 'Indexes of these addresses. Empty: they count from 0. Otherwise requests can name only these indexes.',
    max: 20,
    distinctBy: 'index',
  }),
  nameIdFormat: choice('NameID format', subjectFormats, {
    about: 'Format of the user ID, if the service provider requests none.',
    initial: 'emailAddress',
  }),
  signs: choice('Signatures', signedParts, { about: 'Parts of a response that are signed.', initial: 'both' }),
  certificates: text('Certificates', {
    about: 'Certificates that verify its requests, one below the other.',
    max: 20_000,
    control: 'pem',
  }),
  requireSignedRequests: flag('Require signed requests', {
    about: 'Requests without a valid signature are refused.',
  }),
  encryptionCertificate: text('Encryption certificate', {
    about: 'Its assertions are encrypted for this certificate. Empty for none.',
    max: 10_000,
    control: 'pem',
  }),
  sloUrl: text('Sign-out URL', {
    about: 'Address that learns of a sign-out, and gets the answer to one that began there. Empty for none.',
    max: 1_000,
  }),
  sloBinding: choice('Sign-out binding', signOutBindings, {
    about: 'Way to that address: through the browser, or by a request of the server (SOAP).',
    initial: 'Redirect',
  }),
  idpInitiated: flag('Sign-in from here', {
    about: 'Users can begin a sign-in at this installation, without a request of the service provider.',
  }),
});

export type SamlServiceProvider = z.infer<typeof samlServiceProvider>;

/** An attribute of an assertion. */
export const samlAttribute = z.object({
  name: text('Name', { about: 'Name of the attribute.', max: 500 }),
  source: choice('Source', attributeSources, { about: 'Field of the user that fills it.', initial: 'email' }),
  value: text('Value', { about: 'The text of a fixed attribute.', max: 1_000 }),
  nameFormat: choice('Name format', attributeNameFormats, { about: 'Format of the name.', initial: 'basic' }),
  friendlyName: text('Friendly name', { about: 'Name for people, which service providers ignore.', max: 500 }),
});

export type SamlAttribute = z.infer<typeof samlAttribute>;

/** The address of an index. Without indexes, as objects of earlier versions are, the addresses count from 0. */
export function acsUrlAt(
  { acsUrls, acsIndexes = [] }: Pick<SamlServiceProvider, 'acsUrls'> & Partial<Pick<SamlServiceProvider, 'acsIndexes'>>,
  wanted: number,
): string | undefined {
  if (acsIndexes.length === 0) return acsUrls[wanted];
  const url = acsIndexes.find(({ index }) => index === wanted)?.url;
  return acsUrls.find((each) => each === url);
}

interface Checked {
  samlServiceProviders: readonly SamlServiceProvider[];
  samlAttributes: readonly SamlAttribute[];
  allowHttpRedirects: boolean;
}

/** A response tells who the user is, so it goes to complete web addresses only. The api reads the certificates. */
function problemsOf(provider: SamlServiceProvider, isHttp: boolean) {
  const { entityId, acsUrls, acsIndexes, certificates, requireSignedRequests, sloUrl } = provider;
  const webAddress = (path: string, url: string): Problem[] => {
    const code = problemOfWebAddress(url, isHttp);
    return code ? [{ path, code }] : [];
  };
  const problem = (member: keyof SamlServiceProvider, code: ProblemCode) => ({ path: String(member), code });
  return [
    ...(entityId.trim() === '' ? [problem('entityId', 'empty')] : []),
    ...(acsUrls.length === 0 ? [problem('acsUrls', 'empty')] : []),
    ...acsUrls.flatMap((url, index) => webAddress(`acsUrls[${index}]`, url)),
    ...(acsIndexes ?? []).flatMap(({ url }, index): Problem[] =>
      acsUrls.includes(url) ? [] : [{ path: `acsIndexes[${index}].url`, code: 'not-acs-url' }],
    ),
    ...(sloUrl === '' ? [] : webAddress('sloUrl', sloUrl)),
    ...(requireSignedRequests && certificates.trim() === '' ? [problem('certificates', 'empty')] : []),
  ];
}

export const checkSaml = ({ samlServiceProviders, samlAttributes, allowHttpRedirects }: Checked): Problem[] => [
  ...samlServiceProviders.flatMap((provider, index) =>
    problemsOf(provider, allowHttpRedirects).map(({ path, ...told }) => ({
      path: `samlServiceProviders[${index}].${path}`,
      ...told,
    })),
  ),
  ...samlAttributes.flatMap(({ name }, index): Problem[] =>
    name.trim() === '' ? [{ path: `samlAttributes[${index}].name`, code: 'empty' }] : [],
  ),
];

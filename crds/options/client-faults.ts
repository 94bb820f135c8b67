/**
 * The mistakes of programs that ask at the protocol endpoints. The records of refused requests name them, and the application's page has
 * the words and the remedy. `field` is the setting that a remedy may change.
 */
export const clientFaults = {
  'redirect-uri': { field: 'redirectUris' },
  'redirect-uri-changed': {},
  'client-secret': { field: 'clientSecret' },
  'client-locked': { field: 'clientSecret' },
  'client-proof': { field: 'clientType' },
  'client-disabled': { field: 'isEnabled' },
  'secret-in-url': {},
  'pkce-missing': {},
  'pkce-form': {},
  'verifier-missing': {},
  'verifier-wrong': {},
  'code-used': {},
  'code-expired': {},
  'code-unknown': {},
  'code-foreign': {},
  'refresh-used': {},
  'refresh-ended': {},
  scope: {},
  grant: { field: 'grantTypes' },
  'grant-unknown': {},
  'response-type': { field: 'grantTypes' },
  feature: { field: 'oauthFeatures' },
  cors: { field: 'redirectUris' },
  path: {},
  'saml-service': { field: 'samlServiceProviders' },
  'saml-request': { field: 'samlServiceProviders' },
  'cas-service': { field: 'casServices' },
  other: {},
} as const satisfies Readonly<Record<string, { field?: string }>>;

export type ClientFault = keyof typeof clientFaults;

/** The sign before the name of a fault in the reason of a record. A list of records is searched by it. */
export const faultSign = ' #';

/** A fault as the reason of a record tells it. */
export interface ToldFault {
  /** The error of the protocol. */
  code: string;
  fault: ClientFault;
  /** What the program sent, such as a redirect address, or the error in English. */
  detail: string;
  /** The number of requests that the record stands for. */
  count: number;
}

export interface Reason {
  /** The error of the protocol. */
  code: string;
  fault?: ClientFault | undefined;
  detail?: string | undefined;
}

/** `invalid_redirect_uri #redirect-uri: https://app.example/back` */
export const reasonOf = ({ code, fault, detail }: Reason): string =>
  [fault ? `${code}${faultSign}${fault}` : code, detail].filter(Boolean).join(': ');

/** Later requests of the same kind are one more record. */
export const withMore = (reason: string, more: number): string => `${reason} (${more} more)`;

const isFault = (name: string): name is ClientFault => Object.hasOwn(clientFaults, name);

/** Reads a fault from the reason of a record. */
export function faultIn(reason: string): ToldFault | undefined {
  const [, code = '', name = '', rest = ''] = /^(\S+) #([a-z-]+)(.*)$/s.exec(reason) ?? [];
  if (!isFault(name)) return undefined;
  const [, detail = rest, more] = /^(.*) \((\d{1,9}) more\)$/s.exec(rest) ?? [];
  return { code, fault: name, detail: detail.replace(/^: /, ''), count: more ? Number(more) : 1 };
}

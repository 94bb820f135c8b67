import type { Row } from '@doorwright/crds';

/**
 * The address under which an application has its server of CAS. Libraries put their own paths behind it. In the settings it is a literal, so it
 * holds no quote.
 */
export const casServerOf = (origin: string, { organization, name }: Row): string =>
  `${origin}/cas/${[organization, name].map((part) => encodeURIComponent(String(part)).replaceAll("'", '%27')).join('/')}`;

/** The settings of well-known libraries, with the address of the server filled in. */
export function casSettingsOf(server: string): { library: string; settings: string }[] {
  const { hostname, port, protocol, pathname } = new URL(server);
  const used = port || (protocol === 'https:' ? '443' : '80');
  return [
    {
      library: 'mod_auth_cas',
      settings: `CASVersion 2
CASLoginURL ${server}/login
CASValidateURL ${server}/serviceValidate
CASSSOEnabled On`,
    },
    { library: 'django-cas-ng', settings: `CAS_SERVER_URL = '${server}/'\nCAS_VERSION = '3'` },
    {
      library: 'python-cas',
      settings: `CASClient(version=3, server_url='${server}/', service_url='https://app.example.com/login')`,
    },
    {
      library: 'phpCAS',
      settings: `phpCAS::client(CAS_VERSION_3_0, '${hostname}', ${used}, '${pathname}', 'https://app.example.com');
phpCAS::setCasServerCACert('/etc/ssl/certs/ca-certificates.crt');
phpCAS::forceAuthentication();`,
    },
    {
      library: 'passport-cas',
      settings: `new CasStrategy({ version: 'CAS3.0', ssoBaseURL: '${server}', serverBaseURL: 'https://app.example.com' }, verify)`,
    },
  ];
}

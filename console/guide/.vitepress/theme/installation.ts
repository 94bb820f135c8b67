/** The values of the reader that stand in the examples. The secret of an application is never one of them. */
export interface Values {
  'https://id.example.com': string;
  'your-organization'?: string;
  'your-application'?: string;
  'your-client-id'?: string;
}

export interface Application {
  name: string;
  displayName: string;
  organization: string;
  clientId: string;
}

async function dataOf(path: string): Promise<unknown> {
  const response = await fetch(path, { headers: { Accept: 'application/json' } });
  if (!response.ok) return undefined;
  const { status, data } = await response.json();
  return status === 'ok' ? data : undefined;
}

/** The issuer of this installation, which is its origin too. Another host than this one may have served the page. */
export async function issuer(): Promise<string> {
  const response = await fetch('/.well-known/openid-configuration');
  return response.ok ? (await response.json()).issuer : location.origin;
}

/** The applications that the reader may see. There are none for readers who have not signed in. */
export async function ownApplications(): Promise<Application[]> {
  const account = (await dataOf('/api/get-account')) as { owner: string } | undefined;
  if (!account) return [];
  const query = new URLSearchParams({ owner: 'admin', p: '1', pageSize: '100' });
  // Global administrators see those of all organizations.
  if (account.owner !== 'built-in') query.set('organization', account.owner);
  const found = (await dataOf(`/api/get-applications?${query}`)) as Application[] | undefined;
  return found ?? [];
}

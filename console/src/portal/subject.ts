import { call, Refused } from './call.ts';
import type { Application, Organization, Subject } from './page.ts';

/** How an address names its application: the client of its query, a part of its path, or not at all: the console. */
export type SubjectSource = 'client' | 'path';

const builtIn = 'app-built-in';

/** The parameters of an authorization request under the names that the api has for them. */
export const requestOf = (query: URLSearchParams): Record<string, string | undefined> => {
  const get = (name: string) => query.get(name) ?? undefined;
  return {
    clientId: get('client_id'),
    responseType: get('response_type'),
    redirectUri: get('redirect_uri'),
    scope: get('scope'),
    state: get('state'),
    nonce: get('nonce'),
    code_challenge: get('code_challenge'),
    code_challenge_method: get('code_challenge_method'),
    interaction: get('interaction'),
  };
};

const readApplication = async (name: string) =>
  (await call<Application>('get-application', { query: { id: `admin/${name}` } })).data;

const readOrganization = async (name: string) =>
  (await call<Organization>('get-organization', { query: { id: `admin/${name}` } })).data;

async function ofClient(query: URLSearchParams): Promise<{ application: Application | null; refusal: string }> {
  try {
    return { application: (await call<Application>('get-app-login', { query: requestOf(query) })).data, refusal: '' };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { application: error.data as Application | null, refusal: error.message };
  }
}

async function ofPath({ app = builtIn, owner }: Readonly<Record<string, string>>): Promise<Subject> {
  const [application, organization] = await Promise.all([readApplication(app), owner ? readOrganization(owner) : null]);
  return { application, organization: organization ?? (application.organizationObj as Organization), refusal: '' };
}

/** The subject of a page; or, where it has none, the words of the server for why. */
export async function readSubject(
  source: SubjectSource,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Promise<Subject | { refusal: string; code: string }> {
  try {
    if (source === 'path') return await ofPath(params);
    const { application, refusal } = await ofClient(query);
    if (!application) return { refusal, code: 'not-found' };
    return { application, organization: application.organizationObj as Organization, refusal };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { refusal: error.message, code: error.code };
  }
}

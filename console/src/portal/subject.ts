import { CallError } from '../shared/exchange.ts';
import { call } from './call.ts';
import type { Application, Organization, Question, Subject } from './page.ts';
import { requestOf } from './targets/authorization-request.ts';
import { casApplication } from './targets/cas.ts';

/**
 * The place of the application in an address: the client in its query, the request of a SAML service provider there, a service of CAS with its application in the path, or a part of its path
 * alone. Without any it is the console's application, with an organization from the path or the query.
 */
export type SubjectSource = 'client' | 'saml' | 'cas' | 'path' | 'query';

const builtIn = 'app-built-in';

const readApplication = async (name: string) =>
  (await call<Application>('get-application', { query: { id: `admin/${name}` } })).data;

const readOrganization = async (name: string) =>
  (await call<Organization>('get-organization', { query: { id: `admin/${name}` } })).data;

const ofApplication = (application: Application, more: Partial<Subject> = {}): Subject => ({
  application,
  organization: application.organizationObj as Organization,
  refusal: '',
  ...more,
});

/** A refusal comes with the application, so the page can show whose it is. */
async function ofRequest(query: Record<string, string | undefined>): Promise<Subject> {
  try {
    const { data, data2 } = await call<Application>('get-app-login', { query });
    return ofApplication(data, { question: (data2 as Question | null) ?? undefined });
  } catch (error) {
    if (error instanceof CallError && error.data)
      return ofApplication(error.data as Application, { refusal: error.message });
    throw error;
  }
}

async function ofPath({ app = builtIn, owner }: Readonly<Record<string, string>>): Promise<Subject> {
  const [application, organization] = await Promise.all([readApplication(app), owner ? readOrganization(owner) : null]);
  return ofApplication(application, organization ? { organization } : {});
}

/** The subject of a page, or the server's words for why there is none. */
export async function readSubject(
  source: SubjectSource,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Promise<Subject | { refusal: string; code: string }> {
  const organization = query.get('organization');
  try {
    if (source === 'client') return await ofRequest(requestOf(query));
    // Without a request the server says so.
    if (source === 'saml') return await ofRequest({ ...requestOf(query), saml: query.get('saml') ?? 'none' });
    if (source === 'cas')
      return await ofRequest({ type: 'cas', id: casApplication(params), service: query.get('service') ?? undefined });
    return await ofPath(source === 'query' && organization ? { owner: organization } : params);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { refusal: error.message, code: error.code };
  }
}
